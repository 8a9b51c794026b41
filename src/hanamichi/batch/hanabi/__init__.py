"""Hanabi as flat kernels."""
