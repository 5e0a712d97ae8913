"""Commands that make a study or its candidates: `new`, `add`, and `sample` for the tables to try it with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.actions.earlier_study import earlier_findings, read_earlier
from kgdesk.actions.importing import (
    column_findings,
    learnt_columns,
    read_settings,
    value_findings,
    with_prior,
    with_terms,
)
from kgdesk.actions.samples import write_sample_tables
from kgdesk.cli import console
from kgdesk.cli.blocks import asked_of_blocks
from kgdesk.cli.commands import Command
from kgdesk.cli.like_study import new_like
from kgdesk.cli.options import (
    READING,
    add_by,
    add_by_and_token,
    add_group,
    add_json,
    add_overwrite,
    add_reading,
    add_reason,
    add_study,
    keywords,
    who,
)
from kgdesk.cli.sessions import input_of, writing
from kgdesk.cli.table_options import BLANKS, LAB, add_table, earlier_given, settings_given, table_of
from kgdesk.model.advice.posterior_summary import price
from kgdesk.model.study.measured_scale import most_readings
from kgdesk.model.study.settings import new_settings
from kgdesk.model.study.stated_settings import StatedSettings
from kgdesk.text import by_kind

if TYPE_CHECKING:
    import argparse

    from kgdesk.actions import Session


def _add_sample_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="FOLDER", help="folder for the tables; created if missing")
    add_overwrite(parser)
    add_json(parser, "sample")


def sample(options: argparse.Namespace) -> int:
    """Write the sample tables."""
    files = [str(file) for file in write_sample_tables(options.folder, overwrite=options.overwrite)]
    if options.json:
        console.deliver(console.as_json({"files": files}))
    else:
        console.confirm(*(f"Saved {file}." for file in files))
    return 0


SAMPLE = Command(sample, _add_sample_options, ("kgdesk sample .",))


def _add_new_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    parser.add_argument(
        "--candidates", required=True, metavar="TABLE", help="CSV or Excel file; - for standard input"
    )
    parser.add_argument(
        "--settings",
        metavar="FILE",
        help="file with the settings of the study (TOML): title, words of outcomes, units, logarithms, blank cells, "
        "prior in words, rule; do not give the same setting as an option too",
    )
    parser.add_argument(
        "--like",
        metavar="OTHER",
        help="another study: take its candidates, columns, settings, runs and stock along; the table holds further "
        "candidates",
    )
    add_table(parser, new=True)
    add_group(parser, "the lab", LAB)
    add_by(parser)
    add_json(parser, "new")


#: Printed for a new study without --repeats, so that its default is not silent.
_NOT_ASKED = (
    "Can a candidate be run again? The study does not state it: candidates are suggested again where "
    "that is worth most. If a run uses the sample up: kgdesk set STUDY --repeats no --policy exploit --reason TEXT."
)


def new(options: argparse.Namespace) -> int:
    """Create a study; print the numbers of candidates and columns, and findings about the columns."""
    if options.like is not None:
        return new_like(options)
    given = settings_given(options)
    stated = StatedSettings()
    if options.settings is not None:
        stated = read_settings(input_of(options.settings))
        given = stated.over(given, options.settings)
    settings = new_settings({**given, "title": given.get("title") or actions.name_of(options.study)})
    table = table_of(options.candidates, options, settings, stated)
    settings = with_prior(with_terms(settings, table, given.get("terms", "")), table, stated.prior)
    learnt_from = str(learnt_columns(table))
    findings = column_findings(table, raw=settings.raw, terms=settings.terms, budget=settings.budget)
    findings = (*value_findings(table, settings), *findings)
    place = earlier_given(options)
    earlier = None if place is None else read_earlier(place, who(options))
    if earlier is not None:
        findings = (*earlier_findings(table, settings, earlier), *findings)
    with (
        console.unbroken(),
        actions.create_study(
            options.study,
            table,
            settings,
            who(options),
            file="standard input" if options.candidates == "-" else Path(options.candidates).name,
            learn_from=earlier,
        ) as session,
    ):
        del table  # a second copy of the candidates, in Python objects
        study = session.study
        time = actions.suggestion_time(len(study.design.X), len(study.scaling.columns) - 1, settings.terms)
        if options.json:
            learnt = [attribute.name for attribute in study.pool.attributes]
            counts = {
                "candidates": len(study.pool), "columns": len(study.scaling.columns) - 1, "attributes": learnt,
            }  # fmt: skip
            made_json = {"study": study.name, "made": str(options.study), **counts}
            rest = {"suggestion_seconds": round(time, 3), "findings": [str(each) for each in findings]}
            console.deliver(console.as_json({**made_json, **rest}))
            return 0
        made = (
            f"Made {options.study}: {console.count(len(study.pool), 'candidate')}, "
            f"{console.count(len(study.pool.attributes), 'attribute')} to learn from."
        )
        asked = [] if settings.repeats else [_NOT_ASKED]
        if blocks := asked_of_blocks(study):
            asked.append(blocks)
        most = most_readings(study.settings)
        if len(study.valid) > most and settings.learns_from_values:
            asked.append(
                f"More than {most} measured values take too long to learn from: "
                "the study learns from the outcomes alone."
            )
        console.confirm(made, learnt_from, price(time), *asked, *map(_of_a_kind, by_kind(findings)))
    return 0


def _of_a_kind(finding: tuple[str, int]) -> str:
    sentence, others = finding
    return f"{sentence} ({others} more of this kind: --json lists them)" if others else str(sentence)


NEW = Command(
    new,
    _add_new_options,
    (
        (
            "kgdesk new screen.kgstudy --candidates reaction-screen.csv --id Code --category Solvent "
            '--ignore "Plate location"'
        ),
    ),
    (
        *(
            "--candidates",
            "--settings",
            "--like",
            "--learn-from",
            "--id",
            "--attributes",
            "--category",
            "--outcome",
            "--ignore",
        ),
        *("--title", "--budget", "--repeats", "--measured", "--location", "--by", "--json"),
    ),
)


def _add_add_options(parser: argparse.ArgumentParser) -> None:
    add_study(parser)
    parser.add_argument(
        "source",
        metavar="TABLE",
        help="CSV or Excel file with the columns of the study's own table; - for standard input",
    )
    parser.add_argument(
        "--id", metavar="COL", help="column that names the candidates (default: as in the study)"
    )
    add_reason(parser)
    add_group(parser, "the table", BLANKS)
    add_reading(parser)
    add_by_and_token(parser)


def add(session: Session, options: argparse.Namespace) -> str:
    """Add candidates to an open study; return the message."""
    change = actions.add_candidates(
        session,
        input_of(options.source),
        options.reason,
        token=options.token,
        names=options.id,
        **keywords(options, BLANKS, READING),
    )
    added = next(len(event.payload["ids"]) for event in change.events if event.kind == "candidates_added")
    sentence = f"Added {console.count(added, 'candidate')}: there are {len(session.study.pool)} now."
    return "\n".join(filter(None, [sentence, change.notice]))


ADD = Command(
    writing(add),
    _add_add_options,
    ('kgdesk add screen.kgstudy more.csv --reason "second library"',),
    ("--id", "--reason", "--blanks", "--blank-none", "--by", "--token", "--json"),
)
