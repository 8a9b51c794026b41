"""A seat for language models, by the Model Context Protocol."""
