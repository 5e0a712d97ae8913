"""Run commands of the real program in forked children that are killed, or whose disk is full, from a given write on.

The process loads the program once, then forks one child per line of JSON on standard input, and answers with one line
each. The child calls the program's entry point with streams of its own. Its writes are those of SQLite, by an apsw
file system, and those of Python: files opened for writing, folders, links, renames and fsync.
"""

from __future__ import annotations

import errno
import functools
import gettext
import io
import json
import os
import resource
import signal
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "store"))

import apsw
import numpy as np
from faults import Faults, faulty_disk

from kgdesk import actions
from kgdesk.cli import main, parser
from kgdesk.model.beliefs.belief import posterior
from kgdesk.model.beliefs.prior import prior_belief

#: Operations that need disk space; at the others the process can only be killed.
GROWS = {"xWrite", "open", "mkdir", "link", "fsync"}


class Writes(Faults):
    """Count writes; at the N-th the process is killed, or from it on the disk is full."""

    def __init__(self, wanted: str, step: int) -> None:
        super().__init__()
        self.count = 0
        self._wanted, self._step = wanted, step

    def passed(self, step: str) -> None:
        if step in {"xRead", "xFileSize", "xLock", "xOpen"}:
            return
        if self._wanted == "full" and step not in GROWS:
            return
        self.count += 1
        if self._wanted == "kill" and self.count == self._step:
            os.kill(os.getpid(), signal.SIGKILL)
        if self._wanted == "full" and self.count >= self._step:
            if step.startswith("x"):
                raise apsw.FullError("the disk is full")
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def watch(writes: Writes) -> None:
    """Report every write by Python to the counter."""
    fsync = os.fsync

    def synced(handle: Any) -> None:
        writes.passed("fsync")
        fsync(handle)

    os.fsync = synced  # type: ignore[assignment]

    def heard(event: str, args: tuple[Any, ...]) -> None:
        if (
            event == "open"
            and isinstance(args[0], str | bytes)
            and not os.fsdecode(args[0]).startswith("/dev/")
        ):
            if args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
                writes.passed("open")
        elif event in {"os.mkdir", "os.link", "os.rename", "os.remove"}:
            writes.passed(event[3:])

    sys.addaudithook(heard)


def stream(number: int, where: str, encoding: str) -> Any:
    """Return a Python stream to a file, a full device or a closed pipe, or a closed stream."""
    os.close(number)
    if where == "closed":
        return None
    if where == "gone":
        ours, theirs = os.pipe()
        os.close(ours)
        handle = theirs
    else:
        handle = os.open(
            where, os.O_WRONLY | (0 if where.startswith("/dev/") else os.O_CREAT | os.O_TRUNC), 0o666
        )
    if handle != number:
        os.dup2(handle, number)
        os.close(handle)
    errors = "backslashreplace" if number == 2 else "strict"
    return io.TextIOWrapper(os.fdopen(number, "wb"), encoding=encoding, errors=errors)


def child(job: dict[str, Any]) -> int:
    """Run one command; return its exit status as Python would."""
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.environ.update(job["env"])
    os.chdir(job["folder"])
    sys.argv = ["kgdesk", *job["words"]]
    encoding = job.get("encoding", "utf-8")
    for number, name in ((1, "stdout"), (2, "stderr")):
        made = stream(number, job[name], encoding)
        setattr(sys, name, made)
        setattr(sys, f"__{name}__", made)
    writes = Writes(job.get("fault", ""), job.get("step", 0))
    with faulty_disk() as faults:
        faults.passed = writes.passed  # type: ignore[method-assign]
        watch(writes)
        try:
            code = main()
        except SystemExit as leaving:
            code = int(leaving.code or 0)
        writes._wanted = ""
    Path(job["count"]).write_text(str(writes.count), encoding="utf-8")
    try:
        if sys.stdout is not None and not sys.stdout.closed:
            sys.stdout.flush()
    except (OSError, ValueError):
        return 120  # as Python does if the last flush fails
    return code


def serve() -> None:
    """Answer each job with the exit status of its child, negative for a signal."""
    # argparse looks on the disk for translations of its words 130 times for each child.
    gettext.find = functools.cache(gettext.find)  # type: ignore[assignment]
    parser.build()  # import every command and action once, before the forks, and load the kernels that predict
    assert all(getattr(actions, name) for name in actions.__all__)
    belief = posterior(prior_belief("moments", np.zeros(2), np.ones(2)), np.eye(2), np.ones(2))
    assert belief.predict(np.eye(2)).size == 2  # few rows: without threads, which do not survive a fork
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    for line in sys.stdin:
        job = json.loads(line)
        pid = os.fork()
        if not pid:
            try:
                os._exit(child(job))
            except BaseException as fault:  # noqa: BLE001 - told to the test
                Path(job["count"]).with_suffix(".fault").write_text(repr(fault), encoding="utf-8")
                os._exit(99)
        _, status = os.waitpid(pid, 0)
        print(os.waitstatus_to_exitcode(status), file=answers, flush=True)


if __name__ == "__main__":
    serve()
