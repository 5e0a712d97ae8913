"""The commands that open the window; with nothing else beside them, so that a window need not wait for the others."""

from __future__ import annotations

import tempfile
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.cli import output
from kgdesk.cli.door import Parser, answer, operator

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

STUDY = "the study file, NAME.kgstudy, or postgresql://SERVER/BASE#NAME"


def add(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    """Add ``demo`` and ``open`` with their options."""
    sample = command("demo", "open the window on a bundled sample study")
    sample.set_defaults(act=demo)
    sample.add_argument(
        "--snapshot", metavar="FILE.png", help="save a picture of the window instead, and exit"
    )
    opened = command("open", "open the window on a study")
    opened.set_defaults(act=window)
    opened.add_argument("study", metavar="STUDY", help=STUDY)
    add_by(opened)


def add_by(parser: argparse.ArgumentParser) -> None:
    """Add the option that says who it is."""
    parser.add_argument(
        "--by",
        metavar="NAME",
        default=None,
        help="who does it (KGDESK_OPERATOR, else the system's user name)",
    )


def who(options: argparse.Namespace) -> actions.Who:
    """Return the person who is named, else the one at this computer."""
    return actions.Who(options.by if getattr(options, "by", None) is not None else operator())


def window(options: argparse.Namespace) -> int:
    """Open the window on a study, or on the list of studies."""
    study = getattr(options, "study", None)
    if study:
        # Refused here rather than in a window.
        actions.open_study(study, who(options), read_only=True).close()
    # By name: the command line knows nothing of Qt, and no other command loads it.
    app = import_module("kgdesk.ui.app")
    place, by = actions.place_of(study) if study else None, getattr(options, "by", None) or ""
    return int(app.run(place, who(options).operator, by=by))


def demo(options: argparse.Namespace) -> int:
    """Open the window on the sample study, or save a picture of it."""
    if options.snapshot is None:
        path = actions.sample_path(actions.SAMPLES[0])
        if not path.exists():
            actions.open_sample(path.parent, who(options)).close()
        return int(import_module("kgdesk.ui.app").run(path, operator()))
    dest = Path(options.snapshot)
    with tempfile.TemporaryDirectory(prefix="kgdesk-demo-") as folder:
        import_module("kgdesk.ui.still").snapshot(dest, actions.open_sample(folder, who(options)))
    output.confirm(f"Saved {dest}.")
    return 0


def run(argv: list[str]) -> int:
    """Open the window as the words say; return the exit status."""
    parser = Parser(prog="kgdesk")
    parser.set_defaults(act=window)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    add(lambda name, what: commands.add_parser(name, help=what, description=f"{what[0].upper()}{what[1:]}."))
    return answer(argv, parser)
