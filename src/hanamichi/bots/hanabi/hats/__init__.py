"""The hat-guessing strategy of the expert team, for every table but the network's.

Each clue announces the sum of all other seats' hats, numbers that encode what is worth knowing
about a hand; each seat subtracts the hats it sees and learns its own. `strategy` is the interface:
what to do, what a move means, and what follows from it.
"""
