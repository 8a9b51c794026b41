"""The code of the expert team for three to five players: hats that everybody can see but their own.

`strategy` is the front door: what to do, what a move means, and what follows from it.
"""
