"""The table on the network: one authority, one door, nothing shown before it is stored."""
