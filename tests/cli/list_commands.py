"""Print the table of all commands, made from the program: example, JSON schema, exit statuses.

``PYTHONPATH=. python tests/cli/list_commands.py > resources/commands.md`` writes it anew; a test compares both.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from kgdesk.cli.commands import SECTIONS
from kgdesk.cli.parser import STATUSES, build

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Arguments that name something which may be busy or away, which is exit status 3.
REACHES = {"study", "server", "source"}


def commands() -> dict[str, argparse.ArgumentParser]:
    """Return the parsers of all commands by name."""
    (found,) = (a for a in build()._actions if isinstance(a, argparse._SubParsersAction))
    return dict(found.choices)


def lines() -> Iterator[str]:
    """Yield the lines of the table."""
    yield "# Every command"
    yield ""
    yield "Made by `tests/cli/list_commands.py` from the program. `kgdesk help COMMAND` explains the arguments; the"
    yield "schemas of the answers to `--json` lie in [schemas](schemas), and a refusal has the form of"
    yield "[error](schemas/error.json). Every command takes `--quiet`."
    yield ""
    yield "| exit status | meaning |"
    yield "|---|---|"
    for status, meaning in STATUSES.items():
        yield f"| {status} | {meaning} |"
    known = commands()
    for title, entries in SECTIONS.items():
        yield ""
        yield f"## {title.capitalize()}"
        yield ""
        yield "| command | example | answer to `--json` | exit status |"
        yield "|---|---|---|---|"
        for entry in entries:
            name = entry.name
            schemas = known[name].get_default("schemas") or ()
            links = ", ".join(f"[{schema}](schemas/{schema}.json)" for schema in schemas) or "–"
            example = "<br>".join(f"`{one}`".replace("|", "\\|") for one in entry.load().examples)
            reaches = {action.dest for action in known[name]._actions} & REACHES
            codes = "0, 1, 2, 3, 70" if reaches else "0, 1, 2, 70"
            yield f"| `{name}` | {example} | {links} | {codes} |"


if __name__ == "__main__":
    print("\n".join(lines()))
