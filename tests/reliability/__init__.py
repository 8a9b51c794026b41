"""Proofs that nothing is lost and nobody peeks: each short here, and long in `make soak`."""
