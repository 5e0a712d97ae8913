"""Expected audit trail, sentence by sentence, from the rows of the log and the suggestions actually on display."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from truth.replay import Entry

    Facts = dict[str, Any]


def sentence(entry: Entry, seen: Mapping[int, str]) -> str:
    """Return the expected sentence of one entry.

    Parameters
    ----------
    entry
        Row of the log.
    seen
        Where the user actually saw the suggestion, by the number of the entry: ``card`` or ``answer``.
    """
    if entry.kind == "suggestion_made":
        what = f"{entry.facts['candidate']} ({entry.facts['policy']})"
        return {
            "card": f"Was shown the suggestion {what} on the card",
            "answer": f"Was shown the suggestion {what} as the answer for revision {entry.facts['revision']}",
        }.get(seen.get(entry.seq, ""), f"kgdesk's suggestion was {what}")
    if entry.kind == "experiment_started":
        return f"Started a run of {entry.facts['candidate']}{_instead(entry, seen)}"
    if entry.kind == "outcome_recorded":
        return _recorded(entry, seen)
    return _WORDS[entry.kind](entry.facts)


def _instead(entry: Entry, seen: Mapping[int, str]) -> str:
    suggested = entry.facts.get("suggested") or entry.facts["candidate"]
    if suggested == entry.facts["candidate"]:
        return ""
    if seen.get(
        entry.facts.get("start", entry.seq)
    ):  # a run that was started keeps the suggestion of its start
        return f", chosen instead of the suggestion {suggested}"
    return f"; kgdesk's suggestion was {suggested}"


def before(entry: Entry) -> str:
    """Return the expected text about the previous value."""
    old = entry.facts.get("old")
    if isinstance(old, dict):
        return f"{old['outcome']} for {old['candidate']}"
    return "" if old is None else str(old) or "none"


def _recorded(entry: Entry, seen: Mapping[int, str]) -> str:
    facts = entry.facts
    return (
        f"Recorded {facts['outcome']} for {facts['candidate']}"
        + ", a past outcome from a table" * bool(facts.get("imported"))
        + _instead(entry, seen)
        + (f"; note: {facts['note']}" if facts.get("note") else "")
    )


def _left_open(runs: list[int]) -> str:
    if not runs:
        return ""
    return f" with {len(runs)} run{'s' * (len(runs) > 1)} in progress"


_WORDS: dict[str, Callable[[Facts], str]] = {
    "study_created": lambda f: f"Made the study {f['name']}",
    "attributes_defined": lambda f: f"Defined {len(f['attributes'])} attributes",
    "candidates_imported": lambda f: f"Imported {len(f['ids'])} candidates from {f['source']['file']}",
    "scaling_fixed": lambda f: f"Fixed the scaling of {len(f['columns'])} columns",
    "candidate_retired": lambda f: f"Took {f['candidate']} out of stock",
    "candidate_restored": lambda f: f"Put {f['candidate']} back in stock",
    "suggestion_declined": lambda f: f"Set {f['candidate']} aside until the next run",
    "outcome_corrected": lambda f: (
        f"Corrected run {f['run']} to {f['new']['outcome']} for {f['new']['candidate']}"
    ),
    "outcome_voided": lambda f: f"Made run {f['run']} void",
    "note_added": lambda f: f"Noted: {f['text']}",
    "finished": lambda f: f"Finished the study{_left_open(f.get('open_runs', []))}",
    "settings_changed": lambda f: (
        f"Named “{f['new']}” as the column that says where a sample lies"
        if f["new"]
        else "Named no column any more as the one that says where a sample lies"
    ),
    "reopened": lambda _: "Reopened the study",
    "signed_off": lambda f: f"Signed off up to entry {f['covers']}: {f['meaning']}",
    "locked": lambda _: "Locked the study",
    "unlocked": lambda _: "Unlocked the study",
    "clock_anomaly": lambda f: f"The clock stood {f['behind_seconds']} seconds behind the last entry",
    "results_read": lambda f: f"Read {f['rows']} rows of results from {f['file']}",
    "imported_from": lambda f: f"Imported {f['outcomes']} outcomes from {f['file']}",
}
