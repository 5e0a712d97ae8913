"""Commands around a run: `suggest`, `record`, `start`."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING, Any

from kgdesk import actions
from kgdesk.cli import console
from kgdesk.cli.command_base import (
    add_by_and_token,
    add_json,
    add_limits,
    add_reason,
    backed_up,
    batch_limits,
    confirm_entry,
    on_study,
    opened,
    reading,
)
from kgdesk.cli.imports import add_results, record_file
from kgdesk.errors import BadInput
from kgdesk.model.insight import queries
from kgdesk.model.policies import POLICIES, policy
from kgdesk.model.study.next_run import headline, place_text
from kgdesk.model.study.outcome_words import read_outcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.actions import Session
    from kgdesk.cli.command_base import Command
    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.study.study import Study


def policy_name(text: str) -> str:
    """Parse the name of a policy."""
    try:
        return policy(text).name
    except BadInput as problem:
        raise argparse.ArgumentTypeError(str(problem)) from None


def _count(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text.strip(), re.ASCII)
    if match is None:
        raise argparse.ArgumentTypeError(f"“{text}” is not a count of successes like 3/5")
    return int(match[1]), int(match[2])


def add_runs(command: Command) -> None:
    """Add the commands `suggest`, `record` and `start`."""
    suggest_command = on_study(
        command, "suggest", "say which candidate to run next, and why; writes nothing", reading(suggest)
    )
    suggest_command.add_argument(
        "--count",
        type=int,
        default=1,
        metavar="K",
        help="several to run at once, each allowing for the others",
    )
    suggest_command.add_argument("--policy", **_policy("choose by another policy than the study's"))
    add_limits(suggest_command)
    add_json(suggest_command, "suggest")
    recorded = on_study(command, "record", "record the outcome of a run, or a file of results", _record)
    recorded.add_argument(
        "candidate", metavar="CANDIDATE", nargs="?", help="name of the candidate that was run"
    )
    recorded.add_argument(
        "outcome",
        metavar="OUTCOME",
        nargs="?",
        help="success, failure, void, the study's own words, yes/no, 1/0, a count like 3/5, or the measured value",
    )
    recorded.set_defaults(parser=recorded)
    add_results(recorded)
    recorded.add_argument("--count", type=_count, metavar="K/N", help="K successes of N runs at once")
    recorded.add_argument("--note", default="", metavar="TEXT", help="kept with the run")
    recorded.add_argument(
        "--reason", default="", metavar="TEXT", help="why void, or why this candidate; kept with the run"
    )
    recorded.add_argument(
        "--at", default="", metavar="TIME", help="when it was done, as 2026-11-20T14:00+01:00 (default: now)"
    )
    started = on_study(
        command, "start", "say that runs have begun; their outcomes come later", _acting_on_an_answer(start)
    )
    started.add_argument(
        "candidate", metavar="CANDIDATE", nargs="+", help="candidates that are run; all start or none"
    )
    add_reason(started, required=False)
    for parser in (recorded, started):
        group = parser.add_argument_group("the suggestion that was acted on")
        group.add_argument(
            "--revision",
            type=int,
            metavar="N",
            help="keep the answer that suggest gave for revision N as the suggestion that was shown; refused if the "
            "study is at another revision (default: no suggestion is kept)",
        )
        group.add_argument("--policy", **_policy("as suggest was asked"))
        group.add_argument(
            "--batch",
            type=int,
            metavar="K",
            help="as suggest was asked with --count K (default: as many as are named)",
        )
        add_limits(parser)
        add_by_and_token(parser)


def _policy(what: str) -> dict[str, Any]:
    return {
        "type": policy_name,
        "metavar": "POLICY[/BELIEF]",
        "help": f"{what}: {', '.join(POLICIES)} (default: the study's)",
    }


def _acting_on_an_answer(
    act: Callable[[Session, argparse.Namespace, tuple[Advice | None, ...]], str],
) -> Callable[[argparse.Namespace], int]:
    """Wrap a writing action that may refer to an answer of `suggest`, which is recomputed first."""

    def command(options: argparse.Namespace) -> int:
        with backed_up(opened(options)) as session:
            advice = answer(session, options)
            since = session.study.head.seq
            with console.unbroken():
                confirm_entry(session, act(session, options, advice), options, since)
        return 0

    return command


def _record(options: argparse.Namespace) -> int:
    """Record one outcome, or a file of results with ``--from``."""
    if options.source is not None:
        if options.candidate is not None:
            options.parser.error("--from FILE takes the place of CANDIDATE and OUTCOME")
        return record_file(options)
    if options.outcome is None:
        options.parser.error("the following arguments are required: CANDIDATE, OUTCOME (or --from FILE)")
    return _acting_on_an_answer(record)(options)


def fetched(study: Study, run: dict[str, Any]) -> str:
    """Return the name of a candidate with the location of its sample."""
    where = place_text(study, run["candidate"])
    return console.one_line(f"{run['candidate']} ({where})" if where else str(run["candidate"]))


def suggest(session: Session, options: argparse.Namespace) -> str:
    """Return suggestions as text or as one JSON object."""
    study, shown = session.study, console.shows_progress()
    averaged = study.settings.terms.startswith("average")
    preparing = console.preparing if shown else None
    actions.compile_first(len(study.pool), averaged=averaged, progress=preparing)
    progress = console.progress if options.count > 1 and shown else None
    data = queries.suggestion(
        study, count=options.count, policy=options.policy, progress=progress, **batch_limits(options)
    )
    if options.json:
        return console.as_json(data)
    lines = []
    picks, again = data["suggestions"], data["repeats"]
    for nth, each in enumerate(picks):
        next_one = headline(session.study, each["candidate"], nth, len(picks))
        where = place_text(session.study, each["candidate"])
        next_one = console.one_line(next_one) + (f" {console.one_line(where)}." if where else "")
        expected = f"{next_one} Expected success {estimate(each)}."
        lines += [expected, console.one_line(each["why"])]
    if again is not None and again["candidate"] != picks[0]["candidate"]:
        lines.append(console.one_line(again["offer"]))
    if data["stop"]["stop"]:
        lines.append(console.one_line(f"You can stop: {data['stop']['why']}"))
    if data["all_tried"] and session.study.is_open:
        lines.append("Finish the study (kgdesk finish), or add candidates (kgdesk add).")
    revision = f"Revision {data['revision']}."
    return "\n".join([*lines, best(data["recommended"], session.study), revision])


def record(session: Session, options: argparse.Namespace, answers: tuple[Advice | None, ...]) -> str:
    """Record an outcome; return the message."""
    (advice,) = answers
    reading = read_outcome(options.outcome, session.study.settings)
    count = options.count or reading.count
    change = actions.record(
        session,
        options.candidate,
        "success" if reading.count else reading.outcomes[0],
        note=options.note,
        reason=options.reason,
        advice=advice,
        seen_on="answer" if advice is not None else "",
        count=count,
        happened_at=options.at,
        measured=reading.measured,
        token=options.token,
    )
    stored = {event.seq for event in change.events}
    runs = [run for run in change.study.runs if run.seq in stored]
    first, last = runs[0].number, runs[-1].number
    candidate = console.one_line(options.candidate)
    if len(runs) > 1:
        return (
            f"Runs {first} to {last} recorded: {count[0] if count else 0} successes of {len(runs)} for "
            f"{candidate}."
        )
    value = "" if reading.measured is None else f" ({session.study.settings.measured} {reading.measured:g})"
    return f"Run {last} recorded: {OUTCOMES[runs[0].outcome]}{value} for {candidate}."


def start(session: Session, options: argparse.Namespace, answers: tuple[Advice | None, ...]) -> str:
    """Start one run, or several in one commit; return the message."""
    if len(options.candidate) > 1:
        change = actions.start_together(
            session,
            [advice or name for advice, name in zip(answers, options.candidate, strict=True)],
            reason=options.reason,
            seen_on="answer" if any(answers) else "",
            token=options.token,
        )
        return (
            f"Runs of {console.one_line(', '.join(options.candidate))} started; {len(change.study.pending)} "
            "in progress."
        )
    (name,), (advice,) = options.candidate, answers
    change = actions.start(
        session,
        name,
        reason=options.reason,
        advice=advice,
        seen_on="answer" if advice is not None else "",
        token=options.token,
    )
    return f"Run of {console.one_line(name)} started; {len(change.study.pending)} in progress."


def answer(session: Session, options: argparse.Namespace) -> tuple[Advice | None, ...]:
    """Return the suggestions that the options refer to, one for each candidate; None where none is to be stored."""
    study = session.study
    names = [options.candidate] if isinstance(options.candidate, str) else options.candidate
    for name in names:
        study.pool.row(name)
    nothing = (None,) * len(names)
    if options.revision is None:
        given = next((name for name in ("policy", "batch") if getattr(options, name) is not None), "")
        if given:
            raise BadInput(
                f"--{given} says how suggest was asked: name the revision of its answer as well, with --revision "
                "N. Nothing was recorded."
            )
        return nothing
    if session.recorded(options.token) or not study.is_open:
        return nothing  # a repeated token, or a closed study, which raises later
    runs = 1
    if options.command == "record":
        count = options.count or read_outcome(options.outcome, study.settings).count
        runs = count[1] if count else 1
        runs -= sum(start.candidate == options.candidate for start in study.pending)
    return queries.answers_for(
        study,
        options.revision,
        names,
        count=len(names) if options.batch is None else options.batch,
        policy=options.policy,
        needed=runs > 0,
        **batch_limits(options),
    )


def percent(share: float) -> str:
    """Format a probability in whole per cent."""
    return f"{100 * share:.0f} %"


#: Outcomes in a sentence.
OUTCOMES = {"success": "success", "failure": "failure", "void": "void"}


def estimate(data: dict[str, Any]) -> str:
    """Return a probability with its 90 % interval."""
    low, high = data["interval"]
    return f"{percent(data['probability'])} (90 % range {100.0 * low:.0f}-{percent(high)})"


def best(recommended: dict[str, Any], study: Study) -> str:
    """Return a sentence on the best candidate so far."""
    if not study.valid:
        return "No outcome is recorded yet: no candidate is best so far."
    return f"Best so far: {console.one_line(recommended['candidate'])}, {estimate(recommended)}."
