"""What the commands share: how the study is opened, options, and when the result is printed."""

from __future__ import annotations

import argparse
import contextlib
from typing import TYPE_CHECKING, Any

from kgdesk import actions
from kgdesk.cli import output
from kgdesk.cli.dispatch import STUDY, add_by, who
from kgdesk.errors import ReadOnlyStudy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kgdesk.actions import Session

    Command = Callable[[str, str], argparse.ArgumentParser]

    Act = Callable[[Session, argparse.Namespace], str]


def names(text: str) -> list[str]:
    """Read names between commas; none may be empty."""
    given = [name.strip() for name in text.split(",")]
    if not all(given):
        raise argparse.ArgumentTypeError(f"“{text}” has an empty name between two commas")
    return given


class _Token(argparse.Action):
    """Takes a token; an empty one, as of a variable that a script forgot to set, is refused."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, *_: Any
    ) -> None:
        """Keep the token."""
        if not str(values).strip():
            parser.error("argument --token: an empty token names nothing")
        setattr(namespace, self.dest, str(values).strip())


def add_token(parser: argparse.ArgumentParser) -> None:
    """Add the option of every command that writes to a study: the name of the entry."""
    parser.add_argument(
        "--token",
        action=_Token,
        default="",
        metavar="ID",
        help="a name of your own for this entry, used for no other: asked again with it, nothing is recorded twice",
    )


def add_by_and_token(parser: argparse.ArgumentParser) -> None:
    """Add who does it, and the name of the entry."""
    add_by(parser)
    add_token(parser)


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add the option for an answer that programs read."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def add_overwrite(parser: argparse.ArgumentParser) -> None:
    """Add the option of a command that saves a file."""
    parser.add_argument("--overwrite", action="store_true", help="replace a file of that name")


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add the option for the language of what is printed."""
    parser.add_argument(
        "--language", choices=("en", "de"), help="language of words, numbers and dates on paper (default: en)"
    )


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
