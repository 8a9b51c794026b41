"""Search for two: what a partner's moves mean is in a network, so beliefs have to ask it."""
