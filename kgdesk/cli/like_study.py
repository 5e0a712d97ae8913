"""A new study like another one, whose runs it takes along: `new` with ``--like``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from kgdesk import actions
from kgdesk.actions.earlier_study import earlier_findings, read_earlier
from kgdesk.actions.importing import column_findings, read_like
from kgdesk.cli import console
from kgdesk.cli.options import READING, keywords, who
from kgdesk.cli.sessions import input_of
from kgdesk.cli.table_options import BLANKS, COLUMNS, ID, REPAIRS, earlier_given, settings_given
from kgdesk.errors import BadInput

if TYPE_CHECKING:
    import argparse


#: Options about columns and cells that the other study has settled.
_OF_THE_OTHER = tuple(each for each in (*COLUMNS, *REPAIRS) if each not in (ID, *BLANKS))


def new_like(options: argparse.Namespace) -> int:
    """Create a study with the candidates, columns, settings and runs of another one, and further candidates."""
    wrong = ["--settings"] if options.settings is not None else []
    wrong += [each.flag for each in _OF_THE_OTHER if each.is_given(options)]
    if wrong:
        raise BadInput(
            f"{wrong[0]} and --like do not go together: the new study has the columns and settings of the other one, "
            "which options such as --budget replace one by one."
        )
    stated = settings_given(options)
    by = who(options)
    with actions.open_study(options.like, by, read_only=True) as other:
        old = other.study
    reading = {**keywords(options, BLANKS, READING), "names": options.id}
    table = read_like(old, input_of(options.candidates), **reading)
    title = stated.get("title") or actions.name_of(options.study)
    settings = replace(old.settings, **{**stated, "title": title})
    findings = column_findings(table, raw=settings.raw, terms=settings.terms, budget=settings.budget)
    place = earlier_given(options)
    earlier = None if place is None else read_earlier(place, by)
    if earlier is not None:
        findings = (*earlier_findings(table, settings, earlier), *findings)
    file = "standard input" if options.candidates == "-" else Path(options.candidates).name
    with (
        console.unbroken(),
        actions.create_study(
            options.study, table, settings, by, file=file, like=old, learn_from=earlier
        ) as session,
    ):
        study = session.study
        if options.json:
            counts = {"candidates": len(study.pool), "columns": len(study.scaling.columns) - 1}
            rest = {"runs": len(study.runs), "findings": [str(each) for each in findings]}
            made = {"study": study.name, "made": str(options.study), **counts, **rest}
            console.deliver(console.as_json(made))
            return 0
        console.confirm(
            f"Made {options.study}: {console.count(len(study.pool), 'candidate')}, of these "
            f"{len(study.pool) - len(old.pool)} new; {console.count(len(study.runs), 'run')} taken along.",
            *([f"Left in {options.like}: {len(old.pending)} in progress."] if old.pending else []),
            *findings,
        )
    return 0
