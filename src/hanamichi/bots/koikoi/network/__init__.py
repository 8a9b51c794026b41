"""A small network that predicts how a round will end, made by `training/train_koikoi.py`.

Its input is what a seat sees after a move (`inputs`, `value_network`); `one_ply_policy` compares
moves by it, `equity` says what the end of a round is worth in the match, `one_ply_bot` is the bot.
"""
