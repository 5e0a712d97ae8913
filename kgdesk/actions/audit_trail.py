"""The audit trail in words: who did what, when, the previous value and the reason; settings, closing, trust, chain."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from kgdesk import __version__
from kgdesk.errors import phrase
from kgdesk.files.html_report import Block, Heading, ReportTable, Words
from kgdesk.files.writing import write_csv
from kgdesk.model.commands.study_state import in_progress

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from kgdesk.files.html_report import TextFormat
    from kgdesk.model.study.events import Event
    from kgdesk.model.study.records import Closing, Signature
    from kgdesk.model.study.study import Study
    from kgdesk.model.study.trust import Trust

    Facts = dict[str, Any]


HEADER = ("entry", "time", "operator", "workstation", "what", "before", "reason", "version", "hash")


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
        A sentence without full stop.
    before
        The replaced value; empty if none.
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
    return tuple(_line(event, left_out.get(event.seq)) for event in study.events)


def export_audit(study: Study, dest: str | Path, *, overwrite: bool = False) -> None:
    """Write the audit trail as CSV for people (formula-safe text).

    Raises
    ------
    FileExists, NotWritten
        Nothing was written.
    """
    rows = [
        tuple(getattr(line, name if name != "entry" else "seq") for name in HEADER) for line in audit(study)
    ]
    write_csv(dest, HEADER, rows, overwrite=overwrite)


def _line(event: Event, problem: str | None) -> Line:
    """Describe an event; `problem` is why it is set aside, None if it is not."""
    new, facts = event.new, {} if problem is not None else dict(event.payload)
    what = (
        WORDS[event.kind](facts)
        if problem is None
        else f"Set aside, as “{event.kind}” makes no sense: {problem}"
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
        return f"{old['outcome']} for {old['candidate']}"
    return "" if old is None else str(old) or "none"


def _local(utc: str, offset: str) -> str:
    try:
        zone = datetime.fromisoformat(f"2000-01-01T00:00{offset}").tzinfo
        return datetime.fromisoformat(utc).astimezone(zone).isoformat(sep=" ", timespec="seconds")
    except (OverflowError, ValueError):  # beyond year 1 or 9999 after the offset; an entry that is set aside
        return utc


def _recorded(facts: Facts) -> str:
    what = f"Recorded {facts['outcome']} for {facts['candidate']}"
    if facts.get("imported"):
        what += ", a past outcome from a table"
    what += _instead(facts)
    return what + (f"; note: {facts['note']}" if facts.get("note") else "")


def _suggested(facts: Facts) -> str:
    what = f"{facts['candidate']} ({facts.get('policy', 'policy not recorded')})"
    return {
        "card": f"Was shown the suggestion {what} on the card",
        "answer": f"Was shown the suggestion {what} as the answer for revision {facts.get('revision', 'not recorded')}",
    }.get(str(facts.get("shown", "")), f"kgdesk's suggestion was {what}")


def _instead(facts: Facts) -> str:
    """Return a remark if the run deviates from the suggestion; empty if it follows it or there was none."""
    suggested = facts.get("suggested")
    if suggested in (None, "", facts["candidate"]):
        return ""
    if facts.get("shown"):
        return f", chosen instead of the suggestion {suggested}"
    return f"; kgdesk's suggestion was {suggested}"


def _corrected(facts: Facts) -> str:
    new = facts["new"]
    return f"Corrected run {facts['run']} to {new['outcome']} for {new['candidate']}"


def _finished(facts: Facts) -> str:
    count = len(facts.get("open_runs", ()))
    running = f" with {count} run{'s' if count > 1 else ''} in progress" if count else ""
    return f"Finished the study{running}"


def _amended(facts: Facts) -> str:
    new = facts["new"]
    if facts["setting"] == "barcode":
        return (
            f"Named “{new}” as the column with the codes of the samples"
            if new
            else "Named no column any more as the one with the codes of the samples"
        )
    if facts["setting"] == "location":
        return (
            f"Named “{new}” as the column that says where a sample lies"
            if new
            else "Named no column any more as the one that says where a sample lies"
        )
    if facts["setting"] == "repeats":
        words = {"yes": "as often as it takes", "no": "only once"}
        return f"Set that each candidate is run {words.get(new, f'{new} times at most')}"
    name = {"stop": "stopping rule", "budget": "number of planned runs"}.get(
        facts["setting"], facts["setting"]
    )
    return f"Changed the {name} to {new if new != '' else 'none'}"


def _results(facts: Facts) -> str:
    """Describe a file of results: its rows, which controls passed, and how many wells were empty."""
    what = f"Read {facts['rows']} rows of results from {facts['file']}"
    controls, empty = facts["controls"], len(facts["empty"])
    failed = [f"{one['name']} {one.get('well', '')}".strip() for one in controls if not one["passed"]]
    if controls:
        what += f"; {len(controls) - len(failed)} of {len(controls)} controls passed"
        what += f", not {', '.join(failed)}" if failed else ""
    return what + (f"; {empty} empty well{'s' * (empty != 1)}" if empty else "")


#: Event kind -> function that describes the payload in words.
WORDS: dict[str, Callable[[Facts], str]] = {
    "study_created": lambda f: f"Made the study {f['name']}",
    "attributes_defined": lambda f: f"Defined {len(f['attributes'])} attributes",
    "candidates_imported": lambda f: (
        f"Imported {len(f['ids'])} candidates from {f['source'].get('file') or 'a table'}"
    ),
    "scaling_fixed": lambda f: f"Fixed the scaling of {len(f['columns'])} columns",
    "candidate_retired": lambda f: f"Took {f['candidate']} out of stock",
    "candidate_restored": lambda f: f"Put {f['candidate']} back in stock",
    "suggestion_made": _suggested,
    "suggestion_declined": lambda f: f"Set {f['candidate']} aside until the next run",
    "experiment_started": lambda f: f"Started a run of {f['candidate']}{_instead(f)}",
    "outcome_recorded": _recorded,
    "outcome_corrected": _corrected,
    "outcome_voided": lambda f: f"Made run {f['run']} void",
    "note_added": lambda f: f"Noted: {f['text']}",
    "settings_changed": _amended,
    "candidates_added": lambda f: f"Added {len(f['ids'])} candidates",
    "worklist_made": lambda f: f"Made the worklist {f['id']} ({f['name']})",
    "results_read": _results,
    "finished": _finished,
    "reopened": lambda _: "Reopened the study",
    "signed_off": lambda f: f"Signed off up to entry {f['covers']}: {f['meaning']}",
    "locked": lambda _: "Locked the study",
    "unlocked": lambda _: "Unlocked the study",
    "exported": lambda f: f"Exported to {f.get('file', 'a file')}",
    "imported_from": lambda f: (
        f"Imported {f.get('outcomes', 'some')} outcomes from {f.get('file') or 'a table'}"
    ),
    "clock_anomaly": lambda f: (
        f"The clock stood {f.get('behind_seconds', 'some')} seconds behind the last entry"
    ),
}


def closed(study: Study, speech: TextFormat) -> list[str]:
    """Return one sentence each for finish, signatures and lock; empty for an open study."""
    lines = [] if study.closing is None else [_finished_by(study, study.closing, speech)]
    lines += [_signed(one, speech) for one in study.signatures]
    if study.lock is not None:
        lines.append(
            phrase(
                "Locked by {operator} on {time}: {reason}",
                operator=study.lock.operator,
                time=speech.moment(study.lock.recorded_at),
                reason=study.lock.reason,
            )
        )
    return lines


def _finished_by(study: Study, closing: Closing, speech: TextFormat) -> str:
    by_whom = {"operator": closing.operator, "time": speech.moment(closing.recorded_at)}
    finished = phrase("Finished by {operator} on {time}.", **by_whom)
    if running := in_progress(study):
        finished = phrase("Finished by {operator} on {time} with {running}.", **by_whom, running=running)
    if not closing.reason:
        return finished
    return phrase("{finished} Reason: {reason}", finished=finished, reason=closing.reason)


def _signed(one: Signature, speech: TextFormat) -> str:
    return phrase(
        "Signed off by {operator} on {time} for the first {count} entries: {meaning}",
        operator=one.operator,
        time=speech.moment(one.recorded_at),
        count=speech.number(one.covers),
        meaning=one.meaning,
    )


def warning(trust: Trust | None) -> list[Block]:
    """Return what a report begins with if the study is not whole as far as this computer knows; else nothing."""
    if trust is None or trust.unremarkable:
        return []
    return [Heading(phrase("Trust in this copy")), Words(trust.sentence)]


def proof(study: Study, belief_digest: str, trust: Trust | None) -> list[Block]:
    """Return the head of the chain, and what it shows and does not show."""
    words = phrase(
        "Every entry is chained to the one before it by SHA-256; the head is the hash of the last one. The chain alone "
        "does not show that nothing was changed: somebody who can write to the file can replace entries and compute "
        "the chain again. The head on this page does show it: a study that holds this head has the same entries up to "
        "it (kgdesk verify STUDY --head HASH). Names of operators, also in signatures, are typed: kgdesk does not "
        "check who typed them."
    )
    facts = (
        (phrase("Study"), study.name),
        (phrase("Entries"), str(study.head.seq)),
        (phrase("Head of the chain"), study.head.hash),
        (phrase("Belief (SHA-256)"), belief_digest),
        (phrase("Written by"), f"kgdesk {__version__}"),
    )
    compared = [] if trust is None or not trust.unremarkable else [Words(trust.sentence)]
    return [Heading(phrase("Chain of entries")), Words(words), ReportTable((), facts), *compared]
