"""The databases of the server's tests."""

from tests.server.conftest import postgres, url

__all__ = ["postgres", "url"]
