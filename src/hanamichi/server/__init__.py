"""The server: tables over HTTP and WebSockets. Nothing is sent before it is stored."""
