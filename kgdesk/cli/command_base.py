"""Shared parts of the commands: options, opening a study, and output after the durable work."""

from __future__ import annotations

import argparse
import contextlib
import re
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgdesk import actions
from kgdesk.cli import console
from kgdesk.cli.dispatch import STUDY, add_by, who
from kgdesk.errors import BadInput, ReadOnlyStudy
from kgdesk.model.advice.batches import joined_limits
from kgdesk.model.design.samples import parse_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kgdesk.actions import Session
    from kgdesk.model.advice.batches import LimitKind

    Command = Callable[[str, str], argparse.ArgumentParser]

    Act = Callable[[Session, argparse.Namespace], str]


def names(text: str) -> list[str]:
    """Parse comma-separated names; none, or an empty one, is an error."""
    try:
        given = parse_names(text)
    except BadInput as refused:
        raise argparse.ArgumentTypeError(str(refused).rstrip(".")) from None
    if not given:
        raise argparse.ArgumentTypeError(f"“{text}” names nothing")
    return list(given)


class _Token(argparse.Action):
    """Action of ``--token``: rejects an empty token, for instance from an unset shell variable."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, *_: Any
    ) -> None:
        """Store the token."""
        if not str(values).strip():
            parser.error("argument --token: an empty token names nothing")
        setattr(namespace, self.dest, str(values).strip())


def add_token(parser: argparse.ArgumentParser) -> None:
    """Add ``--token``, the idempotency key of an entry, which every writing command has."""
    parser.add_argument(
        "--token",
        action=_Token,
        default="",
        metavar="ID",
        help="a name of your own for this entry, used for no other: asked again with it, nothing is recorded twice",
    )


def add_by_and_token(parser: argparse.ArgumentParser) -> None:
    """Add what every command has that makes an entry: ``--by``, ``--token`` and ``--json``."""
    add_by(parser)
    add_token(parser)
    add_json(parser, "entry")


def add_json(parser: argparse.ArgumentParser, *schemas: str) -> None:
    """Add ``--json``; an answer has the form of one of `schemas`, files in ``resources/schemas``."""
    if parser.get_default("schemas") is None:
        parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(schemas=(*(parser.get_default("schemas") or ()), *schemas))


def add_reason(parser: argparse.ArgumentParser, *, required: bool = True) -> None:
    """Add ``--reason``."""
    parser.add_argument(
        "--reason", required=required, default="", metavar="TEXT", help="why; kept with the entry"
    )


def add_dest(parser: argparse.ArgumentParser, *endings: str, optional: bool = False) -> None:
    """Add the file that a command writes, ``-`` for standard output, with ``--json``, which names it.

    Parameters
    ----------
    endings
        Those that the file may have; with several, ``--format`` says which one standard output gets.
    optional
        The file may be left out.
    """
    *most, last = (f".{each}" for each in endings)
    listed = f"{', '.join(most)} or {last}" if most else last
    parser.add_argument(
        "dest",
        metavar="DEST",
        nargs="?" if optional else None,
        help=f"file ending in {listed}, or - for standard output",
    )
    if len(endings) > 1:
        parser.add_argument(
            "--format",
            choices=endings,
            help=f"what - gets (default: {endings[0]}); a file says it by its ending",
        )
    parser.set_defaults(parser=parser, endings=endings)
    add_json(parser, "saved")


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add ``--language`` to a command that writes a page for people; what it prints is English."""
    parser.add_argument(
        "--language", choices=("en", "de"), default="en", help="language of the page (default: en)"
    )


def input_of(source: str) -> Any:
    """Return a path as it is, or the content of standard input for ``-``."""
    return actions.from_bytes("standard input", sys.stdin.buffer.read()) if source == "-" else source


def add_overwrite(parser: argparse.ArgumentParser) -> None:
    """Add ``--overwrite``."""
    parser.add_argument("--overwrite", action="store_true", help="replace a file of that name")


def add_limits(parser: argparse.ArgumentParser) -> None:
    """Add the options about the candidates of one batch."""
    group = parser.add_argument_group("several at once (--count, --batch)")
    group.add_argument(
        "--with-repeats",
        action="store_true",
        help="one candidate may be in it more than once, where the study allows",
    )
    group.add_argument(
        "--per-level", type=_most, action="append", default=[], metavar="COL=K",
        help="at most K candidates with the same value in the column",
    )  # fmt: skip
    group.add_argument(
        "--one-level", default="", metavar="COL",
        help="all with one value in the column, as a plate has one temperature: the best plate over its values",
    )  # fmt: skip
    group.add_argument(
        "--shared", type=_most, action="append", default=[], metavar="COL=K",
        help="at most K with the same instrument, named in the column, runs in progress counted",
    )  # fmt: skip


def _most(text: str) -> tuple[str, int]:
    column, _, most = text.rpartition("=")
    if not column.strip() or not re.fullmatch(r"\d{1,6}", most.strip(), re.ASCII):
        raise argparse.ArgumentTypeError(f"“{text}” is not a column with a number like solvent=8")
    return column.strip(), int(most)


def batch_limits(options: argparse.Namespace) -> dict[str, Any]:
    """Return what `kgdesk.model.advice.advice.advise_batch` takes besides the number and the policy."""
    limits: list[tuple[LimitKind, str, int]] = [("per_level", *each) for each in options.per_level]
    limits += [("one_level", options.one_level, 0)] if options.one_level else []
    limits += [("shared", *each) for each in options.shared]
    return {"repeats": options.with_repeats, "limits": joined_limits(limits)}


def on_study(
    command: Command, name: str, what: str, act: Callable[[argparse.Namespace], int]
) -> argparse.ArgumentParser:
    """Add a command whose first argument is a study; return its parser.

    Parameters
    ----------
    command
        Adds a command with a name and a help text.
    act
        Executes the command and returns the exit status.
    """
    parser = command(name, what)
    parser.add_argument("study", metavar="STUDY", help=STUDY)
    parser.set_defaults(act=act)
    return parser


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
    if session.trust.doubtful and not getattr(options, "says_trust", False):
        console.remark(session.trust.sentence)
    return session


def with_trust(session: Session, answer: str) -> str:
    """Put the verdict on a study before the answer of a command, unless it is whole."""
    if session.trust.unremarkable:
        return answer
    return f"{session.trust.sentence}\n{answer}"


@contextlib.contextmanager
def backed_up(session: Session, *, at_once: bool = False) -> Iterator[Session]:
    """Close a session at the end, after a backup if one is due, or `at_once` if anything was recorded.

    A failed backup is only reported on standard error, since the entry is recorded.
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
        The same as a sentence.
    since
        Number of entries before.
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
    """Return the JSON about what a command has recorded, or its token had recorded before."""
    study = session.study
    events = session.recorded(token) or study.events[since:]
    touched = {
        event.payload["run"] for event in events if event.kind in {"outcome_corrected", "outcome_voided"}
    }
    recorded = {event.seq for event in events if event.kind == "outcome_recorded"}
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
            {"start": event.seq, "candidate": event.payload["candidate"]}
            for event in events
            if event.kind == "experiment_started"
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
    """Wrap an action as a command that leaves the study unchanged and saves a file, or pours it to standard console."""

    def command(options: argparse.Namespace) -> int:
        if options.dest == "-":
            return _pour(act, options)
        with opened(options, read_only=True) as session:
            done = act(session, options)
        if options.json:
            console.deliver(console.as_json({"saved": options.dest, "done": done}))
        else:
            console.confirm(done)
        return 0

    return command


def _pour(act: Act, options: argparse.Namespace) -> int:
    """Write what an action saves to standard console."""
    if options.json:
        options.parser.error("- and --json both take standard output")
    ending = getattr(options, "format", None) or options.endings[0]
    with tempfile.TemporaryDirectory(prefix="kgdesk-") as folder, opened(options, read_only=True) as session:
        options.dest = str(Path(folder) / f"answer.{ending}")
        act(session, options)
        data = Path(options.dest).read_bytes()
    console.pour(data)
    return 0
