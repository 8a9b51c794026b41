"""Puzzles of Hanabi: made from games, solved by facts, by conventions or exactly."""
