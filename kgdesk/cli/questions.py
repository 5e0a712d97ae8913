"""Commands that ask a study and write nothing: `status`, `predict`, `candidates`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kgdesk import actions
from kgdesk.cli import console
from kgdesk.cli.closing import state
from kgdesk.cli.commands import Command
from kgdesk.cli.options import READING, add_json, add_reading, add_study, at_least, keywords
from kgdesk.cli.sentences import best, estimate, name_with_location, stop_line, value_expected
from kgdesk.cli.sessions import input_of, reading, with_trust
from kgdesk.errors import BadInput
from kgdesk.model.advice import queries
from kgdesk.model.advice.posterior_summary import candidate_columns, predictions
from kgdesk.model.design.encoding import encode
from kgdesk.text import plain_number

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from kgdesk.actions import Session
    from kgdesk.model.study.records import Absence
    from kgdesk.model.study.study import Study


def _add_status_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    parser.add_argument(
        "--at-stake",
        action="store_true",
        help="compute what is still at stake, the expected loss of taking the present best now; a study whose "
        "stopping rule rests on it shows it without this",
    )
    parser.add_argument(
        "--brief", action="store_true", help="only counts, state and runs in progress, at once"
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
    lines = _counted(study, data)
    if options.brief:
        return "\n".join(lines)
    if data["state"] == "open":
        lines.append(stop_line(data["stop"]))
    if options.at_stake:
        lines.append(_at_stake(data))
    lines.append(best(data["recommended"], study))
    if "favoured" in data:
        lines.append(data["favoured"])
    return with_trust(session, "\n".join(lines))


def _counted(study: Study, data: dict[str, Any]) -> list[str]:
    """Return what needs no belief: counts, runs in progress, candidates that are set aside."""
    undecided = f"{data['undecided']} undecided; " if data["undecided"] else ""
    lines: list[str] = [
        (
            f"{data['study']} ({state(study)}): {console.count(data['outcomes'], 'outcome')}, "
            f"of these successes: {data['successes']}; {undecided}{console.count(data['voids'], 'void')}; "
            f"{console.count(data['budget'], 'run')} planned."
        )
    ]
    lines += [
        (
            f"In progress: run {run['run']}, {name_with_location(study, run)}, started by "
            f"{console.one_line(run['operator'])} at {run['started_at']}."
        )
        for run in data["pending"]
    ]
    if study.retired:
        lines.append(f"Out of stock: {_absent(study.retired)}.")
    if study.skipped:
        lines.append(f"Skipped until the next run: {_absent(study.skipped)}.")
    return lines


def _absent(absences: Sequence[Absence]) -> str:
    return ", ".join(console.one_line(absence.candidate) for absence in absences)


def _at_stake(data: dict[str, Any]) -> str:
    left, running = data["at_stake"], len(data["pending"])
    given = f", whatever the {console.count(running, 'run')} in progress will give" if running else ""
    return (
        f"Still at stake: {plain_number(left['points'])} percentage points (standard error "
        f"{plain_number(left['standard_error'])}): so much does taking the present best now lose on "
        f"average{given}."
    )


STATUS = Command(reading(status), _add_status_options, ("kgdesk status screen.kgstudy --json",))


def _add_predict_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    parser.add_argument("candidate", metavar="CANDIDATE", nargs="*", help="names of candidates")
    parser.add_argument(
        "--from",
        dest="source",
        metavar="TABLE",
        help="CSV or Excel file with the attributes of the study, whose rows need not be candidates; - for standard "
        "input",
    )
    add_reading(parser)
    add_json(parser, "predict")


def predict(session: Session, options: argparse.Namespace) -> str:
    """Return predictions as text or as one JSON object."""
    study = session.study
    if bool(options.candidate) == (options.source is not None):
        options.parser.error("name candidates, or a table with --from")
    if options.source is None:
        names = list(options.candidate)
        X = study.design.X[study.design.row_of[[study.pool.row(name) for name in names]]]
    else:
        ids, values = actions.rows_of_table(study, input_of(options.source), **keywords(options, READING))
        names, X = list(ids), encode(study.scaling, study.pool.attributes, values, ids=ids)
    rows = _rows({"candidate": names, **predictions(study, X)})
    if options.json:
        return console.as_json({"study": study.name, "revision": study.revision, "predictions": rows})
    return "\n".join(
        f"{console.one_line(row['candidate'])}: {estimate(row)}{value_expected(row, study.settings)}."
        for row in rows
    )


PREDICT = Command(
    reading(predict),
    _add_predict_options,
    (
        "kgdesk predict screen.kgstudy RX-001 RX-002",
        "cat ideas.csv | kgdesk predict screen.kgstudy --from - --json",
    ),
)


def _add_candidates_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    parser.add_argument("--top", type=at_least(1), metavar="N", help="only the first N (default: all)")
    add_json(parser, "candidates")


def candidates(session: Session, options: argparse.Namespace) -> str:
    """Return the candidates, the best first, as text or as one JSON object."""
    study = session.study
    if options.top is not None and options.top < 1:
        options.parser.error("argument --top: at least 1")
    rows = _rows(candidate_columns(study))
    attributes = study.pool.attributes
    for nth, row in enumerate(rows):
        values = [column[nth] for column in study.pool.values]
        row["attributes"] = {
            a.name: str(v) if a.kind == "category" else float(v)
            for a, v in zip(attributes, values, strict=True)
        }
    rows.sort(key=lambda row: -row["probability"])
    rows = rows[: options.top]
    if options.json:
        return console.as_json({"study": study.name, "revision": study.revision, "candidates": rows})
    lines = []
    for row in rows:
        runs = console.count(row["successes"] + row["failures"], "run")
        stock = "" if row["in_stock"] else ", out of stock"
        name, value = console.one_line(row["candidate"]), value_expected(row, study.settings)
        lines.append(f"{name}: {estimate(row)}{value}, {row['successes']} of {runs} succeeded{stock}.")
    return "\n".join(lines)


CANDIDATES = Command(
    reading(candidates), _add_candidates_options, ("kgdesk candidates screen.kgstudy --top 10",)
)


def _rows(columns: dict[str, list[Any]]) -> list[dict[str, Any]]:
    """Return columns with a prediction as rows, with the 90 % ranges as ``interval`` and ``value_interval``."""
    rows = [dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True)]
    ends = {"low", "high", "value_low", "value_high"}
    return [
        {key: value for key, value in row.items() if key not in ends}
        | {"interval": [row["low"], row["high"]]}
        | ({"value_interval": [row["value_low"], row["value_high"]]} if "value" in row else {})
        for row in rows
    ]
