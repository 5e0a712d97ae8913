"""Options that several commands share."""

from __future__ import annotations

import argparse
from typing import Any

from kgdesk.cli.opening import add_by


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
