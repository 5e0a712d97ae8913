"""What commands do with a study: open it, change it or read it, back it up, and say what was recorded."""

from __future__ import annotations

import codecs
import contextlib
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgdesk import actions
from kgdesk.cli import console
from kgdesk.cli.options import who
from kgdesk.errors import ReadOnlyStudy

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from kgdesk.actions import Session

    Act = Callable[[Session, argparse.Namespace], str]


def input_of(source: str) -> Any:
    """Return a path as it is, or the content of standard input for ``-``."""
    return actions.from_bytes("standard input", sys.stdin.buffer.read()) if source == "-" else source


def opened(options: argparse.Namespace, *, read_only: bool = False) -> Session:
    """Open the study of a command; a copy that is behind or forked is named on standard error.

    Raises
    ------
    ReadOnlyStudy
        The study is not writable and `read_only` is false.
    """
    session = actions.open_study(options.study, who(options), read_only=read_only)
    reason = session.read_only_reason
    if not read_only and reason:
        session.close()
        raise ReadOnlyStudy(f"{reason} Nothing was changed.")
    if (session.trust.doubtful or session.trust.unread) and not getattr(options, "says_trust", False):
        console.remark(session.trust.sentence)
    if session.waits_elsewhere:
        console.remark(session.waits_elsewhere)
    return session


def with_trust(session: Session, answer: str) -> str:
    """Put the verdict on a study's integrity before the answer of a command, unless there is nothing to remark."""
    if session.trust.unremarkable:
        return answer
    return f"{session.trust.sentence}\n{answer}"


@contextlib.contextmanager
def backed_up(session: Session, *, at_once: bool = False) -> Iterator[Session]:
    """Close a session at the end of the block; if anything was recorded, make a backup first.

    The backup is made if one is due, or in any case with `at_once`. Its failure is only reported on standard error:
    the entry is recorded all the same.
    """
    with contextlib.ExitStack() as stack:
        stack.callback(session.close)
        before = session.study.head
        yield session
        if session.study.head == before:
            return
        problem = ""
        try:
            problem = actions.backup_if_due(session, at_once=at_once).problem
        except KeyboardInterrupt:
            problem = "It was stopped."
        except Exception as fault:  # noqa: BLE001 - a failed backup must not fail the entry
            problem = f"kgdesk has a fault there ({type(fault).__name__}: {fault})."
        if problem:
            console.remark(f"No backup was made. {problem}")


def confirm_entry(
    session: Session, message: str, options: argparse.Namespace, since: int, **more: Any
) -> None:
    """Print what was recorded, and whether it waits here for a server that does not answer.

    Parameters
    ----------
    message
        What was recorded, as a sentence.
    since
        Number of entries that the study had before.
    more
        Further values for the JSON object.
    """
    if options.json:
        console.deliver(console.as_json({**_entry(session, message, options.token, since), **more}))
        return
    lines = [message]
    if session.waiting:
        lines.append(
            f"{console.count(session.waiting, 'entry')} kept here, not yet on the server: the next command or "
            "window on this computer that reaches it sends them."
        )
    console.confirm(*lines)


def _entry(session: Session, message: str, token: str, since: int) -> dict[str, Any]:
    """Return what a command recorded, or what an earlier command with the same token did, as values for JSON."""
    study = session.study
    events = session.recorded(token) or study.events[since:]
    touched = {
        event.payload["run"] for event in events if event.kind in {"outcome_corrected", "outcome_voided"}
    }
    recorded = {event.seq for event in events if event.kind == "outcome_recorded"}
    begun = {event.seq for event in events if event.kind == "experiment_started"}
    return {
        "study": study.name,
        "revision": study.revision,
        "stored": "outbox" if session.waiting else "study",
        "done": " ".join(message.split()),
        "entries": [{"seq": event.seq, "kind": event.kind} for event in events],
        "runs": [
            {"run": run.number, "candidate": run.candidate, "outcome": run.outcome}
            for run in study.runs
            if run.seq in recorded or run.number in touched
        ],
        "started": [
            {"run": start.number, "candidate": start.candidate}
            for start in study.starts
            if start.seq in begun
        ],
    }


def confirm_done(options: argparse.Namespace, *sentences: str) -> int:
    """Print what was done, as sentences or as one JSON object; return the exit status."""
    if options.json:
        console.deliver(console.as_json({"done": [" ".join(each.split()) for each in sentences]}))
    else:
        console.confirm(*sentences)
    return 0


def writing(act: Act) -> Callable[[argparse.Namespace], int]:
    """Wrap an action as a command that changes a study, reports what was recorded, and makes a backup if due."""

    def command(options: argparse.Namespace) -> int:
        with backed_up(opened(options)) as session, console.unbroken():
            since = session.study.head.seq
            confirm_entry(session, act(session, options), options, since)
        return 0

    return command


def reading(act: Act) -> Callable[[argparse.Namespace], int]:
    """Wrap an action as a command that writes nothing and prints the result."""

    def command(options: argparse.Namespace) -> int:
        with opened(options, read_only=True) as session:
            answer = act(session, options)
        console.show(answer)
        return 0

    return command


def saving(act: Act) -> Callable[[argparse.Namespace], int]:
    """Wrap an action as a command that leaves the study unchanged and saves a file, or writes it to standard output."""

    def command(options: argparse.Namespace) -> int:
        if options.dest == "-":
            return _pour(act, options)
        if getattr(options, "format", None):
            options.parser.error("--format is for standard output: the ending of the file says its format")
        with opened(options, read_only=True) as session:
            done = act(session, options)
        if options.json:
            console.deliver(console.as_json({"saved": options.dest, "done": done}))
        else:
            console.confirm(done)
        return 0

    return command


def _pour(act: Act, options: argparse.Namespace) -> int:
    """Write what an action saves to standard output."""
    if options.json:
        options.parser.error("- and --json both take standard output")
    ending = getattr(options, "format", None) or options.endings[0]
    with tempfile.TemporaryDirectory(prefix="kgdesk-") as folder, opened(options, read_only=True) as session:
        options.dest = str(Path(folder) / f"answer.{ending}")
        act(session, options)
        data = Path(options.dest).read_bytes()
    # The mark at the begin of a text file is for spreadsheets; a program that reads a pipe takes it for text.
    console.pour(data.removeprefix(codecs.BOM_UTF8))
    return 0
