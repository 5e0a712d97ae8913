"""Decisions on a study as a whole: change settings, add candidates, import outcomes, finish, reopen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kgdesk.errors import BadInput
from kgdesk.model.decisions.checks import checked_reason, checked_text, must_be_open
from kgdesk.model.decisions.shown_suggestions import suggestion_acted_on
from kgdesk.model.design.pool import refused_additions
from kgdesk.model.study.next_run import in_progress
from kgdesk.model.study.records import TAKEN_BACK, stored_measured
from kgdesk.model.study.settings import SETTINGS, wrong_type
from kgdesk.model.study.setup import amended, pool_at_creation
from kgdesk.text import in_sequence, phrase

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kgdesk.model.design.pool import Pool
    from kgdesk.model.study.records import Start
    from kgdesk.model.study.study import Study

    Fact = tuple[str, dict[str, Any]]


def change_settings(study: Study, changes: Mapping[str, str | float], reason: str) -> tuple[Fact, ...]:
    """Return the facts that change settings of an open study from here on, one for each.

    Parameters
    ----------
    changes
        Some of `kgdesk.model.study.setup.AMENDABLE` with their new values, as in
        `kgdesk.model.study.settings.Settings`; empty takes away what may be left out, such as the column with the
        barcodes.

    Raises
    ------
    StudyClosed, BadInput
        The study is finished, there is no change, a value is not valid or is that of the study already, or the reason
        is empty.
    """
    must_be_open(study)
    if not changes:
        raise BadInput("Name at least one setting to change.")
    facts: list[Fact] = []
    settings = study.settings
    for setting, value in changes.items():
        fact = _changed(study, setting, value)
        settings = amended(study.pool, settings, setting, fact["new"])
        facts.append(("settings_changed", fact))
    why = checked_reason(reason, phrase("A change of an open study"))
    return tuple((kind, {**fact, "reason": why}) for kind, fact in facts)


def _changed(study: Study, setting: str, value: str | float) -> dict[str, Any]:
    """Return the payload of a change of a setting without its reason; raise BadInput if nothing changes."""
    old = getattr(study.settings, setting)
    if setting == "threshold":
        value = _new_threshold(study, value)
    elif not SETTINGS[setting].accepts(value):
        raise wrong_type(setting, value)
    elif isinstance(value, str):
        value = checked_text(value, phrase("text"))
    if value == old == "":
        raise BadInput(
            phrase("Nothing would change: the study has no {setting}.", setting=SETTINGS[setting].label)
        )
    if value == old:
        said = f"{value:g}" if isinstance(value, float) else value
        raise BadInput(phrase("Nothing would change: the study has “{value}” already.", value=said))
    if value == "" and not SETTINGS[setting].removable:
        raise BadInput(
            phrase("The {setting} cannot be empty: state a new one.", setting=SETTINGS[setting].label)
        )
    return {"setting": setting, "old": old, "new": value}


def _new_threshold(study: Study, value: object) -> float:
    """Return another threshold of a study that has one."""
    if study.settings.threshold is None:
        raise BadInput(
            phrase(
                "This study states no threshold, so that there is none to change: a person says what is a success. A "
                "new study can state one (--measured RULE)."
            )
        )
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadInput(phrase("The threshold is a number, not {value}.", value=f"{value!r:.60}"))
    return float(value)


def add_candidates(study: Study, more: Pool, source: Mapping[str, Any], reason: str) -> tuple[Fact, ...]:
    """Return the facts that add candidates to an open study, described by its frozen encoding.

    Parameters
    ----------
    more
        The candidates, with the attributes and the kept columns of the study.
    source
        Origin of the candidates, as in `kgdesk.model.study.study.Study`.

    Raises
    ------
    StudyClosed, BadInput
        The study is finished; a name is in use, a level is unknown, a number is far outside the range of the study, or
        the reason is empty.
    """
    must_be_open(study)
    why = checked_reason(reason, phrase("Adding candidates"))
    problems = refused_additions(
        study.pool, pool_at_creation(study.pool, study.additions), study.scaling.dropped, more
    )
    if problems:
        raise BadInput(in_sequence(problems))
    table = {
        "ids": list(more.ids),
        "values": [list(column) for column in more.values],
        "extras": {key: list(column) for key, column in more.extras.items()},
        "source": dict(source),
    }
    return (("candidates_added", {**table, "reason": why}),)


def import_outcomes(study: Study, rows: list[dict[str, Any]], *, restored: bool) -> tuple[Fact, ...]:
    """Return the facts of outcomes imported from a table.

    An outcome settles the run in progress with its number or its run token. An outcome with neither settles the oldest
    run in progress of its candidate, like an outcome that is typed. One that settles a run counts as a planned run and
    copies suggestion and prediction from its start.

    Parameters
    ----------
    rows
        Dicts of candidate and outcome, and optionally note, reason, operator, recorded_at, suggested,
        probability_before, corrected_from, corrected_candidate, run_token, measured and run, the number of the run.
    restored
        True for runs of this study, which count towards the budget; False for past outcomes, which do not.
    """
    must_be_open(study)
    running = _Running(study, rows)
    facts = []
    for row in rows:
        study.pool.row(row["candidate"])
        fact = {key: value for key, value in row.items() if value not in ("", None)}
        start = running.settled_by(row)
        if start is not None:
            # The start is this study's own record of what was suggested; the table's columns may be of another copy.
            for key in ("suggested", "probability_before"):
                fact.pop(key, None)
            fact |= suggestion_acted_on(start)
        elif not restored or isinstance(fact.get("run"), str):
            fact["imported"] = True
        if start is not None or "imported" in fact:
            fact.pop("run", None)
        facts.append(("outcome_recorded", fact))
    return tuple(facts)


def carried_along(study: Study) -> tuple[Fact, ...]:
    """Return the facts by which a new study of the same candidates and others takes over runs and stock.

    Runs in progress and worklists stay behind; a corrected run is recorded as it stands, with what stood first.
    """
    if not study.runs:
        return _stock(study)
    facts: list[Fact] = [("imported_from", {"file": study.name, "outcomes": len(study.runs)})]
    for run in study.runs:
        first = run.corrections[0] if run.corrections else None
        fact = {
            "candidate": run.candidate,
            "outcome": run.outcome,
            "note": run.note,
            "reason": run.corrections[-1].reason if run.corrections else run.reason,
            "operator": run.operator,
            "recorded_at": run.recorded_at,
            "happened_at": run.happened_at,
            "suggested": run.suggested,
            "shown": run.seen_on,
            "probability_before": run.probability_before,
            "run_token": run.run_token,
            "measured": None if run.measured is None else stored_measured(run.measured),
            "set": dict(run.set_values) or None,
            "blocks": dict(run.blocks) or None,
            "corrected_from": "" if first is None else first.old_outcome,
            "corrected_candidate": "" if first is None else first.old_candidate,
            "imported": run.imported or None,
            "run": None if run.imported else run.number,
            "repeat": [run.nth, run.of] if run.of > 1 else None,
        }
        facts.append(
            ("outcome_recorded", {key: value for key, value in fact.items() if value not in ("", None)})
        )
    return (*facts, *_stock(study))


def _stock(study: Study) -> tuple[Fact, ...]:
    return tuple(
        ("candidate_retired", {"candidate": one.candidate, "reason": one.reason}) for one in study.retired
    )


class _Running:
    """Runs in progress that imported outcomes may settle.

    Parameters
    ----------
    study
        The study with the runs in progress.
    rows
        All imported outcomes. If one of them has the number or token of a run, only that one settles it.
    """

    def __init__(self, study: Study, rows: Sequence[dict[str, Any]]) -> None:
        tokens = {row["run_token"] for row in rows if row.get("run_token")}
        numbers = {row["run"] for row in rows if row.get("run")}
        self._by_number = {start.number: start for start in study.pending if start.number in numbers}
        self._by_token = {start.run_token: start for start in study.pending if start.run_token in tokens}
        self._oldest: dict[str, list[Start]] = {}
        for start in study.pending:
            if start.run_token not in tokens and start.number not in numbers:
                self._oldest.setdefault(start.candidate, []).append(start)

    def settled_by(self, row: dict[str, Any]) -> Start | None:
        """Return the run that an outcome settles, and remove it from this object; None if it settles none."""
        if row["outcome"] == "void" and row.get("reason") == TAKEN_BACK:
            return None  # an entry that was taken back leaves its run in progress
        if row.get("run") in self._by_number:
            return self._by_number.pop(row["run"])
        if row.get("run_token"):
            return self._by_token.pop(row["run_token"], None)
        if row.get("run"):
            return None
        # Match by the candidate of the original entry, before its correction.
        starts = self._oldest.get(row.get("corrected_candidate") or row["candidate"])
        return starts.pop(0) if starts else None


def finish(
    study: Study, reason: str, *, chosen: str | None = None, with_open_runs: bool = False
) -> tuple[Fact, ...]:
    """Return the facts that finish the study.

    Parameters
    ----------
    chosen
        The candidate that the study chose; empty: none is good enough; None: not stated.
    with_open_runs
        Finish it although runs are in progress, whose outcomes then cannot be recorded until it is reopened. The event
        lists their numbers.

    Raises
    ------
    StudyClosed, BadInput
        It is finished already, the reason is empty, or runs are in progress and `with_open_runs` is False.
    UnknownCandidate
        There is no candidate `chosen`.
    """
    must_be_open(study)
    facts: dict[str, Any] = {"reason": checked_reason(reason, phrase("Finishing a study"))}
    if chosen is not None:
        facts["chosen"] = study.pool.ids[study.pool.row(chosen)] if chosen else ""
    if not study.pending:
        return (("finished", facts),)
    if not with_open_runs:
        raise BadInput(
            phrase(
                "The study has {running}. Record the outcome of each run first, as void if there is none, or finish "
                "the study with these runs open (--with-open-runs).",
                running=in_progress(study),
            )
        )
    return (("finished", facts | {"open_runs": [start.number for start in study.pending]}),)


def reopen(study: Study, reason: str) -> tuple[Fact, ...]:
    """Return the facts that reopen a finished study."""
    if study.closing is None:
        raise BadInput("This study is open already.")
    return (("reopened", {"reason": checked_reason(reason, phrase("Reopening a study"))}),)
