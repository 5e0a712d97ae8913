"""One function per command: calls an action, prints what it says."""

from __future__ import annotations

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
    output,
    recording,
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
from kgdesk.errors import BadInput, ReadOnlyStudy
from kgdesk.model.explanation import plain
from kgdesk.model.settings import Settings
from kgdesk.model.stopping_text import joined

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from kgdesk.actions import Change, Session
    from kgdesk.model.advice import Advice


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


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


def _writing(act: Callable[[Session, argparse.Namespace], str]) -> Callable[[argparse.Namespace], int]:
    """Return a command that changes a study, says what is on the disk, and makes a backup where one is due."""

    def command(options: argparse.Namespace) -> int:
        with safekeeping.backed_up(_opened(options)) as session, output.unbroken():
            output.confirm(act(session, options))
        return 0

    return command


def _acting_on_an_answer(
    act: Callable[[Session, argparse.Namespace, Advice | None], str],
) -> Callable[[argparse.Namespace], int]:
    """Return a command that changes a study and may refer to an answer of suggest, which is worked out first."""

    def command(options: argparse.Namespace) -> int:
        with safekeeping.backed_up(_opened(options)) as session:
            advice = recording.answer(session, options)
            with output.unbroken():
                output.confirm(act(session, options, advice))
        return 0

    return command


def _reading(act: Callable[[Session, argparse.Namespace], str]) -> Callable[[argparse.Namespace], int]:
    """Return a command that writes nothing and prints its answer."""

    def command(options: argparse.Namespace) -> int:
        with _opened(options, read_only=True) as session:
            answer = act(session, options)
        output.show(answer)
        return 0

    return command


def _saving(act: Callable[[Session, argparse.Namespace], str]) -> Callable[[argparse.Namespace], int]:
    """Return a command that leaves the study as it is and saves a file."""

    def command(options: argparse.Namespace) -> int:
        with _opened(options, read_only=True) as session:
            output.confirm(act(session, options))
        return 0

    return command


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
        location=options.location,
    )
    findings = column_findings(table, raw=options.raw, terms=options.terms, budget=options.budget)
    with (
        output.unbroken(),
        actions.create_study(
            options.study, table, settings, who(options), file=Path(options.candidates).name
        ) as made,
    ):
        study = made.study
        columns = _count(len(study.scaling.columns) - 1, "column")
        output.confirm(
            f"Made {options.study}: {_count(len(study.pool), 'candidate')}, {columns} to learn from.",
            *findings,
        )
    return 0


def _note(session: Session, options: argparse.Namespace) -> str:
    actions.note(session, options.text, run=options.run, token=options.token)
    return "The note is kept." if options.run is None else f"The note is kept with run {options.run}."


def _about(act: Callable[..., Change], words: str) -> Callable[[Session, argparse.Namespace], str]:
    def change(session: Session, options: argparse.Namespace) -> str:
        act(session, options.candidate, options.reason, token=options.token)
        return f"{options.candidate} {words}."

    return change


def _correct(session: Session, options: argparse.Namespace) -> str:
    change = actions.correct(session, options.run, options.outcome, options.reason, token=options.token)
    facts = change.events[-1].payload
    return f"Run {facts['run']} is now {facts['new']['outcome']}; it was {facts['old']['outcome']}."


def _status(session: Session, options: argparse.Namespace) -> str:
    study = session.study
    data = actions.status(study, stake=options.at_stake)
    if options.json:
        return output.as_json(data)
    counts = (
        f"{_count(data['outcomes'], 'outcome')}, of these successes: {data['successes']}; "
        f"{_count(data['voids'], 'void')}; {_count(data['budget'], 'run')} planned."
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
    given = f", whatever the {_count(running, 'run')} in progress will give" if running else ""
    return (
        f"Still at stake: {plain(left['points'])} points (standard error {plain(left['standard_error'])}): so much "
        f"does taking the present best now lose on average{given}."
    )


def _import(options: argparse.Namespace) -> int:
    source = Path(options.source)
    if source.suffix.lower() != ".zip":
        return _writing(_import_outcomes)(options)
    if options.token:
        raise BadInput(
            "--token names an entry of a study: an archive makes a study of its own, and the same archive again is "
            "refused as long as the study is there. Leave it out."
        )
    with output.unbroken(), actions.import_archive(source, options.study, who(options)) as made:
        head = made.study.head
        output.confirm(f"Made {options.study} with {head.seq} entries, head {head.hash[:12]}.")
    return 0


def _import_outcomes(session: Session, options: argparse.Namespace) -> str:
    done = actions.import_outcomes(
        session,
        Path(options.source),
        token=options.token,
        decimal=options.decimal,
        delimiter=options.delimiter,
        sheet=options.sheet,
        encoding=options.encoding,
    )
    verb = "was" if done.known == 1 else "were"
    lines = [f"Added {_count(done.added, 'outcome')}; {done.known} {verb} known already."]
    if done.closed:
        lines.append(f"Closed {_count(done.closed, 'run')} in progress.")
    return "\n".join((*lines, *done.remarks))


def _export(session: Session, options: argparse.Namespace) -> str:
    return f"Saved {actions.export(session, options.dest, overwrite=options.overwrite)}."


def _report(session: Session, options: argparse.Namespace) -> str:
    # By name, as for the window: the command line knows nothing of Qt.
    press = import_module("kgdesk.ui.press").Press(options.language)
    speech = import_module("kgdesk.ui.speech").WindowSpeech()
    dest = reporting.report(session, options.dest, press, speech=speech, overwrite=options.overwrite)
    return f"Saved {dest}."


def _verify(options: argparse.Namespace) -> int:
    found = actions.verify(options.study)
    if options.json:
        output.show(output.as_json(found.as_json()))
    elif found.problem is None:
        output.show(
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
    "suggest": _reading(recording.suggest),
    "record": _acting_on_an_answer(recording.record),
    "start": _acting_on_an_answer(recording.start),
    "skip": _writing(_about(actions.skip, "is set aside until the next run")),
    "exclude": _writing(_about(actions.exclude, "is out of stock")),
    "include": _writing(_about(actions.include, "is in stock again")),
    "note": _writing(_note),
    "correct": _writing(_correct),
    "set": _writing(amending.settle),
    "status": _reading(_status),
    "finish": _writing(signing.finish),
    "reopen": _writing(signing.reopen),
    "import": _import,
    "export": _saving(_export),
    "report": _saving(_report),
    "sheet": _saving(sheets.sheet),
    "labels": _saving(sheets.labels),
    "verify": _verify,
    "backup": lambda options: safekeeping.backup(options, who(options)),
    "server": servers.server,
    "sign": _writing(signing.sign),
    "lock": _writing(signing.lock),
    "unlock": _writing(signing.unlock),
    "audit": lambda options: (_saving if options.dest else _reading)(signing.audit)(options),
    "restore": lambda options: safekeeping.restore(options, who(options)),
    "rehearse": rehearsals.rehearse,
    "paper": rehearsals.paper,
    "calibrate": rehearsals.calibrate,
    "kernels": installed.kernels,
    "selftest": installed.selftest,
    "bench": benches.run_bench,
}
