"""The command that says where a study stands: `kgdesk status`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kgdesk.cli import output, recording, signing
from kgdesk.cli.acting import on_study, reading
from kgdesk.cli.options import add_json
from kgdesk.model import answers
from kgdesk.model.explanation import plain

if TYPE_CHECKING:
    import argparse

    from kgdesk.actions import Session
    from kgdesk.cli.acting import Command


def add(command: Command) -> None:
    """Add the command to the parser."""
    parser = on_study(command, "status", "show where a study stands", reading(status))
    parser.add_argument(
        "--at-stake",
        action="store_true",
        help="work out what is still at stake, the expected loss of taking the present best now; a study whose "
        "stopping rule rests on it shows it without this",
    )
    add_json(parser)


def status(session: Session, options: argparse.Namespace) -> str:
    """Return where a study stands in words, or as one JSON object."""
    study = session.study
    data = answers.status(study, stake=options.at_stake)
    if options.json:
        return output.as_json(data)
    counts = (
        f"{output.count(data['outcomes'], 'outcome')}, of these successes: {data['successes']}; "
        f"{output.count(data['voids'], 'void')}; {output.count(data['budget'], 'run')} planned."
    )
    lines = [f"{data['study']} ({signing.state(study)}): {counts}"]
    lines += [
        f"In progress: start {run['start']}, {recording.fetched(study, run)}, started by {run['operator']} at "
        f"{run['started_at']}."
        for run in data["pending"]
    ]
    if study.retired:
        lines.append(f"Out of stock: {', '.join(absence.candidate for absence in study.retired)}.")
    if study.skipped:
        lines.append(
            f"Skipped until the next run: {', '.join(absence.candidate for absence in study.skipped)}."
        )
    if data["state"] == "open":
        stop = data["stop"]
        lines.append(f"You can stop: {stop['why']}" if stop["stop"] else stop["why"])
    if options.at_stake:
        lines.append(_at_stake(data))
    lines.append(recording.best(data["recommended"], study))
    if "favoured" in data:
        lines.append(data["favoured"])
    return "\n".join(lines)


def _at_stake(data: dict[str, Any]) -> str:
    left, running = data["at_stake"], len(data["pending"])
    given = f", whatever the {output.count(running, 'run')} in progress will give" if running else ""
    return (
        f"Still at stake: {plain(left['points'])} points (standard error {plain(left['standard_error'])}): so much "
        f"does taking the present best now lose on average{given}."
    )
