"""A network that learned to play Hanabi for two by playing with itself: `training/` made it."""
