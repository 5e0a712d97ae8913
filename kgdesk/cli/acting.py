"""What the kinds of commands have in common: how the study is opened, and when what was done is said."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.cli import output
from kgdesk.cli.opening import STUDY, who
from kgdesk.errors import ReadOnlyStudy

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from kgdesk.actions import Session

    Command = Callable[[str, str], argparse.ArgumentParser]
    Act = Callable[[Session, argparse.Namespace], str]


def on_study(
    command: Command, name: str, what: str, act: Callable[[argparse.Namespace], int]
) -> argparse.ArgumentParser:
    """Add a command whose first argument is a study; return its parser.

    Parameters
    ----------
    command
        Adds a command by its name and its help.
    act
        Does what the command says, and returns the exit status.
    """
    parser = command(name, what)
    parser.add_argument("study", metavar="STUDY", help=STUDY)
    parser.set_defaults(act=act)
    return parser


def opened(options: argparse.Namespace, *, read_only: bool = False) -> Session:
    """Open the study of a command.

    Raises
    ------
    ReadOnlyStudy
        It cannot be written, though the command has to.
    """
    session = actions.open_study(options.study, who(options), read_only=read_only)
    reason = session.read_only_reason
    if not read_only and reason:
        session.close()
        raise ReadOnlyStudy(f"{reason} Nothing was changed.")
    return session


@contextlib.contextmanager
def backed_up(session: Session) -> Iterator[Session]:
    """Close a session at the end, with a backup where one is due.

    One that fails is told on standard error: what was recorded is recorded, whatever becomes of its copy. So is where
    the old file is kept when an entry has brought the study to a newer form.
    """
    with contextlib.ExitStack() as stack:
        stack.callback(session.close)
        before = session.study.head
        yield session
        if session.notice:
            output.remark(session.notice)
        if session.study.head == before:
            return
        problem = ""
        try:
            problem = actions.backup_if_due(session).problem
        except KeyboardInterrupt:
            problem = "It was stopped."
        except Exception as fault:  # noqa: BLE001 - a fault of the copy is none of the entry
            problem = f"kgdesk has a fault there ({type(fault).__name__}: {fault})."
        if problem:
            output.remark(f"No backup was made. {problem}")


def writing(act: Act) -> Callable[[argparse.Namespace], int]:
    """Return a command that changes a study, says what is on the disk, and makes a backup where one is due."""

    def command(options: argparse.Namespace) -> int:
        with backed_up(opened(options)) as session, output.unbroken():
            output.confirm(act(session, options))
        return 0

    return command


def reading(act: Act) -> Callable[[argparse.Namespace], int]:
    """Return a command that writes nothing and prints its answer."""

    def command(options: argparse.Namespace) -> int:
        with opened(options, read_only=True) as session:
            answer = act(session, options)
        output.show(answer)
        return 0

    return command


def saving(act: Act) -> Callable[[argparse.Namespace], int]:
    """Return a command that leaves the study as it is and saves a file."""

    def command(options: argparse.Namespace) -> int:
        with opened(options, read_only=True) as session:
            output.confirm(act(session, options))
        return 0

    return command
