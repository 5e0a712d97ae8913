"""Checks of this computer: correct values from the kernels, a disk that keeps acknowledged writes; their findings."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from kgdesk import kernels
from kgdesk.actions.archives import verify
from kgdesk.actions.operator import Operator
from kgdesk.actions.own_process import NO_WINDOW, own_command
from kgdesk.actions.studies import create_study, open_study, record
from kgdesk.errors import KgdeskError
from kgdesk.model.beliefs.gaussian import DiagonalBelief, FullBelief, MomentBelief
from kgdesk.model.study.settings import Settings
from kgdesk.paths import resource_path
from kgdesk.rehearsal.importance_sampling import scipy_differences
from kgdesk.store import HeadJournal
from kgdesk.tables import read_pool
from kgdesk.text import Phrase, joined, phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping


#: What to do where a number is wrong.
AGAIN = phrase("Install kgdesk again; if it stays so, this computer computes wrongly.")

#: Relative tolerance: exp and log differ between machines in the last digits.
_TOLERANCE = 1e-9

_ROUNDS = 30

_BELIEFS: dict[str, Callable[[int], DiagonalBelief | FullBelief | MomentBelief]] = {
    "diagonal": DiagonalBelief.prior,
    "full": FullBelief.prior,
    "moments": MomentBelief.prior,
}

#: Files and folders below ``resources`` that the program reads.
OWN_FILES = (
    "archive/verify_archive.py", "certificates/chances.json", "certificates/ranges.json", "help", "icons", "samples",
    "selftest/golden.json", "templates", "translations",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Finding:
    """Result of one check; each text may be a phrase, for a certificate in another language.

    Parameters
    ----------
    what
        What was checked.
    result
        The result in a few words.
    problem
        One sentence with a remedy; empty if the check passed.
    """

    what: str
    result: str = ""
    problem: str = ""

    def as_wire(self) -> dict[str, Any]:
        """Serialise to JSON values, including phrases, for another process; see `of_wire`."""
        return {"what": as_wire(self.what), "result": as_wire(self.result), "problem": as_wire(self.problem)}

    @classmethod
    def of_wire(cls, fields: Mapping[str, Any]) -> Self:
        """Deserialise the result of `as_wire`."""
        return cls(*(of_wire(fields[name]) for name in ("what", "result", "problem")))


def last_words(text: str) -> str:
    """Return the last line of a process's output, truncated."""
    lines = text.strip().splitlines()
    return " ".join(lines[-1].split())[:200] if lines else phrase("no words")


def as_wire(text: str | float) -> object:
    """Serialise a text, or a phrase with its values, to JSON values; see `of_wire`."""
    if not isinstance(text, Phrase):
        return text
    return [text.template, {name: as_wire(value) for name, value in text.values.items()}]


def of_wire(value: Any) -> Any:
    """Deserialise the result of `as_wire`."""
    if not isinstance(value, list | tuple):
        return value
    template, values = value
    return Phrase(template, {name: of_wire(each) for name, each in values.items()})


def own_files() -> list[Finding]:
    """Check that the program's own files are there."""
    try:
        for name in OWN_FILES:
            resource_path(*name.split("/"))
    except KgdeskError as missing:
        return [Finding(phrase("files of the program"), problem=missing.sentence)]
    return [Finding(phrase("files of the program"), phrase("complete"))]


def golden() -> list[Finding]:
    """Compare beliefs and knowledge gradients with reference values from 40-digit arithmetic."""
    cases = json.loads(resource_path("selftest", "golden.json").read_text("utf-8"))
    differences = [_functions(cases["functions"])]
    differences += [_belief(kind, cases, wanted) for kind, wanted in cases["beliefs"].items()]
    return differences


def _functions(cases: list[dict[str, Any]]) -> Finding:
    worst, at = 0.0, ""
    for case in cases:
        mu, s2 = (np.array([case[name]]) for name in ("mean", "variance"))
        values = {
            "exact": float(kernels.predict_exact(mu, s2)[0]),
            "kappa": float(kernels.predict_kappa(mu, s2)[0]),
            "margin": float(kernels.margin(case["mean"], case["variance"])),
        }
        for name, value in values.items():
            off = _off(value, case[name])
            if not off <= worst:
                worst = off
                at = phrase(
                    "{name} at mean {mean}, variance {variance}",
                    name=name,
                    mean=case["mean"],
                    variance=case["variance"],
                )
    return _compared(phrase("numbers: probabilities and margins"), worst, at)


def _belief(kind: str, cases: dict[str, Any], wanted: dict[str, Any]) -> Finding:
    pool = np.array(cases["pool"])
    belief = _BELIEFS[kind](pool.shape[1])
    for row, outcome in cases["outcomes"]:
        belief = belief.updated(pool[row], outcome)
    sweep = belief.sweep(pool)
    worst, at = 0.0, ""
    for name, values in (
        ("mean", belief.mean),
        ("probability", belief.predict(pool)),
        ("kg", sweep.kg),
        ("success_value", sweep.success_value),
        ("failure_value", sweep.failure_value),
    ):
        for i, (value, right) in enumerate(zip(values, wanted[name], strict=True)):
            off = _off(float(value), right)
            if not off <= worst:
                worst, at = off, f"{name} {i + 1}"
    return _compared(phrase("numbers: {kind} belief and its values of testing", kind=kind), worst, at)


def _off(value: float, right: float) -> float:
    return abs(value - right) / max(1.0, abs(right))


def _compared(what: str, worst: float, at: str) -> Finding:
    if worst <= _TOLERANCE:
        exact = phrase("as known, to the last digit")
        return Finding(what, phrase("as known, to {worst}", worst=f"{worst:.0e}") if worst else exact)
    problem = phrase("off by {worst} ({at}). {again}", worst=f"{worst:.1e}", at=at, again=AGAIN)
    return Finding(what, problem=problem)


def witnessed() -> list[Finding]:
    """Compare integrals, the logistic function and even draws with SciPy, where the Python package runs."""
    what = phrase("numbers: compared with SciPy")
    differences = scipy_differences()
    if differences is None:
        return [Finding(what, phrase("left out: only the Python package brings SciPy"))]
    worst, name = max((off, name) for name, off in differences.items())
    return [_compared(what, worst, f"scipy.{name}")]


def two_at_once() -> list[Finding]:
    """Call parallel kernels from two threads at once: without the lock this would crash the process."""
    cases = json.loads(resource_path("selftest", "golden.json").read_text("utf-8"))
    pool = np.tile(np.array(cases["pool"]), (8, 1))
    belief = MomentBelief.prior(pool.shape[1]).updated(pool[0], 1)
    right = belief.sweep(pool).kg.tobytes()
    wrong: list[str] = []

    def work() -> None:
        gains = (belief.sweep(pool).kg.tobytes() for _ in range(_ROUNDS))
        wrong.extend("differs" for bits in gains if bits != right)

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    result = phrase("{count} sweeps, the same bits", count=2 * _ROUNDS)
    problem = phrase(
        "{wrong} of {count} sweeps differ. {again}", wrong=len(wrong), count=2 * _ROUNDS, again=AGAIN
    )
    return [Finding(phrase("two threads at once"), result, problem if wrong else "")]


_TABLE = "code,temperature,solvent\n" + "".join(
    f"A-{i},{20 + i},{('water', 'DMF')[i % 2]}\n" for i in range(1, 13)
)

_SYNCS = 8

_ACKNOWLEDGED = 5

_PATIENCE_SECONDS = 120.0

#: A faster sync means that a cache acknowledges it, not the disk; seconds.
_TOO_FAST_SECONDS = 2e-5


@contextmanager
def _probe(folder: str | Path | None) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(
        prefix="kgdesk-selftest-", dir=folder, ignore_cleanup_errors=True
    ) as name:
        yield Path(name)


def durability(folder: str | Path | None) -> list[Finding]:
    """Write, sync and read back a page several times, as each append to a study does."""
    what = phrase("disk of {folder}", folder=folder or tempfile.gettempdir())
    try:
        with _probe(folder) as place:
            times = [_synced(place / f"{i}") for i in range(_SYNCS)]
    except OSError as cause:
        problem = phrase(
            "nothing can be written there ({cause}). Choose another folder.", cause=cause.strerror
        )
        return [Finding(what, problem=problem)]
    typical = median(times)
    detail = phrase(
        "a synced page takes {time} ms (median of {count})", time=f"{1000 * typical:.2f}", count=_SYNCS
    )
    doubt = phrase("; that is memory or a cache, not a disk: what is kept there may not survive a power cut")
    return [Finding(what, joined(detail, doubt) if typical < _TOO_FAST_SECONDS else detail)]


def _synced(path: Path) -> float:
    page = os.urandom(4096)
    began = time.perf_counter()
    handle = os.open(path, os.O_CREAT | os.O_RDWR | getattr(os, "O_BINARY", 0), 0o600)
    try:
        os.write(handle, page)
        os.fsync(handle)
        took = time.perf_counter() - began
        os.lseek(handle, 0, os.SEEK_SET)
        if os.read(handle, len(page)) != page:
            raise OSError(0, "what was written reads back differently")
    finally:
        os.close(handle)
    return took


def written_killed_verified(folder: str | Path | None) -> list[Finding]:
    """Record outcomes in a child process, kill it, and check that every acknowledged outcome is stored."""
    what = phrase("study: written, killed in mid-work, verified")
    try:
        with _probe(folder) as place:
            return [_killed(what, place / "probe.kgstudy")]
    except OSError as cause:
        sentence = phrase("the study could not be written ({cause}). Choose another folder.", cause=cause)
        return [Finding(what, problem=sentence)]
    except KgdeskError as problem:
        return [Finding(what, problem=problem.sentence)]


def _killed(what: str, path: Path) -> Finding:
    table = path.with_name("table.csv")
    table.write_text(_TABLE, encoding="utf-8")
    who = Operator("selftest")
    with create_study(path, read_pool(table, id="code", categories=["solvent"]), Settings(), who) as session:
        root = session.study.events[0].hash
    try:
        return _outlived(what, path, who)
    finally:
        HeadJournal().drop(root)  # leave nothing behind


def _outlived(what: str, path: Path, who: Operator) -> Finding:
    writer = subprocess.Popen(  # noqa: S603 - our own program
        own_command("selftest", "--part", f"writer={path}"),
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        creationflags=NO_WINDOW,
    )  # fmt: skip
    watch = threading.Timer(_PATIENCE_SECONDS, writer.kill)
    watch.start()
    try:
        acknowledged = _read_acknowledged(writer)
    finally:
        watch.cancel()
        writer.kill()
        _, words = writer.communicate()
    if acknowledged < _ACKNOWLEDGED:
        problem = phrase(
            "the child that records stopped by itself ({last}). Install kgdesk again.", last=last_words(words)
        )
        return Finding(what, problem=problem)
    with open_study(path, who) as again:
        recorded = len(again.study.runs)
    if recorded < acknowledged:
        return Finding(
            what,
            problem=phrase(
                "of {acknowledged} acknowledged outcomes {kept} were kept. Keep no studies on this disk.",
                acknowledged=acknowledged,
                kept=recorded,
            ),
        )
    detail = phrase(
        "{acknowledged} outcomes acknowledged before the kill, {kept} kept, chain whole",
        acknowledged=acknowledged,
        kept=recorded,
    )
    return Finding(what, detail, verify(path).problem or "")


def _read_acknowledged(writer: subprocess.Popen[str]) -> int:
    count = 0
    for _ in writer.stdout or ():
        count += 1
        if count >= _ACKNOWLEDGED:
            break
    return count


def write_until_stopped(path: str | Path) -> None:
    """Record outcomes in a study, printing a line after each, until killed; the body of the child process."""
    with open_study(path, Operator("selftest")) as session:
        ids = session.study.pool.ids
        for number in range(1_000_000):
            record(session, ids[number % len(ids)], ("success", "failure")[number % 3 == 0])
            sys.stdout.write(f"{number + 1}\n")
            sys.stdout.flush()
