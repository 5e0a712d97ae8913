"""Worklists: plan which runs go into which wells, start them in one gesture, write the file for the instrument."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kgdesk.actions.worklist_files import (
    KINDS,
    TEMPLATES,
    read_template,
    start_with_file,
    worklist_table,
    worklist_text,
    write_worklist,
)
from kgdesk.errors import BadInput
from kgdesk.model.advice.batch_limits import BatchLimits, refuse_twice
from kgdesk.model.advice.batches import advise_batch
from kgdesk.model.decisions import plates
from kgdesk.model.decisions.plates import PlateRun
from kgdesk.model.design.samples import filling_order, plate_format, well_name
from kgdesk.model.study.outcome_words import outcome_word
from kgdesk.model.study.worklists import ORDERS, WellUse
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kgdesk.actions.session import Change, Session
    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.decisions.shown_suggestions import SeenOn
    from kgdesk.model.study.settings import Settings
    from kgdesk.model.study.study import Study
    from kgdesk.tables.writing import Worksheet

__all__ = [
    "KINDS",
    "TEMPLATES",
    "Controls",
    "Layout",
    "WorklistPlan",
    "candidates_again",
    "make_worklist",
    "name_again",
    "parse_controls",
    "plan_table",
    "plan_worklist",
    "read_template",
    "worklist_text",
    "write_worklist",
]

#: Characters of run tokens: none can be mistaken for another, and no token looks like a number, a date or a formula.
_LETTERS: Final = "BCDFGHKLMNPQRSTVWXZ"
_DIGITS: Final = "346789"


@dataclass(frozen=True, slots=True)
class Controls:
    """Wells of one control.

    Parameters
    ----------
    name
        Name of the control.
    wells
        Its wells, as typed.
    expects
        Outcome that the control must have to pass, ``success`` or ``failure``.
    """

    name: str
    wells: tuple[str, ...]
    expects: str


@dataclass(frozen=True, slots=True)
class Layout:
    """How runs fill a plate.

    Parameters
    ----------
    plate
        Number of wells of the plate.
    order, seed, snake, edge
        As in `kgdesk.model.design.samples.filling_order`.
    controls, empty
        Wells for controls, and wells that are left empty.
    """

    plate: int = 96
    order: str = "rows"
    seed: int = 0
    snake: bool = False
    edge: bool = True
    controls: tuple[Controls, ...] = ()
    empty: tuple[str, ...] = ()


@dataclass(frozen=True)
class WorklistPlan:
    """A worklist before its runs start.

    Parameters
    ----------
    study
        State of the study for which it was planned.
    name
        Name of the plate.
    layout
        How the plate is filled.
    wells
        Content of each well, in the order of filling.
    advice
        Well -> suggestion; empty if the user chose the candidates.
    template
        Template of the file, as in the TOML file; empty for the usual columns.
    """

    study: Study
    name: str
    layout: Layout
    wells: tuple[WellUse, ...]
    advice: Mapping[str, Advice] = field(default_factory=dict)
    template: Mapping[str, Any] = field(default_factory=dict)

    @property
    def runs(self) -> tuple[WellUse, ...]:
        """Wells with candidates."""
        return tuple(use for use in self.wells if use.holds == "candidate")


def plan_worklist(
    study: Study,
    *,
    count: int = 0,
    candidates: Sequence[str] = (),
    picks: Sequence[Advice] = (),
    limits: BatchLimits | None = None,
    repeats: bool = False,
    layout: Layout | None = None,
    name: str = "",
    template: Mapping[str, Any] | None = None,
) -> WorklistPlan:
    """Plan a worklist; nothing is recorded.

    Parameters
    ----------
    count, limits, repeats
        Number of suggestions, which are computed here (slow) as by `kgdesk.model.advice.batches.advise_batch`; 0 if
        `candidates` or `picks` are given.
    candidates
        Candidates that the user chose, in order; no candidate twice, except with `repeats`.
    picks
        Suggestions that have been computed already.
    layout
        How the plate is filled; 96 wells, row by row, by default.
    name, template
        Name of the plate, by default the id of the worklist; template as returned by `read_template`.

    Raises
    ------
    UnknownCandidate, BadInput
        A candidate is unknown, there are more runs than wells, or a well does not exist or has two uses.
    """
    layout = layout or Layout()
    names = _chosen(study, candidates, limits, repeats=repeats)
    runs = len(names) or len(picks) or count
    controls, free = _free_wells(layout)
    if not 1 <= runs <= len(free):
        raise BadInput(
            phrase(
                "This plate has {free} wells for runs beside controls and wells left out, not {runs}: ask for 1 to "
                "{free}, or take a larger plate.",
                free=len(free),
                runs=runs,
            )
        )
    if not names:
        picks = picks or advise_batch(study, count, limits=limits or BatchLimits(), repeats=repeats)
        names = [pick.suggestion.candidate for pick in picks]
    uses = [WellUse(well, "candidate", each) for well, each in zip(free, names, strict=False)]
    rank = {well: nth for nth, well in enumerate(_order(layout, edge=True))}
    wells = [*controls, *uses]
    if layout.edge:
        wells.sort(key=lambda use: rank[use.well])
    advice = {use.well: pick for use, pick in zip(uses, picks, strict=False)}
    plan = WorklistPlan(study, name.strip() or _next_id(study), layout, tuple(wells), advice, template or {})
    worklist_table(
        study, plan.wells, {}, plan.template, ("", plan.name)
    )  # refuses a template that does not fit
    return plan


def candidates_again(session: Session, token: str, candidates: Sequence[str], count: int) -> Sequence[str]:
    """Return the candidates to plan a worklist with: where its token has made a plate before, those of that plate.

    Suggestions computed now would differ from those. `candidates` and `count` are as in `plan_worklist`; if they
    contradict the plate, `candidates` is returned.
    """
    made = (event.payload for event in session.recorded(token) if event.kind == "worklist_made")
    for listed in made:
        before = [use["name"] for use in listed["wells"] if use["holds"] == "candidate"]
        if list(candidates) in ([], before) and count in {0, len(before)}:
            return before
    return candidates


def name_again(session: Session, token: str, name: str) -> str:
    """Return the name to plan a worklist with: without one, that of the plate which its token has made before."""
    made = (event.payload for event in session.recorded(token) if event.kind == "worklist_made")
    unnamed = (str(listed["name"]) for listed in made if listed["name"] == listed["id"])
    return name or next(unnamed, "")


def _chosen(
    study: Study, candidates: Sequence[str], limits: BatchLimits | None, *, repeats: bool
) -> list[str]:
    """Return the names of candidates that a person chose; raise BadInput if they are not a batch."""
    if candidates and limits is not None and limits.any:
        raise BadInput(
            phrase(
                "Limits are for suggestions (--count), not for candidates that a person chooses: leave them out."
            )
        )
    names = [study.pool.ids[study.pool.row(each)] for each in candidates]
    if not repeats:
        refuse_twice(names)
    return names


def parse_controls(text: str, settings: Settings) -> tuple[Controls, ...]:
    """Parse the wells of controls, such as ``DMSO:failure=A01,H12``; separate controls by semicolons; empty for none.

    Raises
    ------
    BadInput
        A name, an outcome or a well is missing.
    """
    controls = []
    for part in filter(None, (one.strip() for one in text.split(";"))):
        before, mark, wells = part.partition("=")
        name, colon, word = before.rpartition(":")
        outcome = outcome_word(word, settings) if mark and colon and name.strip() and wells.strip() else None
        if outcome not in {"success", "failure"}:
            raise BadInput(
                phrase(
                    "“{text}” does not say which control is where and by which outcome it passes: write it like "
                    "DMSO:failure=A01,H12.",
                    text=part,
                )
            )
        controls.append(
            Controls(name.strip(), tuple(well.strip() for well in wells.split(",")), str(outcome))
        )
    return tuple(controls)


def _free_wells(layout: Layout) -> tuple[list[WellUse], list[str]]:
    """Return the wells that are taken beforehand, and the others in the order of filling."""
    rows, columns = plate_format(layout.plate)
    if layout.order not in ORDERS:
        raise BadInput(
            phrase("“{order}” is not an order of wells: use rows, columns or random.", order=layout.order)
        )
    taken: dict[str, WellUse] = {}
    uses = [(text, "control", c.name, c.expects) for c in layout.controls for text in c.wells]
    for text, holds, name, expects in (*uses, *((text, "empty", "", "") for text in layout.empty)):
        well = well_name(text, rows, columns)
        if not well or well in taken:
            last = _order(replace(layout, order="rows", snake=False), edge=True)[-1]
            problem = (
                phrase("has two uses: give it one")
                if well
                else phrase("is not on this plate, whose wells are A01 to {last}", last=last)
            )
            raise BadInput(phrase("The well “{well}” {problem}.", well=text, problem=problem))
        taken[well] = WellUse(well, holds, name, expects)
    return list(taken.values()), [well for well in _order(layout, edge=layout.edge) if well not in taken]


def _order(layout: Layout, *, edge: bool) -> tuple[str, ...]:
    rows, columns = plate_format(layout.plate)
    return filling_order(rows, columns, layout.order, seed=layout.seed, snake=layout.snake, edge=edge)


def _next_id(study: Study) -> str:
    known = {worklist.id for worklist in study.worklists}
    return next(f"W{n}" for n in range(len(known) + 1, len(known) + 2 + len(known)) if f"W{n}" not in known)


def make_worklist(
    session: Session,
    plan: WorklistPlan,
    dest: str | Path | None = None,
    *,
    overwrite: bool = False,
    seen_on: SeenOn = "",
    token: str = "",
) -> Change:
    """Start the runs of a worklist in one gesture and write its file.

    Before the runs start, the file is complete on disk under a temporary name; it gets its name afterwards.

    Parameters
    ----------
    session
        Open for writing.
    plan
        The worklist.
    dest
        ``.csv`` or ``.xlsx``; None for no file.
    overwrite
        Replace a file of that name.
    seen_on, token
        As in `kgdesk.actions.studies.record`; with a repeated token only the file is written again.

    Raises
    ------
    StudyClosed, BadInput, FileExists, NotWritten
        No run was started; or, where the message says so, only the file is missing.
    """
    asked = [("worklist_made", {"name": plan.name, "wells": [use.as_json() for use in plan.wells]})]
    done = session.repeated(token, asked)
    if done is not None:
        listed = next(event for event in done.events if event.kind == "worklist_made")
        if dest is not None and (
            overwrite or not Path(dest).exists()
        ):  # `dest` never names an incomplete file
            write_worklist(
                done.study, str(listed.payload["id"]), dest, overwrite=overwrite, like=session.file
            )
        return done
    study = session.study
    number = _next_id(study)
    tokens = dict(zip((use.well for use in plan.runs), _new_tokens(study, len(plan.runs)), strict=True))
    advice = plan.advice if plan.study.revision == study.revision else {}
    runs = [PlateRun(use, tokens[use.well], advice.get(use.well)) for use in plan.runs]
    new = plates.start_worklist(study, _payload(plan, number), runs, seen_on=seen_on)
    if dest is None:
        return session.append(new, token)
    table = worklist_table(study, plan.wells, tokens, plan.template, (number, plan.name))
    return start_with_file(
        lambda: session.append(new, token),
        number,
        dest,
        table,
        plan.template,
        overwrite=overwrite,
        like=session.file,
    )


def _payload(plan: WorklistPlan, number: str) -> dict[str, Any]:
    """Return the payload of a worklist: everything but its runs."""
    layout = plan.layout
    rows, columns = plate_format(layout.plate)
    return {
        "id": number,
        "name": plan.name,
        "rows": rows,
        "columns": columns,
        "order": layout.order,
        "seed": layout.seed,
        "wells": [use.as_json() for use in plan.wells],
        **({"snake": True} if layout.snake else {}),
        **({"template": dict(plan.template)} if plan.template else {}),
    }


def plan_table(plan: WorklistPlan) -> Worksheet:
    """Return the worklist as a table without run tokens, which are given when the runs start."""
    return worklist_table(plan.study, plan.wells, {}, plan.template, (_next_id(plan.study), plan.name))


def _new_tokens(study: Study, count: int) -> list[str]:
    """Return new run tokens, such as ``R-K4TM7XB``: no two of a study are the same."""
    known = {start.run_token for start in study.starts} | {run.run_token for run in study.runs}
    tokens: dict[str, None] = {}
    while len(tokens) < count:
        body = "".join(secrets.choice(_DIGITS if nth in {1, 4} else _LETTERS) for nth in range(7))
        if f"R-{body}" not in known:
            tokens[f"R-{body}"] = None
    return list(tokens)
