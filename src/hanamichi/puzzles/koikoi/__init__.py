"""Koi-Koi puzzles: stop or koi-koi, and which card."""
