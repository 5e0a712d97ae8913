"""The audit trail in words: who did what, when, the previous value and the reason."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from kgdesk.model.study.records import OUTCOME_WORDS
from kgdesk.model.study.run_blocks import levels_text
from kgdesk.model.study.set_values import set_values_text
from kgdesk.model.study.settings import SETTINGS, setting_text
from kgdesk.tables.writing import write_csv
from kgdesk.text import joined, phrase

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from kgdesk.model.study.events import Event
    from kgdesk.model.study.records import RunNumber
    from kgdesk.model.study.study import Study
    from kgdesk.text import Phrase

    Facts = dict[str, Any]


AUDIT_COLUMNS = ("entry", "time", "operator", "workstation", "what", "before", "reason", "version", "hash")


@dataclass(frozen=True, slots=True)
class Line:
    """One event of the audit trail in words.

    Parameters
    ----------
    seq
        Sequence number of the event.
    time
        Time on the clock of the workstation, with its UTC offset.
    operator, workstation, version
        Who and where; version of kgdesk.
    what
        What happened: a phrase that is a sentence without its full stop.
    before
        The replaced value, possibly a phrase; empty if none.
    reason
        The stated reason; empty where none is required.
    hash
        Hash of the event.
    """

    seq: int
    time: str
    operator: str
    workstation: str
    what: str
    before: str
    reason: str
    version: str
    hash: str


def audit(study: Study) -> tuple[Line, ...]:
    """Return the audit trail of a study, oldest event first."""
    left_out = {one.seq: one.problem for one in study.set_aside}
    numbers = _run_numbers(study)
    return tuple(_line(event, left_out.get(event.seq), numbers.get(event.seq)) for event in study.events)


def export_audit(
    study: Study, dest: str | Path, *, overwrite: bool = False, like: Path | None = None
) -> None:
    """Write the audit trail as CSV for people (formula-safe text); `overwrite` and `like` as in `new_file`.

    Raises
    ------
    FileExists, NotWritten
        Nothing was written.
    """
    rows = [
        tuple(getattr(line, name if name != "entry" else "seq") for name in AUDIT_COLUMNS)
        for line in audit(study)
    ]
    write_csv(dest, AUDIT_COLUMNS, rows, overwrite=overwrite, like=like)


def _run_numbers(study: Study) -> dict[int, RunNumber]:
    """Return the number of the run that each event started or recorded, by the number of the event."""
    numbers: dict[int, RunNumber] = {start.seq: start.number for start in study.starts}
    by_token = {start.run_token: start.number for start in study.starts if start.run_token}
    numbers |= {run.seq: run.number for run in study.runs}
    for event in study.sensible:
        if event.kind == "outcome_recorded" and event.seq not in numbers:
            # The entry was taken back and the outcome recorded again. Only a run with a start keeps its number then.
            facts = event.payload
            start = facts.get("start")
            numbers[event.seq] = by_token[facts["run_token"]] if start is None else numbers[start]
    return numbers


def _line(event: Event, problem: str | None, number: RunNumber | None) -> Line:
    """Describe an event.

    Parameters
    ----------
    problem
        Why the event is set aside; None if it is not.
    number
        Number of the run that the event started or recorded; None if it did neither.
    """
    new, facts = event.new, {} if problem is not None else dict(event.payload)
    if number is not None:
        facts["run"] = number  # no entry that starts or records a run holds its number
    what = (
        WORDS[event.kind](facts)
        if problem is None
        else phrase("Set aside, as “{kind}” makes no sense: {problem}", kind=event.kind, problem=problem)
    )
    return Line(
        seq=event.seq,
        time=_local(new.recorded_at_utc, new.utc_offset),
        operator=new.actor,
        workstation=new.workstation,
        what=what,
        before=_before(facts),
        reason=str(facts.get("reason", "")),
        version=new.app_version,
        hash=event.hash,
    )


def _before(facts: Facts) -> str:
    old = facts.get("old")
    if isinstance(old, dict):
        return _result(old)
    return "" if old is None else _setting(facts, old)


def _setting(facts: Facts, value: object) -> str:
    """Return the value of a changed setting: a stopping rule in words, anything else as it is stored."""
    if isinstance(value, float):
        return f"{value:g}"
    if facts.get("setting") == "stop":
        return setting_text("stop", value, str) if value else phrase("the proposed one")
    if facts.get("setting") == "card_columns":
        return setting_text("card_columns", value, str)
    return str(value) or phrase("none")


def _result(facts: Facts) -> Phrase:
    return phrase("{outcome} for {candidate}", outcome=_outcome(facts), candidate=facts["candidate"])


def _outcome(facts: Facts) -> str:
    return OUTCOME_WORDS.get(facts["outcome"]) or str(facts["outcome"])


def _local(utc: str, offset: str) -> str:
    try:
        zone = datetime.fromisoformat(f"2000-01-01T00:00{offset}").tzinfo
        return datetime.fromisoformat(utc).astimezone(zone).isoformat(sep=" ", timespec="seconds")
    except (OverflowError, ValueError):  # outside the years 1 to 9999; such an entry is set aside
        return utc


def _recorded(facts: Facts) -> str:
    what = phrase("Recorded run {run}: {result}", run=facts["run"], result=_result(facts))
    past = phrase(", a past outcome from a table") if facts.get("imported") else ""
    note = phrase("; note: {text}", text=facts["note"]) if facts.get("note") else ""
    what = _with_blocks(what, facts)
    what = _with_set(what, facts)
    return joined(what, past, _deviation(facts), note)


def _with_set(what: Phrase, facts: Facts) -> Phrase:
    """Return the sentence of a run with what was really set, if that was said."""
    if "set" not in facts:
        return what
    values = set_values_text(tuple(facts["set"].items()))
    if not values:
        return phrase("{what}, set as planned", what=what)
    return phrase("{what}, really set: {values}", what=what, values=values)


def _with_blocks(what: Phrase, facts: Facts) -> Phrase:
    """Return the sentence of a run with the block that was stated with it."""
    levels = levels_text(tuple(facts.get("blocks", {}).items()))
    return phrase("{what}, {levels}", what=what, levels=levels) if levels else what


def _suggested(facts: Facts) -> str:
    policy = facts.get("policy", phrase("policy not recorded"))
    what = phrase("{candidate} ({policy})", candidate=facts["candidate"], policy=policy)
    if facts.get("restricted"):
        what = phrase("{what}, among the candidates that satisfied conditions", what=what)
    seen_on = str(facts.get("shown", ""))
    if seen_on == "card":
        return phrase("Was shown the suggestion {what} on the card", what=what)
    if seen_on == "answer":
        return phrase(
            "Was shown the suggestion {what} as the answer for revision {revision}",
            what=what,
            revision=facts.get("revision", phrase("not recorded")),
        )
    return phrase("kgdesk's suggestion was {what}", what=what)


def _noted(facts: Facts) -> str:
    if "run" in facts:
        return phrase("Noted for run {run}: {text}", run=facts["run"], text=facts["text"])
    return phrase("Noted: {text}", text=facts["text"])


def _deviation(facts: Facts) -> str:
    """Return a remark if the run deviates from the suggestion; empty if it follows it or there was none."""
    suggested = facts.get("suggested")
    if suggested in (None, "", facts["candidate"]):
        return ""
    if facts.get("shown"):
        return phrase(", chosen instead of the suggestion {suggested}", suggested=suggested)
    return phrase("; kgdesk's suggestion was {suggested}", suggested=suggested)


def _finished(facts: Facts) -> str:
    count, chosen = len(facts.get("open_runs", ())), facts.get("chosen")
    if count == 1:
        finished = phrase("Finished the study with 1 run in progress")
    elif count:
        finished = phrase("Finished the study with {count} runs in progress", count=count)
    else:
        finished = phrase("Finished the study")
    if chosen is None:
        return finished
    if not chosen:
        return phrase("{finished}, no candidate chosen", finished=finished)
    return phrase("{finished}, {candidate} chosen", finished=finished, candidate=chosen)


def setting_changed(facts: Facts) -> str:
    """Describe a changed setting."""
    new = facts["new"]
    if facts["setting"] == "barcode":
        return (
            phrase("Named “{column}” as the column with the codes of the samples", column=new)
            if new
            else phrase("Named no column any more as the one with the codes of the samples")
        )
    if facts["setting"] == "location":
        return (
            phrase("Named “{column}” as the column that says where a sample lies", column=new)
            if new
            else phrase("Named no column any more as the one that says where a sample lies")
        )
    if facts["setting"] == "repeats":
        often = setting_text("repeats", str(new), str)
        return phrase("Set that each candidate is run {often}", often=often)
    if facts["setting"] == "blocks":
        return (
            phrase("Named what runs share: {columns}", columns=new)
            if new
            else phrase("Named nothing any more that runs share")
        )
    value = _setting(facts, new)
    if facts["setting"] in ("stop", "title") and new:
        value = phrase("“{value}”", value=value)
    return phrase("Changed the {setting} to {value}", setting=SETTINGS[facts["setting"]].label, value=value)


def _results(facts: Facts) -> str:
    """Describe a file of results: its rows, which controls passed, empty wells, and rows that were passed over."""
    what = phrase("Read {rows} rows of results from {file}", rows=facts["rows"], file=facts["file"])
    controls, empty = facts["controls"], len(facts["empty"])
    failed = [f"{one['name']} {one.get('well', '')}".strip() for one in controls if not one["passed"]]
    passed = phrase(
        "; {passed} of {all} controls passed", passed=len(controls) - len(failed), all=len(controls)
    )
    over = facts.get("passed_over", 0)
    others = (
        phrase("; 1 row of another study passed over")
        if over == 1
        else phrase("; {count} rows of other studies passed over", count=over)
    )
    wells = phrase("; 1 empty well") if empty == 1 else phrase("; {count} empty wells", count=empty)
    return joined(
        what,
        passed if controls else "",
        phrase(", not {names}", names=", ".join(failed)) if failed else "",
        wells if empty else "",
        others if over else "",
    )


#: Event kind -> function that describes the payload in a phrase.
WORDS: dict[str, Callable[[Facts], str]] = {
    "study_created": lambda f: phrase("Made the study {name}", name=f["name"]),
    "attributes_defined": lambda f: phrase("Defined {count} attributes", count=len(f["attributes"])),
    "candidates_imported": lambda f: phrase(
        "Imported {count} candidates from {file}",
        count=len(f["ids"]),
        file=f["source"].get("file") or phrase("a table"),
    ),
    "scaling_fixed": lambda f: phrase("Fixed the scaling of {count} columns", count=len(f["columns"])),
    "candidate_retired": lambda f: phrase("Took {candidate} out of stock", candidate=f["candidate"]),
    "candidate_restored": lambda f: phrase("Put {candidate} back in stock", candidate=f["candidate"]),
    "suggestion_made": _suggested,
    "suggestion_declined": lambda f: phrase(
        "Set {candidate} aside until the next run", candidate=f["candidate"]
    ),
    "experiment_started": lambda f: joined(
        _with_blocks(phrase("Started run {run}: {candidate}", run=f["run"], candidate=f["candidate"]), f),
        _deviation(f),
    ),
    "outcome_recorded": _recorded,
    "outcome_corrected": lambda f: _with_set(
        phrase("Corrected run {run} to {result}", run=f["run"], result=_result(f["new"])), f["new"]
    ),
    "outcome_voided": lambda f: phrase("Made run {run} void", run=f["run"]),
    "block_set": lambda f: phrase(
        "Runs from here on: {column} {level}", column=f["column"], level=f["level"] or phrase("unknown")
    ),
    "block_corrected": lambda f: phrase(
        "Corrected run {run} to {column} {level}",
        run=f["run"],
        column=f["column"],
        level=f["new"] or phrase("unknown"),
    ),
    "note_added": _noted,
    "settings_changed": setting_changed,
    "candidates_added": lambda f: phrase("Added {count} candidates", count=len(f["ids"])),
    "worklist_made": lambda f: phrase("Made the worklist {id} ({name})", id=f["id"], name=f["name"]),
    "results_read": _results,
    "finished": _finished,
    "reopened": lambda _: phrase("Reopened the study"),
    "exported": lambda f: phrase("Exported to {file}", file=f.get("file", phrase("a file"))),
    "imported_from": lambda f: phrase(
        "Imported {count} outcomes from {file}",
        count=f.get("outcomes", phrase("some")),
        file=f.get("file") or phrase("a table"),
    ),
    "clock_anomaly": lambda f: phrase(
        "The clock was {seconds} seconds behind the last entry",
        seconds=f.get("behind_seconds", phrase("some")),
    ),
}
