"""The program for shells in tests: each call is a process of its own, forked from one that has imported the libraries.

NumPy, Numba and Qt take most of the time of a command. The modules of kgdesk are imported anew by each call.
"""

from __future__ import annotations

import json
import os
import runpy
import socket
import subprocess
import sys
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from select import select
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
#: Passes its arguments, folder, environment and streams on, and ends as the process that does the work.
_CALLER = """#!{python} -IS
import json, os, socket, sys
wire = socket.socket(socket.AF_UNIX)
wire.connect({address!r})
call = json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode()
socket.send_fds(wire, [len(call).to_bytes(8, "big") + call], [0, 1, 2])
sys.exit(int(wire.makefile().read()))
"""


@contextmanager
def kgdesk_on_path(folder: Path) -> Iterator[str]:
    """Yield a folder for the search path of a shell, which holds the program `kgdesk`."""
    place = folder / "bin"
    place.mkdir()
    program = place / "kgdesk"
    address = str(place / "wire")
    plain = f'#!/bin/sh\nexec "{sys.executable}" -W error -m kgdesk "$@"\n'
    caller = _CALLER.format(python=sys.executable, address=address)
    program.write_text(caller if sys.platform == "linux" else plain, encoding="utf-8")
    program.chmod(0o755)
    if sys.platform != "linux":  # on macOS its libraries do not survive a fork
        yield str(place)
        return
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}
    with subprocess.Popen(
        [sys.executable, "-W", "error", __file__, address],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        try:
            assert server.stdout.readline() == b"ready\n"
            yield str(place)
        finally:
            server.stdin.close()  # which ends it, as the end of this process would


def _import_libraries() -> None:
    import_module("kgdesk.kernels").configure_numba()  # before the import of Numba, as the program does
    for name in ("numpy", "numba", "apsw", "PySide6.QtWidgets"):
        import_module(name)


def _serve(address: str) -> int:
    """Fork a process for each call until standard input is closed; return in each with the status of the program."""
    _import_libraries()
    with socket.socket(socket.AF_UNIX) as ear:
        ear.bind(address)
        ear.listen()
        print("ready", flush=True)
        while sys.stdin not in select([ear, sys.stdin], [], [])[0]:
            wire, _ = ear.accept()
            with suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
            if not os.fork():
                ear.close()
                return _answered(wire)
            wire.close()
    return 0


def _answered(wire: socket.socket) -> int:
    """Run the call in a child, and tell its exit status."""
    data, streams, _, _ = socket.recv_fds(wire, 1 << 16, 3)
    while len(data) < 8 + int.from_bytes(data[:8], "big"):
        data += wire.recv(1 << 16)
    child = os.fork()
    if child:
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        wire.sendall(str(code).encode())
        os._exit(0)
    wire.close()
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    words, folder, variables = json.loads(data[8:])
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(variables)
    sys.argv = ["kgdesk", *words]
    sys.path[0] = folder
    try:
        runpy.run_module("kgdesk", run_name="__main__", alter_sys=True)
    except SystemExit as leaving:
        return int(leaving.code or 0)
    return 0


if __name__ == "__main__":
    sys.exit(_serve(sys.argv[1]))
