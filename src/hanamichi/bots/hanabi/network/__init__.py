"""A policy network for two-player Hanabi, trained by self-play (`training/`)."""
