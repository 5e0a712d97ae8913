"""PostgreSQL server for tests: private data folder, Unix socket, no network."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import psycopg
import pytest

from kgdesk.store.postgres.link import Link
from kgdesk.store.postgres.schema import init

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

if os.name == "posix":
    import pwd

BINARIES = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
OWNER = "owner"


def missing() -> str:
    """Return why no server can be started; empty if one can."""
    if not BINARIES:
        return "PostgreSQL is not installed (apt-get install postgresql-15)"
    if os.geteuid() == 0 and shutil.which("setpriv") is None:
        return "PostgreSQL does not run as root, and setpriv is not installed"
    if os.geteuid() == 0 and "postgres" not in {user.pw_name for user in pwd.getpwall()}:
        return "PostgreSQL does not run as root, and there is no user postgres"
    return ""


class Server:
    """Server with a database `lab`, prepared for kgdesk, and users who are members of its role."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="kgpg-"))
        self.data = self.folder / "data"
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            self.folder.chmod(0o711)
        self._run(
            "initdb", "-D", self.data, "-U", OWNER, "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"
        )
        self.start()
        self.sql("CREATE DATABASE lab", base="postgres")

    def start(self, **settings: str) -> None:
        # The data need not survive a crash of the computer, but settings of durability stay as in production.
        options = f"-k {self.folder} -c listen_addresses='' -c max_connections=60 -c shared_buffers=16MB"
        options += "".join(f" -c {name}={value}" for name, value in settings.items())
        self._run(
            "pg_ctl", "-D", self.data, "-w", "-t", "120", "-l", self.folder / "log", "-o", options, "start"
        )

    def stop(self, how: str = "fast") -> None:
        self._run("pg_ctl", "-D", self.data, "-w", "-t", "120", "-m", how, "stop")

    def kill(self) -> None:
        """Kill every process of the server at once, as a power cut does."""
        first = int((self.data / "postmaster.pid").read_text().split()[0])
        family = [first, *children(first)]
        for process in family:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        for process in family:
            while alive(process):
                os.sched_yield()
        # Without an init process that reaps it, a dead server keeps its process id and looks alive to the next start.
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        for lock in self.folder.glob(".s.PGSQL.*"):
            lock.unlink()

    def address(self, user: str = OWNER, name: str = "") -> str:
        return f"postgresql:///lab?host={self.folder}&user={user}" + (f"#{name}" if name else "")

    def sql(self, *statements: str, base: str = "lab", user: str = OWNER) -> None:
        import psycopg

        with psycopg.connect(f"dbname={base} host={self.folder} user={user}", autocommit=True) as link:
            for statement in statements:
                link.execute(statement.encode())

    def remove(self) -> None:
        with contextlib.suppress(RuntimeError, OSError):  # the last test may have killed it
            self.stop("immediate")
        if self.folder.exists():
            shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *arguments: object) -> None:
        become = ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--clear-groups"]
        command = [*(become if os.geteuid() == 0 else []), str(BINARIES[0] / program), *map(str, arguments)]
        done = subprocess.run(
            command,
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,  # a pipe would stay open in the server
            stderr=subprocess.DEVNULL,
            check=False,
        )
        if done.returncode:
            log = self.folder / "log"
            raise RuntimeError(f"{program} failed: {log.read_text() if log.exists() else ''}")


def children(parent: int) -> list[int]:
    try:
        direct = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    except OSError:
        return []
    return [int(child) for child in direct]


def alive(process: int) -> bool:
    """Return whether a process runs; zombies do not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def cut_connections(server: Server, user: str) -> None:
    with psycopg.connect(server.address(), autocommit=True) as link:
        link.execute(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE usename = %s", (user,)
        )


class Proxy:
    """A Unix socket before a server that forwards both ways, until `silence`: then it accepts and never answers."""

    def __init__(self, server: Server) -> None:
        self._target = str(next(server.folder.glob(".s.PGSQL.*[0-9]")))
        self._real = server.folder
        self._folder = Path(tempfile.mkdtemp(prefix="kgpx-"))
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self._folder / Path(self._target).name))
        self._listener.listen(64)
        self._open: list[socket.socket] = [self._listener]
        self._left: int | None = None
        self._speaks = threading.Condition()
        threading.Thread(target=self._accept, daemon=True).start()

    def through(self, address: str) -> str:
        """Return an address with this proxy in the place of the server."""
        return address.replace(str(self._real), str(self._folder))

    def silence(self, after: int = 0) -> None:
        """Forward `after` more bytes of the server's, then nothing either way; connections stay open."""
        with self._speaks:
            self._left = after

    def speak(self) -> None:
        """Forward again, also what was held back."""
        with self._speaks:
            self._left = None
            self._speaks.notify_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.speak()
        for one in self._open:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.socket(socket.AF_UNIX)
                self._open += [near, far]
                try:
                    far.connect(self._target)
                except OSError:  # the server is down
                    near.close()
                    continue
                threading.Thread(target=self._forward, args=(near, far, False), daemon=True).start()
                threading.Thread(target=self._forward, args=(far, near, True), daemon=True).start()

    def _forward(self, source: socket.socket, sink: socket.socket, answer: bool) -> None:
        with contextlib.suppress(OSError):
            while block := source.recv(16384):
                with self._speaks:
                    if self._left is not None and answer:
                        self._left = max(0, self._left - len(block))
                    self._speaks.wait_for(lambda: self._left is None or self._left > 0)
                sink.sendall(block)
        with contextlib.suppress(OSError):
            sink.shutdown(socket.SHUT_RDWR)


def committing_without_a_word() -> Callable[..., Any]:
    """Return a method in the place of `Link.ask`: each transaction is committed, and its answer lost."""
    ask = Link.ask

    def commits_and_breaks(self: Link, query: Any, *values: Any, **how: Any) -> Any:
        rows = ask(self, query, *values, **how)
        if query == "COMMIT":
            self.close()
            raise psycopg.OperationalError("the reply was lost")
        return rows

    return commits_and_breaks


@contextlib.contextmanager
def prepared_server(*users: str) -> Iterator[Server]:
    """Start a prepared server with users, and remove it; skip the tests that need it where none can be started."""
    why = missing()
    if why:
        pytest.skip(why)
    server = Server()
    try:
        init(server.address())
        server.sql(*(f"CREATE ROLE {user} LOGIN IN ROLE kgdesk_lab" for user in users))
        yield server
    finally:
        server.remove()
