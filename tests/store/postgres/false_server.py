"""Servers that are no friends: TCP programs that speak PostgreSQL's protocol as far as they need it to do harm."""

from __future__ import annotations

import contextlib
import socket
import ssl
import struct
import subprocess
import threading
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pgserver import Server

SSL_REQUEST, GSS_REQUEST, CANCEL_REQUEST = 80877103, 80877104, 80877102
CLEAR_TEXT, MD5 = 3, 5
READY = b"Z\0\0\0\5I"


#: Host name in the certificate; the address contains an IP address.
HOST = "db.lab"


def certificate(folder: Path, name: str) -> Path:
    """Create a key, and a certificate for the host signed with it."""
    made = folder / f"{name}.crt"
    subprocess.run(
        [
            *(
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:prime256v1",
                "-nodes",
            ),
            *("-days", "2", "-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}"),
            *("-keyout", str(made.with_suffix(".key")), "-out", str(made)),
        ],
        check=True,
        capture_output=True,
    )
    return made


def message(kind: bytes, body: bytes = b"") -> bytes:
    return kind + struct.pack("!i", len(body) + 4) + body


def notice(text: str) -> bytes:
    return message(b"N", b"SNOTICE\0C00000\0M" + text.encode() + b"\0\0")


def columns(*names: str) -> bytes:
    each = b"".join(name.encode() + b"\0" + struct.pack("!ihihih", 0, 0, 25, -1, -1, 0) for name in names)
    return message(b"T", struct.pack("!h", len(names)) + each)


def row(*values: bytes) -> bytes:
    return message(
        b"D", struct.pack("!h", len(values)) + b"".join(struct.pack("!i", len(v)) + v for v in values)
    )


def login() -> bytes:
    """Return what a server says that lets everybody in."""
    told = {"server_version": "16.1", "client_encoding": "UTF8", "standard_conforming_strings": "on"}
    settings = b"".join(message(b"S", f"{key}\0{value}\0".encode()) for key, value in told.items())
    return message(b"R", struct.pack("!i", 0)) + settings + message(b"K", struct.pack("!ii", 1, 2)) + READY


class Peer:
    """What a client has sent; `recv` raises ConnectionError once it has gone."""

    def __init__(self, near: socket.socket) -> None:
        self.near = near

    def exactly(self, count: int) -> bytes:
        got = b""
        while len(got) < count:
            block = self.near.recv(count - len(got))
            if not block:
                raise ConnectionError
            got += block
        return got

    def packet(self) -> bytes:
        """Return a packet of the beginning of a connection, which has no kind."""
        (length,) = struct.unpack("!i", self.exactly(4))
        return self.exactly(length - 4)

    def message(self) -> tuple[bytes, bytes]:
        kind = self.exactly(1)
        return kind, self.packet()


class FalseServer:
    """Listens on this computer; `passwords` are those that clients have given it, in the clear or as MD5.

    Parameters
    ----------
    certificate
        File of a certificate with its key beside it; without one it refuses TLS.
    asks
        How it asks for a password: `CLEAR_TEXT`, `MD5`, or None to let everybody in.
    answer
        Called with the text of each statement, yields the bytes to send; then everything is let go on.
    """

    def __init__(
        self,
        certificate: Path | None = None,
        asks: int | None = None,
        answer: Callable[[str], Iterator[bytes]] | None = None,
        greeting: Callable[[], Iterator[bytes]] | None = None,
    ) -> None:
        self.passwords: list[bytes] = []
        self.connections = 0
        self._asks, self._answer, self._greeting = asks, answer, greeting
        self._tls = None
        if certificate is not None:
            self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._tls.load_cert_chain(certificate, certificate.with_suffix(".key"))
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._open = [self._listener]
        threading.Thread(target=self._accept, daemon=True).start()

    def place(
        self, name: str = "s", *, host: str = "db.lab", login: str = "kim:S3cret", more: str = ""
    ) -> str:
        """Return the address of a study; with the name of a host of the network, to which this port stands."""
        there = "" if host == "127.0.0.1" else "hostaddr=127.0.0.1"
        options = "&".join(filter(None, (there, more)))
        return f"postgresql://{login}@{host}:{self.port}/lab?{options}#{name}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for one in self._open:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                self.connections += 1
                self._open.append(near)
                threading.Thread(target=self._serve, args=(near,), daemon=True).start()

    def _serve(self, near: socket.socket) -> None:
        with contextlib.suppress(OSError, ssl.SSLError):
            peer = self._begun(Peer(near))
            if self._greeting is not None:
                for block in self._greeting():
                    peer.near.sendall(block)
            if self._asks is not None:
                salt = b"salt" if self._asks == MD5 else b""
                peer.near.sendall(message(b"R", struct.pack("!i", self._asks) + salt))
                self.passwords.append(peer.message()[1])
            peer.near.sendall(login())
            while True:
                kind, body = peer.message()
                if kind == b"Q" and self._answer is not None:
                    for block in self._answer(body.rstrip(b"\0").decode()):
                        peer.near.sendall(block)

    def _begun(self, peer: Peer) -> Peer:
        while True:
            (code,) = struct.unpack("!i", peer.packet()[:4])
            if code == SSL_REQUEST and self._tls is not None:
                peer.near.sendall(b"S")
                wrapped = self._tls.wrap_socket(peer.near, server_side=True)
                self._open.append(wrapped)
                peer = Peer(wrapped)
            elif code in {SSL_REQUEST, GSS_REQUEST}:
                peer.near.sendall(b"N")
            elif code == CANCEL_REQUEST:
                raise ConnectionError
            else:
                return peer


class Liar:
    """Stands between a client and a real server, and answers certain statements itself.

    Parameters
    ----------
    words
        Answers the statements that hold them.
    answer
        Yields the bytes to send instead of the server's.
    late_s
        Seconds that each piece of the server's answers is held back.
    """

    def __init__(
        self, server: Server, words: str, answer: Callable[[], Iterator[bytes]], late_s: float = 0
    ) -> None:
        self._late_s, self._never = late_s, threading.Event()
        self._target, self._words, self._answer = (
            str(next(server.folder.glob(".s.PGSQL.*[0-9]"))),
            words,
            answer,
        )
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._open = [self._listener]
        threading.Thread(target=self._accept, daemon=True).start()

    def through(self, place: str) -> str:
        """Return the address of a study with this program in the place of the server."""
        name, user = place.partition("#")[2], place.partition("user=")[2].partition("#")[0]
        return f"postgresql://{user}@127.0.0.1:{self.port}/lab?sslmode=disable#{name}"

    __enter__ = FalseServer.__enter__
    __exit__ = FalseServer.__exit__

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.socket(socket.AF_UNIX)
                far.connect(self._target)
                self._open += [near, far]
                threading.Thread(target=self._forward, args=(near, far), daemon=True).start()
                threading.Thread(target=self._back, args=(far, near), daemon=True).start()

    def _forward(self, near: socket.socket, far: socket.socket) -> None:
        with contextlib.suppress(OSError):
            peer = Peer(near)
            first = peer.packet()
            far.sendall(struct.pack("!i", len(first) + 4) + first)
            while True:
                kind, body = peer.message()
                if kind == b"Q" and self._words in body.decode():
                    for block in self._answer():
                        near.sendall(block)
                else:
                    far.sendall(message(kind, body))
        with contextlib.suppress(OSError):
            far.shutdown(socket.SHUT_RDWR)

    def _back(self, far: socket.socket, near: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while block := far.recv(65536):
                self._never.wait(self._late_s)
                near.sendall(block)
