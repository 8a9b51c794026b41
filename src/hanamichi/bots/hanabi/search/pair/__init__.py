"""Search for two players: beliefs are updated by asking the network what its choices mean."""
