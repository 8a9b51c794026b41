"""Puzzles on the server: packs to solve, answers, and streaks."""
