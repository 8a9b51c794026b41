"""Hanabi as compiled kernels."""
