"""Two simple agents, under the names that the original's examples import."""
