"""A proxy that lets HTTP through but no WebSockets."""

from __future__ import annotations

import socket
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

_REFUSAL = b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
_MUCH = 65536


class Proxy(socketserver.ThreadingTCPServer):
    """Forwards bytes both ways; refuses WebSocket upgrades."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, upstream: str) -> None:
        super().__init__(("127.0.0.1", 0), _Visit)
        parts = urlsplit(upstream)
        self.upstream = (parts.hostname or "", parts.port or 0)
        self.refusing = True

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Visit(socketserver.BaseRequestHandler):
    def handle(self) -> None:
        browser: socket.socket = self.request
        proxy = self.server
        assert isinstance(proxy, Proxy)
        head = b""
        while b"\r\n\r\n" not in head:
            heard = browser.recv(_MUCH)
            if not heard:
                return
            head += heard
        if proxy.refusing and b"upgrade: websocket" in head.lower():
            browser.sendall(_REFUSAL)
            return
        with socket.create_connection(proxy.upstream) as server:
            server.sendall(head)
            back = threading.Thread(target=_pass_on, args=(server, browser), daemon=True)
            back.start()
            _pass_on(browser, server)
            back.join()


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while heard := source.recv(_MUCH):
            target.sendall(heard)
    with suppress(OSError):
        target.shutdown(socket.SHUT_WR)


@contextmanager
def without_sockets(upstream: str) -> Iterator[Proxy]:
    """Run such a proxy in front of a server."""
    with Proxy(upstream) as proxy:
        thread = threading.Thread(target=proxy.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield proxy
        finally:
            proxy.shutdown()
            thread.join()
