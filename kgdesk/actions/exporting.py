"""Export a study: runs as CSV, and a workbook for people."""

from __future__ import annotations

import io
import json
import math
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgdesk import __version__
from kgdesk.actions.archives import export_archive
from kgdesk.errors import BadInput
from kgdesk.model.advice.earlier_study import earlier_sentences
from kgdesk.model.advice.picks import advise
from kgdesk.model.advice.posterior_summary import favoured_terms
from kgdesk.model.advice.predicted_values import predicted_values
from kgdesk.model.beliefs.log_odds import LEVEL
from kgdesk.model.study.events import Unreadable
from kgdesk.tables import describe, read_pasted
from kgdesk.tables.new_file import new_file
from kgdesk.tables.runs_csv import run_cells, study_header, trailing_titles
from kgdesk.tables.writing import Worksheet, csv_text, write_csv, write_xlsx
from kgdesk.text import listed, phrase

if TYPE_CHECKING:
    from kgdesk.actions.session import Session
    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.study.study import Study
    from kgdesk.model.study.trust import Trust


#: Suffix -> description, in the file dialog and in the message about any other suffix.
KINDS: dict[str, str] = {
    ".csv": phrase("the runs"),
    ".json": phrase("the runs, for programs"),
    ".xlsx": phrase("runs, candidates, audit and settings"),
    ".zip": phrase("the whole study"),
}


def setup_of(study: Study) -> dict[str, Any]:
    """Return what a new study can take over from this one: candidates as a table, roles of columns, settings; no runs.

    The keys are those of the draft of a new study: see `kgdesk.actions.save_setup`.
    """
    pool = study.pool
    kinds = {column.name: column.role for column in study.columns}
    code = next((name for name, role in kinds.items() if role == "id"), "Code")
    while code in {*pool.extras, *(attribute.name for attribute in pool.attributes)}:
        code += " "
    columns = {
        code: pool.ids,
        **{a.name: v for a, v in zip(pool.attributes, pool.values, strict=True)},
        **pool.extras,
    }
    header, rows = tuple(columns), zip(*columns.values(), strict=True)
    text = csv_text(header, rows)
    roles = {code: "code", **{a.name: a.kind for a in pool.attributes}, **dict.fromkeys(pool.extras, "keep")}
    roles |= {
        name: role for name, role in kinds.items() if role in {"location", "barcode"} and name in pool.extras
    }
    units = {a.name: (a.unit, a.log) for a in pool.attributes}
    table = read_pasted(text, study.name, delimiter=",", decimal="point", headings=1)
    return {
        "source": {
            "pasted": text,
            "name": study.settings.title or study.name,
            "delimiter": ",",
            "decimal": "point",
            "headings": 1,
        },
        "columns": [
            [info.name, info.looks_like, roles[info.name], True, *units.get(info.name, ("", False)), {}]
            for info in describe(table)
        ],
        "settings": replace(study.settings, title="").as_json(),
        "matter": "some",
        "name": "",
    }


def export(
    session: Session, dest: str | Path, *, overwrite: bool = False, advice: Advice | None = None
) -> Path:
    """Export a study to a file whose suffix selects the format.

    The file gets mode, owner and group of the study file, unless it replaces one and keeps those.

    Parameters
    ----------
    session
        May be read-only.
    dest
        ``.csv``: the runs, for people. ``.json``: the same runs and the head of the record, for programs. ``.xlsx``:
        runs, candidates, audit, settings. ``.zip``: the lossless archive. All but ``.csv`` contain the verdict of
        trust.
    overwrite
        Replace an existing file.
    advice
        Predictions for the candidates sheet; computed if missing or stale.

    Raises
    ------
    BadInput
        Another suffix.
    FileExists, ReadOnlyStudy
        Nothing was written.
    """
    dest = Path(dest)
    study = session.study
    match dest.suffix.lower():
        case ".csv":
            write_csv(
                dest,
                study_header(study),
                [run_cells(study, r) for r in study.runs],
                overwrite=overwrite,
                like=session.file,
            )
        case ".json":
            with new_file(dest, overwrite=overwrite, like=session.file) as stream:
                stream.write(_runs_json(study, session.trust).encode())
        case ".xlsx":
            if advice is None or advice.revision != study.revision:
                advice = advise(study)
            sheets = _sheets(study, advice.at(LEVEL), session.trust)
            write_xlsx(dest, sheets, overwrite=overwrite, like=session.file)
        case ".zip":
            export_archive(session, dest, overwrite=overwrite)
        case _:
            known = listed(phrase("{end} ({what})", end=end, what=what) for end, what in KINDS.items())
            raise BadInput(
                phrase(
                    "“{name}” does not say what to write by its ending: choose one of {known}.",
                    name=dest.name or str(dest),
                    known=known,
                )
            )
    return dest


def _runs_json(study: Study, trust: Trust) -> str:
    """Return the runs as one JSON object with the columns of the runs CSV, but without its guard against formulas."""
    header = study_header(study)
    runs = [dict(zip(header, run_cells(study, run), strict=True)) for run in study.runs]
    head = {"seq": study.head.seq, "hash": study.head.hash}
    whole = {"schema": 1, "trust": trust.as_json(), "study": study.name, "head": head, "runs": runs}
    return json.dumps(whole, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def export_preview(study: Study, rows: int = 5) -> list[str]:
    """Return the first lines of the runs CSV as they would be written."""
    text = csv_text(study_header(study), [run_cells(study, r) for r in study.runs[:rows]])
    return [line.rstrip("\r\n") for line in io.StringIO(text, newline="")][:rows]


def run_columns(study: Study) -> dict[str, list[Any]]:
    """Return the runs CSV of a study as columns: heading -> one value per run, None where there is none.

    Measured values are numbers, or all of them texts if one is a limit such as ``<5``.
    """
    cells = [run_cells(study, run) for run in study.runs]
    columns = {heading: [row[at] for row in cells] for at, heading in enumerate(study_header(study))}
    titles = trailing_titles(study)
    for heading in (titles["measured"], titles["measured_from"]):
        if any(isinstance(cell, str) for cell in columns[heading]):
            columns[heading] = [None if cell is None else str(cell) for cell in columns[heading]]
    return columns


def _sheets(study: Study, advice: Advice, trust: Trust) -> list[Worksheet]:
    first = [Worksheet("trust", ("trust", "meaning"), [(trust.verdict, str(trust.sentence))])]
    return [
        *([] if trust.unremarkable else first),
        Worksheet("runs", study_header(study), [run_cells(study, r) for r in study.runs]),
        _candidates(study, advice),
        _audit(study),
        _settings(study, advice, trust),
    ]


def _candidates(study: Study, advice: Advice) -> Worksheet:
    pool = study.pool
    counts = {name: study.tally.get(name, (0, 0)) for name in pool.ids}
    away = {absence.candidate for absence in study.retired}
    names = [a.name for a in pool.attributes]
    fixed: tuple[str, ...] = (
        "candidate",
        "probability",
        "low_90",
        "high_90",
        "value_of_testing",
        "tried",
        "successes",
        "in_stock",
    )
    values = predicted_values(study, study.design.X[study.design.row_of])
    fixed = (*fixed, *({"value": "value_predicted"}.get(key, f"{key}_90") for key in values))
    header = (*fixed, *(f"{n} (attribute)" if n in fixed else n for n in names))
    header = (*header, *(f"{n} (kept)" if n in header else n for n in pool.extras))
    rows = [
        (
            name,
            float(advice.probability[i]),
            float(advice.low[i]),
            float(advice.high[i]),
            "not computed" if math.isnan(advice.kg[i]) else float(advice.kg[i]),
            sum(counts[name]),
            counts[name][0],
            "no" if name in away else "yes",
            *(column[i] for column in values.values()),
            *(column[i] for column in pool.values),
            *(column[i] for column in pool.extras.values()),
        )
        for i, name in enumerate(pool.ids)
    ]
    return Worksheet("candidates", header, rows)


def _audit(study: Study) -> Worksheet:
    header = (
        "entry",
        "kind",
        "recorded_at",
        "utc_offset",
        "operator",
        "workstation",
        "version",
        "content",
        "hash",
    )
    left_out = {one.seq for one in study.set_aside}
    rows = [
        (
            e.seq,
            e.kind,
            e.new.recorded_at_utc,
            e.new.utc_offset,
            e.new.actor,
            e.new.workstation,
            e.new.app_version,
            _content(e.kind, e.payload, sensible=e.seq not in left_out),
            e.hash,
        )
        for e in study.events
    ]
    return Worksheet("audit", header, rows)


def _content(kind: str, payload: Any, *, sensible: bool) -> str:
    if isinstance(payload, Unreadable):
        payload = payload.text
    elif kind == "candidates_imported" and sensible:  # the candidates have their own sheet
        payload = {"candidates": len(payload["ids"]), "source": payload["source"]}
    text = json.dumps(payload, ensure_ascii=False, sort_keys=True)
    return text if len(text) <= 30_000 else text[:30_000] + " …"  # a cell holds 32,767 characters


def _models(study: Study) -> list[tuple[str, Any]]:
    """Return the present weights of the averaged models and of an earlier study as rows of the settings sheet."""
    favoured_models = favoured_terms(study)
    learnt = [("earlier study", " ".join(map(str, earlier_sentences(study))))] if study.earlier else []
    if not favoured_models:
        return learnt
    parts = study.belief.as_json()["components"]
    weights = ", ".join(f"{part['terms']} {part['weight']:.3f}" for part in parts)
    return [
        ("weights of the terms now", weights),
        ("terms that the outcomes favour", favoured_models),
        *learnt,
    ]


def _settings(study: Study, advice: Advice, trust: Trust) -> Worksheet:
    rows: list[tuple[str, Any]] = [("trust", str(trust.sentence)), ("study", study.name)]
    for name, value in study.settings.as_json().items():
        rows.append((name, ", ".join(value) if isinstance(value, list) else value))
    rows += [
        ("candidates", len(study.pool)),
        ("columns", ", ".join(study.scaling.names)),
        ("columns left out", ", ".join(study.scaling.dropped)),
        *_models(study),
        ("runs in progress", ", ".join(start.candidate for start in study.pending)),
        *(
            (("value_of_testing", str(advice.suggestion.value.given)),)
            if study.pending and advice.next is not None
            else ()
        ),
        ("recommended", advice.recommended.candidate),
        ("recommended: probability of success", advice.recommended.probability),
        ("recommended: low end of the 90 % range", advice.recommended.low),
        ("recommended: high end of the 90 % range", advice.recommended.high),
        ("belief, SHA-256", advice.belief_digest),
        ("head: entries", study.head.seq),
        ("head: hash", study.head.hash),
        ("written by", f"kgdesk {__version__}"),
    ]
    return Worksheet("settings", ("setting", "value"), rows)
