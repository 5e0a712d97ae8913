"""One function per command: calls an action, prints what it says."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgdesk import actions
from kgdesk.actions import reporting
from kgdesk.actions.tables import column_findings
from kgdesk.cli import (
    amending,
    benches,
    installed,
    opening,
    rehearsals,
    safekeeping,
    servers,
    sheets,
    signing,
)
from kgdesk.cli.door import answer, refuse
from kgdesk.cli.opening import who
from kgdesk.cli.parser import build
from kgdesk.cli.tables import table_of
from kgdesk.errors import ReadOnlyStudy
from kgdesk.model.advice import advise
from kgdesk.model.settings import Settings
from kgdesk.model.stopping_text import joined

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from kgdesk.actions import Change, Session
    from kgdesk.model.study import Study


def run(argv: list[str]) -> int:
    """Parse and run one command; return the exit status.

    This is the outermost door of the command line: whatever goes wrong ends in one sentence.
    """
    return answer(argv, build(), _COMMANDS)


def _opened(options: argparse.Namespace, *, read_only: bool = False) -> Session:
    session = actions.open_study(options.study, who(options), read_only=read_only)
    reason = session.read_only_reason
    if not read_only and reason:
        session.close()
        raise ReadOnlyStudy(f"{reason} Nothing was changed.")
    return session


def _show(data: dict[str, Any]) -> None:
    print(json.dumps(data, ensure_ascii=False, allow_nan=False))


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


def _estimate(data: dict[str, Any]) -> str:
    low, high = data["interval"]
    return f"{_percent(data['probability'])} (90 % range {100 * low:.0f}-{_percent(high)})"


def _best(recommended: dict[str, Any], study: Study) -> str:
    if not study.valid:
        return "No outcome is recorded yet: no candidate is best so far."
    return f"Best so far: {recommended['candidate']}, {_estimate(recommended)}."


def _new(options: argparse.Namespace) -> int:
    table = table_of(options.candidates, options)
    settings = Settings(
        title=actions.name_of(options.study),
        belief=options.belief,
        policy=options.policy,
        prior_precision=options.prior_precision,
        budget=options.budget,
        seed=options.seed,
        raw=options.raw,
        terms=options.terms,
        term_precision=options.term_precision,
        square_precision=options.square_precision,
        stop=joined(options.stop),
        never_together=tuple(options.never_together),
        barcode=options.barcode,
    )
    with actions.create_study(
        options.study, table, settings, who(options), file=Path(options.candidates).name
    ) as made:
        study = made.study
    columns = _count(len(study.scaling.columns) - 1, "column")
    print(f"Made {options.study}: {_count(len(study.pool), 'candidate')}, {columns} to learn from.")
    for finding in column_findings(table, raw=options.raw, terms=options.terms, budget=options.budget):
        print(finding)
    return 0


def _suggest(options: argparse.Namespace) -> int:
    with _opened(options, read_only=True) as session:
        data = actions.suggestion(session.study, count=options.count)
    if options.json:
        _show(data)
        return 0
    for told in data["suggestions"]:
        print(f"Next: {told['candidate']}. Expected success {_estimate(told)}.")
        print(told["why"])
    if data["stop"]["stop"]:
        print(f"You can stop: {data['stop']['why']}")
    print(_best(data["recommended"], session.study))
    return 0


def _record(options: argparse.Namespace) -> int:
    with safekeeping.backed_up(_opened(options)) as session:
        study = session.study
        study.pool.row(options.candidate)
        wanted = options.count[1] if options.count else 1
        started = sum(start.candidate == options.candidate for start in study.pending)
        advice = advise(study) if study.is_open and started < wanted else None
        actions.record(
            session,
            options.candidate,
            options.outcome,
            note=options.note,
            advice=advice,
            count=options.count,
            happened_at=options.at,
        )
        last = session.study.runs[-1]
    if last.of > 1:
        print(
            f"Runs {last.number - last.of + 1} to {last.number} recorded: {options.count[0]} successes of {last.of} "
            f"for {last.candidate}."
        )
    else:
        print(f"Run {last.number} recorded: {last.outcome} for {last.candidate}.")
    return 0


def _start(options: argparse.Namespace) -> int:
    with safekeeping.backed_up(_opened(options)) as session:
        session.study.pool.row(options.candidate)
        advice = advise(session.study) if session.study.is_open else None
        actions.start(session, options.candidate, reason=options.reason, advice=advice)
        running = len(session.study.pending)
    print(f"Run of {options.candidate} started; {running} in progress.")
    return 0


def _note(options: argparse.Namespace) -> int:
    with _opened(options) as session:
        actions.note(session, options.text, run=options.run)
    print("The note is kept." if options.run is None else f"The note is kept with run {options.run}.")
    return 0


def _about(act: Callable[[Session, str, str], Change], words: str) -> Callable[[argparse.Namespace], int]:
    def command(options: argparse.Namespace) -> int:
        with safekeeping.backed_up(_opened(options)) as session:
            act(session, options.candidate, options.reason)
        print(f"{options.candidate} {words}.")
        return 0

    return command


def _correct(options: argparse.Namespace) -> int:
    with safekeeping.backed_up(_opened(options)) as session:
        actions.correct(session, options.run, options.outcome, options.reason)
        run = session.study.run(options.run)
    print(f"Run {run.number} is now {run.outcome}; it was {run.corrections[-1].old_outcome}.")
    return 0


def _status(options: argparse.Namespace) -> int:
    with _opened(options, read_only=True) as session:
        data = actions.status(session.study)
        away = [absence.candidate for absence in session.study.retired]
        aside = [absence.candidate for absence in session.study.skipped]
    if options.json:
        _show(data)
        return 0
    print(
        f"{data['study']} ({data['state']}): {_count(data['outcomes'], 'outcome')}, of these successes: "
        f"{data['successes']}; {_count(data['voids'], 'void')}; {_count(data['budget'], 'run')} planned."
    )
    for run in data["pending"]:
        print(f"In progress: {run['candidate']}, started by {run['operator']} at {run['started_at']}.")
    if away:
        print(f"Out of stock: {', '.join(away)}.")
    if aside:
        print(f"Skipped until the next run: {', '.join(aside)}.")
    if data["state"] == "open":
        print(f"You can stop: {data['stop']['why']}" if data["stop"]["stop"] else data["stop"]["why"])
    print(_best(data["recommended"], session.study))
    if "favoured" in data:
        print(data["favoured"])
    return 0


def _closing(act: Callable[[Session, str], Change], word: str) -> Callable[[argparse.Namespace], int]:
    def command(options: argparse.Namespace) -> int:
        with safekeeping.backed_up(_opened(options)) as session:
            act(session, options.reason)
        print(f"The study is {word}.")
        return 0

    return command


def _about_study(
    act: Callable[[Session, argparse.Namespace], str], *, read_only: bool = False
) -> Callable[[argparse.Namespace], int]:
    def command(options: argparse.Namespace) -> int:
        with safekeeping.backed_up(_opened(options, read_only=read_only)) as session:
            said = act(session, options)
        print(said)
        return 0

    return command


def _import(options: argparse.Namespace) -> int:
    source = Path(options.source)
    if source.suffix.lower() == ".zip":
        with actions.import_archive(source, options.study, who(options)) as made:
            print(
                f"Made {options.study} with {made.study.head.seq} entries, head {made.study.head.hash[:12]}."
            )
        return 0
    with safekeeping.backed_up(_opened(options)) as session:
        done = actions.import_outcomes(
            session,
            source,
            decimal=options.decimal,
            delimiter=options.delimiter,
            sheet=options.sheet,
            encoding=options.encoding,
        )
    verb = "was" if done.known == 1 else "were"
    print(f"Added {_count(done.added, 'outcome')}; {done.known} {verb} known already.")
    for remark in done.remarks:
        print(remark)
    return 0


def _export(options: argparse.Namespace) -> int:
    with _opened(options, read_only=True) as session:
        dest = actions.export(session, options.dest, overwrite=options.overwrite)
    print(f"Saved {dest}.")
    return 0


def _report(options: argparse.Namespace) -> int:
    # By name, as for the window: the command line knows nothing of Qt.
    press = import_module("kgdesk.ui.press").Press(options.language)
    speech = import_module("kgdesk.ui.speech").WindowSpeech()
    with _opened(options, read_only=True) as session:
        dest = reporting.report(session, options.dest, press, speech=speech, overwrite=options.overwrite)
    print(f"Saved {dest}.")
    return 0


def _verify(options: argparse.Namespace) -> int:
    found = actions.verify(options.study)
    if options.json:
        _show(found.as_json())
    elif found.problem is None:
        print(
            f"{found.study}: chain whole, {found.events} entries, {found.outcomes} outcomes, "
            f"head {found.head.hash[:12]}. "
            f"Of {found.suggestions} suggestions {found.exact} replay exactly, {found.close} to 1e-9."
        )
    if found.problem is not None:
        return refuse(found.problem)
    return 0


_COMMANDS: dict[str | None, Callable[[argparse.Namespace], int]] = {
    **opening.COMMANDS,
    "new": _new,
    "suggest": _suggest,
    "record": _record,
    "start": _start,
    "skip": _about(actions.skip, "is set aside until the next run"),
    "exclude": _about(actions.exclude, "is out of stock"),
    "include": _about(actions.include, "is in stock again"),
    "note": _note,
    "correct": _correct,
    "set": _about_study(amending.settle),
    "status": _status,
    "finish": _closing(actions.finish, "finished"),
    "reopen": _closing(actions.reopen, "open again"),
    "import": _import,
    "export": _export,
    "report": _report,
    "sheet": _about_study(sheets.sheet, read_only=True),
    "labels": _about_study(sheets.labels, read_only=True),
    "verify": _verify,
    "backup": lambda options: safekeeping.backup(options, who(options)),
    "server": servers.server,
    "sign": _about_study(signing.sign),
    "lock": _about_study(signing.lock),
    "unlock": _about_study(signing.unlock),
    "audit": _about_study(signing.audit, read_only=True),
    "restore": lambda options: safekeeping.restore(options, who(options)),
    "rehearse": rehearsals.rehearse,
    "paper": rehearsals.paper,
    "calibrate": rehearsals.calibrate,
    "kernels": installed.kernels,
    "selftest": installed.selftest,
    "bench": benches.run_bench,
}
