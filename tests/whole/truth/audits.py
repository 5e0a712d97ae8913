"""Facts of the audit trail, from the rows of the log and the suggestions actually on display."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from truth.facts import Facts
    from truth.replay import Entry


def facts(entry: Entry, seen: Mapping[int, str], runs: Mapping[int, int | str]) -> Facts:
    """Return what the trail has to state about one entry.

    Parameters
    ----------
    entry
        Row of the log.
    seen
        Where the user actually saw the suggestion, by the number of the entry: ``card`` or ``answer``.
    runs
        Number of the run that each entry started or recorded, by the number of the entry.
    """
    given = entry.facts
    if entry.kind == "suggestion_made":
        answer = [given["revision"]] if seen.get(entry.seq) == "answer" else []
        return [given["candidate"], given["policy"], *answer]
    if entry.kind == "experiment_started":
        return [runs[entry.seq], given["candidate"], *_other(entry), *_blocks(given)]
    if entry.kind == "outcome_recorded":
        note = [given["note"]] if given.get("note") else []
        really = [part for name, value in given.get("set", {}).items() for part in (name, value)]
        really += _blocks(given)
        return [runs[entry.seq], given["outcome"], given["candidate"], *really, *_other(entry), *note]
    return _FACTS[entry.kind](given)


def _blocks(given: dict[str, Any]) -> Facts:
    """Return the block that was stated with a run."""
    return [part for name, level in given.get("blocks", {}).items() for part in (name, level)]


def says_shown(entry: Entry, seen: Mapping[int, str]) -> bool:
    """Return whether the trail has to say that the operator was shown the suggestion."""
    return entry.kind == "suggestion_made" and bool(seen.get(entry.seq))


def _other(entry: Entry) -> Facts:
    """Return the suggestion, if another candidate was run."""
    suggested = entry.facts.get("suggested") or entry.facts["candidate"]
    return [] if suggested == entry.facts["candidate"] else [suggested]


def before(entry: Entry) -> Facts:
    """Return the previous value."""
    old = entry.facts.get("old")
    if isinstance(old, dict):
        return [old["outcome"], old["candidate"]]
    if isinstance(old, float):
        return [f"{old:g}"]
    return [] if old is None else [str(old)] if str(old) else []


_FACTS: dict[str, Callable[[dict[str, Any]], Facts]] = {
    "study_created": lambda f: [f["name"]],
    "attributes_defined": lambda f: [len(f["attributes"])],
    "candidates_imported": lambda f: [len(f["ids"]), f["source"]["file"]],
    "scaling_fixed": lambda f: [len(f["columns"])],
    "candidate_retired": lambda f: [f["candidate"]],
    "candidate_restored": lambda f: [f["candidate"]],
    "suggestion_declined": lambda f: [f["candidate"]],
    "outcome_corrected": lambda f: [
        f["run"],
        f["new"]["outcome"],
        f["new"]["candidate"],
        *(part for pair in f["new"].get("set", {}).items() for part in pair),
    ],
    "outcome_voided": lambda f: [f["run"]],
    "block_set": lambda f: [f["column"], f["level"]],
    "block_corrected": lambda f: [f["run"], f["column"], f["new"]],
    "note_added": lambda f: [f["run"], f["text"]] if "run" in f else [f["text"]],
    "finished": lambda f: [len(f["open_runs"])] if f.get("open_runs") else [],
    "settings_changed": lambda f: (
        [f"{f['new']:g}"] if isinstance(f["new"], float) else [f["new"]] if f["new"] else []
    ),
    "reopened": lambda _: [],
    "clock_anomaly": lambda f: [f["behind_seconds"]],
    "results_read": lambda f: [f["rows"], f["file"]],
    "imported_from": lambda f: [f["outcomes"], f["file"]],
}
