"""Commands on an open study: `set`, `skip`, `exclude`, `include`, `note`, `correct`, `take-back`, `export` and more."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.cli import console, lab
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
from kgdesk.model.decisions.plates import unfinished
from kgdesk.model.study import rule_syntax
from kgdesk.model.study.outcome_words import read_outcome
from kgdesk.model.study.records import not_done
from kgdesk.model.study.rule_syntax import joined
from kgdesk.text import listed

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from kgdesk.actions import Change, Session
    from kgdesk.cli.command_base import Act, Command
    from kgdesk.model.study.study import Study


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
        }.get(
            settings.repeats,
            f"Each candidate is run {settings.repeats} times at most from now on.",
        )
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
        (
            "skip",
            "set a candidate aside until the next run",
            actions.skip,
            "is set aside until the next run",
        ),
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
    if options.run is None:
        return "The note is kept."
    return f"The note is kept with run {options.run}."


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
    after = f"After the correction: {console.one_line(then.candidate)}, {lab.estimate(then.as_json())}."
    rested = f"{console.count(later, 'later suggestion')} rested on the old value. Nothing was recorded."
    return "\n".join([lab.best(now.as_json(), study), after, rested])


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
    return (
        f"Run {facts['run']} is now {lab.OUTCOMES[facts['new']['outcome']]}; it was "
        f"{lab.OUTCOMES[facts['old']['outcome']]}."
    )


def add_closing(command: Command) -> None:
    """Add the commands `void-rest` and `take-back`."""
    rest = on_study(
        command,
        "void-rest",
        "record all runs of a plate that are still in progress as void",
        writing(void_rest),
    )
    rest.add_argument(
        "worklist", metavar="WORKLIST", nargs="?", default="", help="id or name (default: the only one)"
    )
    add_reason(rest)
    add_by_and_token(rest)
    back = on_study(
        command, "take-back", "take back a run, or all outcomes of a file of results", writing(take_back)
    )
    back.add_argument(
        "what",
        metavar="RUN|FILE",
        help="number of the newest run, whose entry is taken back, or name of a file, as audit lists it",
    )
    back.add_argument(
        "--reason", default="", metavar="TEXT", help="why; required for a file, a run is “taken back”"
    )
    add_by_and_token(back)


def void_rest(session: Session, options: argparse.Namespace) -> str:
    """Void the rest of a plate; return the message."""
    name = options.worklist
    if not name:
        present = unfinished(session.study)
        if len(present) != 1 and not session.recorded(options.token):
            named = [f"{each.id} ({each.name})" for each in present]
            raise BadInput(
                f"Say which worklist: those with runs in progress are {listed(named) if named else 'none'}. "
                "Nothing was recorded."
            )
        name = present[0].id if present else ""
    change = actions.void_rest(session, name, options.reason, token=options.token)
    voided = sum(event.kind == "outcome_recorded" for event in change.events)
    return f"Recorded {console.count(voided, 'run')} as void."


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
    saved = actions.export(session, options.dest, overwrite=options.overwrite)
    return with_trust(session, f"Saved {saved}.")


def report(session: Session, options: argparse.Namespace) -> str:
    """Write the report; return the message."""
    from kgdesk.actions import reports  # noqa: PLC0415 - only a report needs the libraries of pages and codes

    # Imported by name: the command line must not import Qt.
    printer = import_module("kgdesk.ui.printing.report_pdf").ReportPdf(options.language)
    text_format = import_module("kgdesk.ui.text.translate").WindowTextFormat()
    dest = reports.report(session, options.dest, printer, speech=text_format, overwrite=options.overwrite)
    return with_trust(session, f"Saved {dest}.")
