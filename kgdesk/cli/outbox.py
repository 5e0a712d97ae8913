"""The command `outbox`: what waits on this computer for servers that are away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kgdesk import actions
from kgdesk.cli import console
from kgdesk.cli.commands import Command
from kgdesk.cli.dispatch import BUSY, REFUSED, refuse
from kgdesk.cli.options import add_by, add_json, add_overwrite, who
from kgdesk.cli.sessions import confirm_done
from kgdesk.errors import ServerAway

if TYPE_CHECKING:
    import argparse


def _add_outbox_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what",
        choices=("list", "send", "export", "set-aside"),
        metavar="list|send|export|set-aside",
        help="list what waits, send it to its servers, export it to a JSON file, or set aside what cannot be read",
    )
    parser.add_argument(
        "target",
        nargs="?",
        default="",
        metavar="ADDRESS|FILE",
        help="send and set-aside: only what waits for this study; export: the file",
    )
    parser.add_argument(
        "--from",
        dest="source",
        default="",
        metavar="ADDRESS",
        help="send: what waits for this other address of the study too",
    )
    parser.add_argument("--reason", default="", metavar="TEXT", help="set-aside: why; it is kept")
    add_overwrite(parser)
    add_by(parser)
    add_json(parser, "outbox", "done")


def outbox(options: argparse.Namespace) -> int:
    """List, send, export or set aside what waits."""
    if options.what == "list":
        return _list(options)
    if options.what == "send":
        return _send(options)
    if options.what == "export":
        if not options.target:
            options.parser.error("export needs a file: kgdesk outbox export FILE.json")
        count = actions.export_waiting(options.target, overwrite=options.overwrite)
        return confirm_done(options, f"{console.count(count, 'entry')} written to {options.target}.")
    entries, files = actions.set_aside_waiting(who(options), options.reason, options.target)
    return confirm_done(
        options,
        *([f"{console.count(entries, 'entry')} set aside, with the reason."] if entries else []),
        *(
            [f"{console.count(files, 'damaged file')} settled, with the reason; kept where it is."]
            if files
            else []
        ),
    )


def _list(options: argparse.Namespace) -> int:
    content = actions.outbox_content()
    if options.json:
        answer: dict[str, Any] = {
            "waiting": [actions.summary_of(one) for one in content.entries],
            "damaged": [
                {
                    "file": str(damaged.path),
                    "waiting": [actions.summary_of(one) for one in damaged.entries],
                }
                for damaged in content.damaged
            ],
        }
        console.show(console.as_json(answer))
        return 0
    lines = [actions.in_words(one) for one in content.entries]
    for damaged in content.damaged:
        lines.append(
            f"Damaged and kept: {damaged.path}. {console.count(len(damaged.entries), 'entry')} can be read in it; "
            "“kgdesk outbox send” sends them. Compare with your notes what else was recorded, then settle it: “kgdesk "
            "outbox set-aside --reason TEXT”."
        )
        lines += [f"  {actions.in_words(one)}" for one in damaged.entries]
    console.show("\n".join(lines) or "Nothing waits on this computer.")
    return 0


def _send(options: argparse.Namespace) -> int:
    sent = actions.send_waiting(who(options), options.target, source=options.source)
    problems = [one.problem for one in sent if one.problem is not None]
    lines = [
        f"{one.address}: {console.count(one.sent, 'entry')} sent"
        + (f", {one.left} left." if one.left else ".")
        for one in sent
    ]
    confirm_done(options, *(lines or ["Nothing waits on this computer."]))
    status = 0
    for problem in problems:
        status = refuse(problem, status=BUSY if isinstance(problem, ServerAway) else REFUSED)
    return status


OUTBOX = Command(
    outbox,
    _add_outbox_options,
    (
        "kgdesk outbox list",
        "kgdesk outbox send",
        'kgdesk outbox set-aside --reason "entered again from the notebook"',
    ),
)
