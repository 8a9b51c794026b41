"""The bot `companion`, compiled: thousands of its games a second, for reviews and puzzles.

`hanamichi.bots.hanabi.companion` is the reference: tests play the same moves with both.
"""
