"""Commands that open the window: `demo` and `open`."""

from __future__ import annotations

import tempfile
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.cli import console
from kgdesk.cli.commands import Command
from kgdesk.cli.options import add_by, add_study, who
from kgdesk.errors import BadInput

if TYPE_CHECKING:
    import argparse


def _add_demo_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--snapshot", metavar="FILE.png", help="save a picture of the window instead, and exit"
    )


def demo(options: argparse.Namespace) -> int:
    """Open the window on the sample study, or save a screenshot."""
    if options.snapshot is None:
        path = actions.sample_path(actions.SAMPLES[0])
        if not path.exists():
            actions.open_sample(path.parent, who(options)).close()
        return int(import_module("kgdesk.ui.home.main").run(path, actions.user_name()))
    dest = Path(options.snapshot)
    if dest.suffix.lower() != ".png":
        raise BadInput(f"“{dest.name}” does not end in .png: the picture is written as a PNG file.")
    with tempfile.TemporaryDirectory(prefix="kgdesk-demo-") as folder:
        import_module("kgdesk.ui.home.snapshot").snapshot(dest, actions.open_sample(folder, who(options)))
    console.confirm(f"Saved {dest}.")
    return 0


DEMO = Command(demo, _add_demo_options, ("kgdesk demo --snapshot demo.png",))


def _add_open_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    add_by(parser)


def open_window(options: argparse.Namespace) -> int:
    """Open the window on a study, or on the list of studies."""
    study = getattr(options, "study", None)
    if study:
        # Open it first, so that errors appear on the terminal, not in a window.
        actions.open_study(study, who(options), read_only=True).close()
    # Imported by name: the command line must not import Qt.
    app = import_module("kgdesk.ui.home.main")
    place, by = actions.place_of(study) if study else None, getattr(options, "by", None) or ""
    return int(app.run(place, who(options).operator, by=by))


OPEN = Command(open_window, _add_open_options, ("kgdesk open screen.kgstudy --by Kim",))
