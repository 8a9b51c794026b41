"""The state of a table and the decisions about commands, without any I/O."""
