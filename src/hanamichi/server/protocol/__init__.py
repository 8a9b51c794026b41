"""The wire: commands, messages, HTTP bodies and error codes."""
