"""Commands on an open study: `status`, `set`, `skip`, `exclude`, `include`, `note`, `correct`, `export`, `report`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from kgdesk import actions
from kgdesk.cli import administration, console, lab
from kgdesk.cli.command_base import (
    add_by_and_token,
    add_dest,
    add_json,
    add_language,
    add_overwrite,
    add_reason,
    on_study,
    reading,
    saving,
    with_trust,
    writing,
)
from kgdesk.errors import BadInput
from kgdesk.model.insight import queries
from kgdesk.model.policies.suggestion import plain_sentence
from kgdesk.model.study import rule_syntax
from kgdesk.model.study.outcome_words import read_outcome
from kgdesk.model.study.records import not_done
from kgdesk.model.study.rule_syntax import joined

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from kgdesk.actions import Change, Session
    from kgdesk.cli.command_base import Act, Command
    from kgdesk.model.study.records import Absence
    from kgdesk.model.study.study import Study


def add_status(command: Command) -> None:
    """Add the command `status`."""
    parser = on_study(command, "status", "show where a study stands", reading(status))
    parser.add_argument(
        "--at-stake",
        action="store_true",
        help="work out what is still at stake, the expected loss of taking the present best now; a study whose "
        "stopping rule rests on it shows it without this",
    )
    parser.add_argument(
        "--brief", action="store_true", help="counts, state and runs in progress alone, at once"
    )
    add_json(parser, "status")
    parser.set_defaults(says_trust=True)


def status(session: Session, options: argparse.Namespace) -> str:
    """Return the state of a study as text or as one JSON object."""
    study = session.study
    if options.brief and options.at_stake:
        raise BadInput(
            "--brief shows what needs no belief, and --at-stake rests on one: leave one of them out."
        )
    data = queries.counts(study) if options.brief else queries.status(study, stake=options.at_stake)
    if options.json:
        return console.as_json({"trust": session.trust.as_json(), **data})
    counts = (
        f"{console.count(data['outcomes'], 'outcome')}, of these successes: {data['successes']}; "
        f"{console.count(data['voids'], 'void')}; {console.count(data['budget'], 'run')} planned."
    )
    lines = [f"{data['study']} ({administration.state(study)}): {counts}"]
    lines += [
        f"In progress: start {run['start']}, {lab.fetched(study, run)}, started by "
        f"{console.one_line(run['operator'])} at "
        f"{run['started_at']}."
        for run in data["pending"]
    ]
    if study.retired:
        lines.append(f"Out of stock: {_names(study.retired)}.")
    if study.skipped:
        lines.append(f"Skipped until the next run: {_names(study.skipped)}.")
    if options.brief:
        return "\n".join(lines)
    if data["state"] == "open":
        stop = data["stop"]
        lines.append(console.one_line(f"You can stop: {stop['why']}" if stop["stop"] else stop["why"]))
    if options.at_stake:
        lines.append(_at_stake(data))
    lines.append(lab.best(data["recommended"], study))
    if "favoured" in data:
        lines.append(data["favoured"])
    return with_trust(session, "\n".join(lines))


def _names(absences: Sequence[Absence]) -> str:
    return ", ".join(console.one_line(absence.candidate) for absence in absences)


def _at_stake(data: dict[str, Any]) -> str:
    left, running = data["at_stake"], len(data["pending"])
    given = f", whatever the {console.count(running, 'run')} in progress will give" if running else ""
    return (
        f"Still at stake: {plain_sentence(left['points'])} points "
        f"(standard error {plain_sentence(left['standard_error'])}): so much "
        f"does taking the present best now lose on average{given}."
    )


def add_set(command: Command) -> None:
    """Add the command `set`."""
    what = "change an open study from here on: title, plan, rule or policy, repeats, columns of the samples"
    parser = on_study(command, "set", what, writing(settle))
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--barcode", metavar="COL", help="the column that the scan check and labels go by")
    which.add_argument(
        "--no-barcode", action="store_true", help="no column: the samples bear the candidates' names"
    )
    which.add_argument(
        "--location",
        metavar="COL",
        help="the column that stands beside a candidate wherever it is fetched by it",
    )
    which.add_argument("--no-location", action="store_true", help="no column: all that are kept are shown")
    which.add_argument("--title", metavar="TEXT", help="the title on display")
    which.add_argument("--budget", type=int, metavar="N", help="planned runs")
    which.add_argument("--stop", metavar="RULE", help="when you can stop, as for new")
    which.add_argument("--no-stop", action="store_true", help="you can stop when the planned runs are spent")
    which.add_argument("--policy", type=lab.policy_name, metavar="POLICY[/BELIEF]", help="as for new")
    which.add_argument(
        "--repeats", metavar="yes|no|N", help="whether a candidate can be run again, as for new"
    )
    add_reason(parser)
    add_by_and_token(parser)


def settle(session: Session, options: argparse.Namespace) -> str:
    """Change one setting of an open study; return the message."""
    for name, value in (
        ("title", options.title),
        ("budget", options.budget),
        ("stop", "" if options.no_stop else options.stop and joined([options.stop])),
        ("policy", options.policy),
        ("repeats", options.repeats),
    ):
        if value is not None:
            actions.change_setting(session, name, value, options.reason, token=options.token)
            return _changed(name, session.study)
    if options.location is not None or options.no_location:
        return _settle_location(session, "" if options.no_location else options.location, options)
    column = "" if options.no_barcode else options.barcode
    actions.set_barcode(session, column, options.reason, token=options.token)
    if column:
        return f"The scan check and labels go by “{column}” from now on."
    return "The scan check and labels go by the candidates' names from now on."


def _changed(setting: str, study: Study) -> str:
    """Return the message about a setting that was changed."""
    settings = study.settings
    if setting == "repeats":
        return {
            "no": "Each candidate is run once from now on.",
            "yes": "Candidates can be run again from now on.",
        }.get(settings.repeats, f"Each candidate is run {settings.repeats} times at most from now on.")
    return {
        "title": f"The title is “{settings.title}” from now on.",
        "budget": f"{console.count(settings.budget, 'run')} planned from now on, {study.done} done.",
        "stop": f"The stopping rule is “{rule_syntax.written(settings.stopping)}” from now on.",
        "policy": f"The policy is {settings.policy} from now on.",
    }[setting]


def _settle_location(session: Session, column: str, options: argparse.Namespace) -> str:
    actions.set_location(session, column, options.reason, token=options.token)
    if column:
        return f"Samples are fetched by “{column}” from now on."
    return "No column says any more where a sample lies: every kept column is shown."


def add_entries(command: Command) -> None:
    """Add the commands that add entries: `skip`, `exclude`, `include`, `note`, `correct`."""
    for name, what, action, done in (
        ("skip", "set a candidate aside until the next run", actions.skip, "is set aside until the next run"),
        ("exclude", "take a candidate out of stock", actions.exclude, "is out of stock"),
        ("include", "put a candidate back in stock", actions.include, "is in stock again"),
    ):
        about = on_study(command, name, what, writing(_about(action, done)))
        about.add_argument("candidate", metavar="CANDIDATE", help="name of the candidate")
        add_reason(about, required=False)
        add_by_and_token(about)
    note_command = on_study(command, "note", "keep a note with a run, or with the study", writing(note))
    note_command.add_argument("text", metavar="TEXT", help="the note")
    note_command.add_argument(
        "--run", type=int, metavar="RUN", help="as shown: 1 for the first (default: the study)"
    )
    add_by_and_token(note_command)
    corrected = on_study(
        command,
        "correct",
        "correct a recorded run",
        lambda options: (reading(effect) if options.plan else writing(correct))(options),
    )
    corrected.add_argument("run", type=int, metavar="RUN", help="as shown: 1 for the first")
    corrected.add_argument(
        "outcome",
        metavar="OUTCOME",
        help="as for record, without counts; not-done: void, and the sample was not used, so that it can be run",
    )
    corrected.add_argument(
        "--candidate", metavar="NAME", help="the candidate that was run, if another one was entered"
    )
    corrected.add_argument(
        "--plan", action="store_true", help="only show what would be the best then; records nothing"
    )
    add_reason(corrected, required=False)
    add_by_and_token(corrected)
    add_json(corrected, "effect")


def _about(act: Callable[..., Change], words: str) -> Act:
    def change(session: Session, options: argparse.Namespace) -> str:
        act(session, options.candidate, options.reason, token=options.token)
        return f"{console.one_line(options.candidate)} {words}."

    return change


def note(session: Session, options: argparse.Namespace) -> str:
    """Add a note; return the message."""
    actions.note(session, options.text, run=options.run, token=options.token)
    return "The note is kept." if options.run is None else f"The note is kept with run {options.run}."


def _corrected_to(session: Session, options: argparse.Namespace) -> tuple[str, str, float | None]:
    """Return outcome, reason and measured value that a run is to have."""
    if options.outcome == "not-done":
        return "void", not_done(options.reason), None
    to = read_outcome(options.outcome, session.study.settings)
    if to.count is not None:
        raise BadInput(f"“{options.outcome}” is a count: correct each run with its own outcome.")
    return to.outcomes[0], options.reason, to.measured


def effect(session: Session, options: argparse.Namespace) -> str:
    """Return what would be the best after a correction, as text or JSON; nothing is recorded."""
    outcome, _, _ = _corrected_to(session, options)
    study = session.study
    now, then, later = actions.effect_of_correction(
        study, options.run, outcome, options.candidate, session.who
    )
    if options.json:
        states = {"recommended": now.as_json(), "recommended_then": then.as_json()}
        return console.as_json(
            {"study": study.name, "run": options.run, **states, "later_suggestions": later}
        )
    rested = console.count(later, "later suggestion")
    return (
        f"{lab.best(now.as_json(), study)}\n"
        f"After the correction: {console.one_line(then.candidate)}, {lab.estimate(then.as_json())}.\n"
        f"{rested} rested on the old value. Nothing was recorded."
    )


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
        token=options.token,
    )
    facts = change.events[-1].payload
    return f"Run {facts['run']} is now {facts['new']['outcome']}; it was {facts['old']['outcome']}."


def add_outputs(command: Command) -> None:
    """Add the commands `export` and `report`."""
    exported = on_study(
        command,
        "export",
        "write runs (.csv, .json), everything (.xlsx) or the archive (.zip)",
        saving(export),
    )
    add_dest(exported, "csv", "json", "xlsx", "zip")
    add_overwrite(exported)
    reported = on_study(
        command, "report", "write what was asked, run and found, to print or to read", saving(report)
    )
    add_dest(reported, "html", "pdf")
    add_overwrite(reported)
    add_language(reported)
    for telling in (exported, reported):
        telling.set_defaults(says_trust=True)


def export(session: Session, options: argparse.Namespace) -> str:
    """Export a study; return the message."""
    return with_trust(session, f"Saved {actions.export(session, options.dest, overwrite=options.overwrite)}.")


def report(session: Session, options: argparse.Namespace) -> str:
    """Write the report; return the message."""
    from kgdesk.actions import reports  # noqa: PLC0415 - only a report needs the libraries of pages and codes

    # Imported by name: the command line must not import Qt.
    printer = import_module("kgdesk.ui.printing.report_pdf").ReportPdf(options.language)
    text_format = import_module("kgdesk.ui.text.translate").WindowTextFormat()
    dest = reports.report(session, options.dest, printer, speech=text_format, overwrite=options.overwrite)
    return with_trust(session, f"Saved {dest}.")
