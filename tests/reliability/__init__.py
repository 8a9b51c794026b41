"""Proofs that no move is lost and no hidden card leaks; short here, longer in `make soak`."""
