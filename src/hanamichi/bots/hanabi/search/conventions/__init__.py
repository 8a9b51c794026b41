"""Search on the companion's plan: everybody plays on by the conventions."""
