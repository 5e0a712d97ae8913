"""Commands around a run: `suggest`, `record`, `start`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kgdesk import actions
from kgdesk.cli import console
from kgdesk.cli.blocks import add_blocks
from kgdesk.cli.commands import Command
from kgdesk.cli.options import (
    add_by_and_token,
    add_json,
    add_limits,
    add_reason,
    add_set_values,
    add_study,
    at_least,
    batch_limits,
    policy_name,
    run_number,
    wrong_usage,
)
from kgdesk.cli.results_files import add_results, record_file
from kgdesk.cli.sentences import best, estimate, stop_line
from kgdesk.cli.sessions import backed_up, confirm_entry, opened, reading
from kgdesk.errors import BadInput
from kgdesk.model.advice import queries
from kgdesk.model.decisions.recording import checked_time
from kgdesk.model.policies import POLICIES
from kgdesk.model.study.next_run import headline, place_text
from kgdesk.model.study.outcome_words import measured_text, read_recorded
from kgdesk.model.study.records import numbers_in_words
from kgdesk.model.study.run_blocks import parse_levels
from kgdesk.model.study.set_values import parse_set_values, set_values_text

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from kgdesk.actions import Change, Session
    from kgdesk.model.advice.advice import Advice


def _policy(what: str) -> dict[str, Any]:
    return {
        "type": policy_name,
        "metavar": "POLICY[/BELIEF]",
        "help": f"{what}: {', '.join(POLICIES)} (default: the study's)",
    }


def _add_suggest_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    parser.add_argument(
        "--count",
        type=at_least(1),
        metavar="K",
        help="several to run at once, each allowing for the others (default: as many as the study runs at once, else "
        "1)",
    )
    parser.add_argument("--policy", **_policy("choose by another policy than the study's"))
    add_limits(parser)
    add_json(parser, "suggest")


def suggest(session: Session, options: argparse.Namespace) -> str:
    """Return suggestions as text or as one JSON object."""
    study, shown = session.study, console.shows_progress()
    averaged = study.settings.terms.startswith("average")
    preparing = console.preparing if shown else None
    actions.compile_first(
        len(study.design.X),
        averaged=averaged,
        outcomes=bool(study.valid),
        values=study.has_values,
        progress=preparing,
    )
    count = options.count or study.settings.at_once or 1
    progress = console.progress if count > 1 and shown else None
    data = queries.suggestion(
        study, count=count, policy=options.policy, progress=progress, **batch_limits(options)
    )
    if options.json:
        return console.as_json(data)
    lines = []
    picks, repeat_suggestion = data["suggestions"], data["repeats"]
    for nth, each in enumerate(picks):
        next_one = headline(session.study, each["candidate"], nth, len(picks))
        where = place_text(session.study, each["candidate"])
        next_one = console.one_line(next_one) + (f" {console.one_line(where)}." if where else "")
        expected = f"{next_one} Expected success {estimate(each)}."
        lines += [expected, console.one_line(each["why"])]
    if repeat_suggestion is not None and repeat_suggestion["candidate"] != picks[0]["candidate"]:
        lines.append(console.one_line(repeat_suggestion["offer"]))
    if data["stop"]["verdict"] != "go-on" and session.study.valid:
        lines.append(stop_line(data["stop"]))
    if data["all_tried"] and session.study.is_open:
        lines.append("Finish the study (kgdesk finish), or add candidates (kgdesk add).")
    if "where" in data:
        lines.insert(0, console.one_line(f"Among the candidates with {data['where']}:"))
    revision = f"Revision {data['revision']}."
    return "\n".join([*lines, best(data["recommended"], session.study), revision])


SUGGEST = Command(
    reading(suggest),
    _add_suggest_options,
    (
        "kgdesk suggest screen.kgstudy",
        "kgdesk suggest screen.kgstudy --count 4 --json",
        'kgdesk suggest screen.kgstudy --where "Solvent = DMF"',
    ),
)


def _add_record_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    parser.add_argument(
        "candidate", metavar="CANDIDATE", nargs="?", help="name of the candidate that was run"
    )
    parser.add_argument(
        "outcome",
        metavar="OUTCOME",
        nargs="?",
        help="success, failure, void, the study's own words, yes/no, 1/0, a count like 3/5, or the value or a limit",
    )
    add_results(parser)
    parser.add_argument(
        "--run",
        type=run_number,
        metavar="RUN",
        help="the number of the run in progress (default: the oldest one of the candidate)",
    )
    parser.add_argument("--note", default="", metavar="TEXT", help="kept with the run")
    parser.add_argument(
        "--reason", default="", metavar="TEXT", help="why void, or why this candidate; kept with the run"
    )
    parser.add_argument(
        "--at",
        type=wrong_usage(checked_time),
        metavar="TIME",
        help="when it was done, for example 2026-11-20T14:00+01:00 (default: now)",
    )
    add_set_values(parser)
    parser.add_argument(
        "--repeat",
        action="store_true",
        help="record it although the candidate has had all runs that the study allows, or is out of stock",
    )
    add_blocks(parser)
    _add_answer_options(parser)


def _add_answer_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that name the answer of `suggest` which was acted on."""
    group = parser.add_argument_group("the suggestion that was acted on")
    group.add_argument(
        "--revision",
        type=at_least(1),
        metavar="N",
        help="keep the answer that suggest gave for revision N as the suggestion that was shown; refused if the "
        "study is at another revision (default: no suggestion is kept)",
    )
    group.add_argument("--policy", **_policy("the policy that suggest was given"))
    group.add_argument(
        "--batch",
        type=at_least(1),
        metavar="K",
        help="the --count that suggest was given (default: as many as are named)",
    )
    add_limits(parser)
    add_by_and_token(parser)


def answers_acted_on(session: Session, options: argparse.Namespace) -> tuple[Advice | None, ...]:
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
        count = read_recorded(options.outcome, study.settings).count
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


def _acting_on_an_answer(
    act: Callable[[Session, argparse.Namespace, tuple[Advice | None, ...]], str],
) -> Callable[[argparse.Namespace], int]:
    """Wrap an action that may refer to an answer of `suggest` as a command that computes that answer again first."""

    def command(options: argparse.Namespace) -> int:
        with backed_up(opened(options)) as session:
            advice = answers_acted_on(session, options)
            since = session.study.head.seq
            with console.unbroken():
                confirm_entry(session, act(session, options, advice), options, since)
        return 0

    return command


def record(session: Session, options: argparse.Namespace, answers: tuple[Advice | None, ...]) -> str:
    """Record an outcome; return the message."""
    (advice,) = answers
    given = read_recorded(options.outcome, session.study.settings)
    count = given.count
    really = parse_set_values(session.study.pool, options.set_values)
    blocks = parse_levels(session.study.settings.block_columns, options.blocks)
    change = actions.record(
        session,
        options.candidate,
        "success" if given.count else given.outcomes[0],
        note=options.note,
        reason=options.reason,
        advice=advice,
        seen_on="answer" if advice is not None else "",
        count=count,
        happened_at=options.at or "",
        measured=given.measured,
        repeat=options.repeat,
        set_values=really,
        beyond=options.beyond,
        blocks=blocks,
        run=options.run,
        token=options.token,
    )
    stored = {event.seq for event in change.events}
    runs = [run for run in change.study.runs if run.seq in stored]
    candidate = console.one_line(options.candidate)
    if len(runs) > 1:
        numbers = numbers_in_words([run.number for run in runs])
        return (
            f"Runs {numbers} recorded: {count[0] if count else 0} successes of {len(runs)} for {candidate}."
        )
    set_to = set_values_text(runs[0].set_values)
    candidate += console.one_line(f" (really set: {set_to})") if set_to else ""
    value = ""
    if given.measured is not None:
        value = f" ({session.study.settings.measured} {measured_text(given.measured)})"
    said = f"Run {runs[0].number} recorded: {runs[0].outcome}{value} for {candidate}."
    return f"{said} {change.notice}".strip()


def record_one_or_file(options: argparse.Namespace) -> int:
    """Record one outcome, or a file of results with ``--from``."""
    if options.source is not None:
        if options.candidate is not None:
            options.parser.error("--from FILE takes the place of CANDIDATE and OUTCOME")
        return record_file(options)
    if options.outcome is None:
        options.parser.error("the following arguments are required: CANDIDATE, OUTCOME (or --from FILE)")
    return _acting_on_an_answer(record)(options)


RECORD = Command(
    record_one_or_file,
    _add_record_options,
    (
        "kgdesk record screen.kgstudy RX-043 success --token plate7-A1",
        "kgdesk record screen.kgstudy RX-151 3/5",
        "cat results.csv | kgdesk record screen.kgstudy --from -",
    ),
    (
        *(
            "--run",
            "--note",
            "--reason",
            "--at",
            "--set",
            "--repeat",
            "--from",
            "--plan",
            "--unstarted",
            "--past",
        ),
        *("--revision", "--block", "--by", "--token", "--json"),
    ),
)


def _add_start_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    parser.add_argument(
        "candidate", metavar="CANDIDATE", nargs="+", help="candidates that are run; all start or none"
    )
    add_reason(parser, required=False)
    add_blocks(parser)
    _add_answer_options(parser)


def start(session: Session, options: argparse.Namespace, answers: tuple[Advice | None, ...]) -> str:
    """Start one run, or several in one commit; return the message."""
    blocks = parse_levels(session.study.settings.block_columns, options.blocks)
    if len(options.candidate) > 1:
        change = actions.start_together(
            session,
            [advice or name for advice, name in zip(answers, options.candidate, strict=True)],
            reason=options.reason,
            seen_on="answer" if any(answers) else "",
            blocks=blocks,
            token=options.token,
        )
        names = console.one_line(", ".join(options.candidate))
        return f"Runs {_started(change)} of {names} started; {len(change.study.pending)} in progress."
    (name,), (advice,) = options.candidate, answers
    change = actions.start(
        session,
        name,
        reason=options.reason,
        advice=advice,
        seen_on="answer" if advice is not None else "",
        blocks=blocks,
        token=options.token,
    )
    return f"Run {_started(change)} of {console.one_line(name)} started; {len(change.study.pending)} in progress."


def _started(change: Change) -> str:
    """Return the numbers of the runs that a change has started."""
    begun = {event.seq for event in change.events}
    return numbers_in_words([start.number for start in change.study.starts if start.seq in begun])


START = Command(
    _acting_on_an_answer(start),
    _add_start_options,
    ("kgdesk start screen.kgstudy RX-107", "kgdesk start screen.kgstudy RX-107 RX-108 RX-109"),
    ("--reason", "--block", "--revision", "--batch", "--by", "--token", "--json"),
)
