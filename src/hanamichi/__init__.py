"""Hanamichi, the flower path: Hanabi and Koi-Koi, to play, to study and to build on."""

__version__ = "0.1.0"
