"""Check the prediction and the suggestion recorded with each run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from truth import stops
from truth.independent import Own
from truth.replay import World

if TYPE_CHECKING:
    from truth.check import Faults
    from truth.replay import Entry

#: Number of the newest entries of each kind that are recomputed.
_NEWEST = 2


def check(world: World, since: int, faults: Faults) -> None:
    """Report everything false in the entries after `since`."""
    fresh = [entry for entry in world.log if entry.seq > since]
    _gestures(world, since, faults)
    made = [entry for entry in fresh if entry.kind in {"outcome_recorded", "experiment_started"}]
    for entry in made[-_NEWEST:]:
        if not entry.facts.get("imported"):
            _prediction(world, entry, faults)
    for entry in fresh:
        if entry.kind == "outcome_recorded":
            _closes(world, entry, faults)
        elif entry.kind == "finished":
            running = [world.numbers[start.seq] for start in world.pending_before[entry.seq]]
            faults.same(f"entry {entry.seq} (finished): open runs", entry.facts.get("open_runs", []), running)
    for entry in [entry for entry in fresh if entry.kind == "suggestion_made"][-_NEWEST:]:
        _suggestion(world, entry, faults)


def _closes(world: World, entry: Entry, faults: Faults) -> None:
    """Check that an outcome settles a run in progress of its candidate (an imported one the oldest), if any."""
    candidate, start = entry.facts["candidate"], entry.facts.get("start")
    running = [one.seq for one in world.pending_before[entry.seq] if one.facts["candidate"] == candidate]
    where = f"entry {entry.seq} (outcome_recorded): start"
    if start is None:
        faults.same(where, start, running[0] if running else None)
    elif from_table(world, entry):
        faults.same(where, start, running[0] if running else None)
        faults.same(f"{where}: imported", entry.facts.get("imported", False), False)
    else:
        faults.one_of(where, start, running)


def from_table(world: World, entry: Entry) -> bool:
    """Return whether an outcome came from a file: ``imported_from`` counts, ``results_read`` shares the gesture."""
    return any(
        (one.kind == "imported_from" and one.seq < entry.seq <= one.seq + one.facts["outcomes"])
        or (one.kind == "results_read" and one.facts["gesture"] == entry.facts.get("gesture"))
        for one in world.log[: entry.seq - 1]
    )


def _gestures(world: World, since: int, faults: Faults) -> None:
    """Check that all entries carry a gesture id."""
    for entry in world.log[since:]:
        faults.same(f"entry {entry.seq} ({entry.kind}): has a gesture", "gesture" in entry.facts, True)


def _prediction(world: World, entry: Entry, faults: Faults) -> None:
    """Compare the recorded prediction of a run with the belief before it, or before its start if it was started."""
    where = f"entry {entry.seq} ({entry.kind}): prediction"
    start = entry.facts.get("start")
    if start is not None:
        faults.same(
            where, entry.facts.get("probability_before"), world.starts[start].facts["probability_before"]
        )
        return
    first = entry.seq - entry.facts.get("repeat", (1, 1))[0]
    before = Own(World(world.log[:first]))
    right = float(before.probability[before.place[entry.facts["candidate"]]])
    faults.number(where, entry.facts.get("probability_before"), right)


def _suggestion(world: World, entry: Entry, faults: Faults) -> None:
    """Compare a recorded suggestion with that of its revision."""
    facts, where = entry.facts, f"entry {entry.seq} (suggestion_made)"
    before = Own(World(world.log[: facts["revision"]]))
    row = before.place[facts["candidate"]]
    low, high = before.range_of(row)
    faults.number(f"{where}: probability", facts["probability"], float(before.probability[row]))
    faults.number(f"{where}: low end", facts["interval"][0], low)
    faults.number(f"{where}: high end", facts["interval"][1], high)
    faults.one_of(f"{where}: recommended", facts["recommended"]["candidate"], before.best[0])
    faults.number(f"{where}: probability of the best", facts["recommended"]["probability"], before.best[1])
    if facts.get("open_runs", []) != before.world.running:
        return  # a later pick of a batch, which depends on the earlier ones
    together = [
        each
        for each in world.log
        if each.kind == "suggestion_made"
        and each.facts["revision"] == facts["revision"]
        and "gesture" in facts
        and each.facts.get("gesture") == facts["gesture"]
    ]
    if len(together) == 1:  # the first of a batch is chosen for what all of them may change
        faults.one_of(f"{where}: candidate", facts["candidate"], stops.suggestible(before))
        may, must = stops.confirming(before)
        faults.one_of(
            f"{where}: confirms", facts.get("confirms", False), {True} if must else {bool(may), False}
        )
    faults.number(f"{where}: value", facts["kg"], before.gain_of(facts["candidate"]))
    largest = np.sort(before.gains[before.design.row_of])[::-1]
    for nth, (name, gain) in enumerate(facts["top"]):
        faults.number(
            f"{where}: value of {name}",
            gain,
            before.gain_of(name) if before.stock.runs_left[before.place[name]] > 0 else 0.0,
        )
        faults.number(f"{where}: value number {nth + 1}", gain, float(largest[nth]))
