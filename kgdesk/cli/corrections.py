"""Commands that put a record right: `correct`, `take-back` and `redo`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.cli import console
from kgdesk.cli.commands import Command
from kgdesk.cli.options import (
    add_by_and_token,
    add_json,
    add_reason,
    add_set_values,
    add_study,
    run_number,
)
from kgdesk.cli.sentences import best, estimate
from kgdesk.cli.sessions import reading, writing
from kgdesk.errors import BadInput
from kgdesk.model.study.outcome_words import read_recorded
from kgdesk.model.study.records import not_done_reason, numbers_in_words
from kgdesk.model.study.set_values import parse_set_values, set_values_text

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping
    from typing import Any

    from kgdesk.actions import Session
    from kgdesk.model.study.records import Measured


def _add_correct_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    parser.add_argument(
        "run", type=run_number, metavar="RUN", help="the number of the run; P1, P2, ... are past outcomes"
    )
    parser.add_argument(
        "outcome",
        metavar="OUTCOME",
        help="as for record, without counts; not-done: void, and the sample was not used, so that it can be run",
    )
    parser.add_argument(
        "--candidate", metavar="NAME", help="the candidate that was run, if another one was entered"
    )
    add_set_values(parser)
    parser.add_argument(
        "--plan", action="store_true", help="only show what would be the best then; records nothing"
    )
    add_reason(parser, required=False)
    add_by_and_token(parser)
    add_json(parser, "effect")


def _corrected_to(session: Session, options: argparse.Namespace) -> tuple[str, str, Measured | None]:
    """Return outcome, reason and measured value that a run is to have."""
    if options.outcome == "not-done":
        return "void", not_done_reason(options.reason), None
    to = read_recorded(options.outcome, session.study.settings)
    if to.count is not None:
        raise BadInput(f"“{options.outcome}” is a count: correct each run with its own outcome.")
    return to.outcomes[0], options.reason, to.measured


def effect(session: Session, options: argparse.Namespace) -> str:
    """Return which candidate a correction would make the best, as text or JSON; nothing is recorded."""
    outcome, _, measured = _corrected_to(session, options)
    study = session.study
    now, then, later = actions.effect_of_correction(
        study,
        options.run,
        outcome,
        options.candidate,
        session.who,
        parse_set_values(study.pool, options.set_values),
        measured=measured,
    )
    if options.json:
        states = {"recommended": now.as_json(), "recommended_then": then.as_json()}
        return console.as_json(
            {"study": study.name, "run": options.run, **states, "later_suggestions": later}
        )
    after = f"After the correction: {console.one_line(then.candidate)}, {estimate(then.as_json())}."
    rested = f"{console.count(later, 'later suggestion')} rested on the old value. Nothing was recorded."
    return "\n".join([best(now.as_json(), study), after, rested])


def correct(session: Session, options: argparse.Namespace) -> str:
    """Correct a run; return the message."""
    outcome, reason, measured = _corrected_to(session, options)
    change = actions.correct(
        session,
        options.run,
        outcome,
        reason,
        candidate=options.candidate,
        measured=measured,
        set_values=parse_set_values(session.study.pool, options.set_values),
        beyond=options.beyond,
        token=options.token,
    )
    facts = change.events[-1].payload
    now, was = (_as_it_was(facts[which]) for which in ("new", "old"))
    return f"Run {facts['run']} is now {now}; it was {was}."


def _as_it_was(facts: Mapping[str, Any]) -> str:
    """Return the outcome of a run, and what was really set where a correction changed that."""
    if "set" not in facts:
        return str(facts["outcome"])
    values = console.one_line(set_values_text(tuple(facts["set"].items())))
    return f"{facts['outcome']}, {f'really set: {values}' if values else 'set as planned'}"


def correct_or_plan(options: argparse.Namespace) -> int:
    """Correct a run, or show the effect of a correction with ``--plan``."""
    return (reading(effect) if options.plan else writing(correct))(options)


CORRECT = Command(
    correct_or_plan,
    _add_correct_options,
    (
        'kgdesk correct screen.kgstudy 1 success --reason "typed the wrong outcome"',
        "kgdesk correct screen.kgstudy 1 success --plan",
        'kgdesk correct screen.kgstudy 1 success --set Temp=82 --reason "log of the oven"',
    ),
)


def _add_take_back_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    parser.add_argument(
        "what",
        metavar="RUN|FILE",
        help="number of the newest run, whose entry is taken back, or name of a file, as audit lists it",
    )
    parser.add_argument(
        "--reason", default="", metavar="TEXT", help="why; required for a file, a run is “taken back”"
    )
    add_by_and_token(parser)


def take_back(session: Session, options: argparse.Namespace) -> str:
    """Take the newest run or a file of results back; return the message."""
    if options.what.isdecimal():
        change, of = actions.take_back_run(session, int(options.what), token=options.token), ""
    else:
        name = Path(options.what).name
        change = actions.take_back_results(session, name, options.reason, token=options.token)
        of = f" of {name}"
    taken = sum(event.kind == "outcome_voided" for event in change.events)
    return f"Took back {console.count(taken, 'outcome')}{of}; {len(change.study.pending)} in progress."


TAKE_BACK = Command(
    writing(take_back),
    _add_take_back_options,
    (
        "kgdesk take-back screen.kgstudy 12",
        'kgdesk take-back screen.kgstudy plate7.csv --reason "file of another plate"',
    ),
)


def _add_redo_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    parser.add_argument(
        "run", type=run_number, metavar="RUN", help="number of a run that was taken back last"
    )
    add_by_and_token(parser)


def redo(session: Session, options: argparse.Namespace) -> str:
    """Redo what was taken back last; return the message."""
    change = actions.redo(session, options.run, token=options.token)
    numbers = [event.payload["run"] for event in change.events]
    if len(numbers) > 1:
        return f"Runs {numbers_in_words(numbers)} stand again."
    return f"Run {numbers[0]} stands again: {change.events[0].payload['new']['outcome']}."


REDO = Command(
    writing(redo),
    _add_redo_options,
    ("kgdesk redo screen.kgstudy 12",),
)
