"""A little network that foretells how a round will end: `training/train_koikoi.py` made it.

It is shown what a seat sees after a move (`inputs`, `network`); `policy` compares moves by it,
`equity` says what the end of a round is worth in the match, `player` sits at the table.
"""
