"""Studies for the tests of the model: begun, grown by outcomes and starts, with a bit of everything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk.model.advice.picks import advise
from kgdesk.model.decisions import recording, runs, stock
from kgdesk.model.design.pool import Attribute, Pool
from kgdesk.model.study.events import Event, Head, NewEvent
from kgdesk.model.study.settings import Settings
from kgdesk.model.study.study import Study, fold

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

AT = "2026-11-20T09:00:00.000000Z"


def stored(facts: Iterable[tuple[str, dict[str, Any]]], after: Head | None = None) -> tuple[Event, ...]:
    """Store facts as a chain would, with hashes that only have to differ."""
    seq = after.seq if after else 0
    events = []
    for kind, payload in facts:
        seq += 1
        new = NewEvent(kind, payload, f"{seq:032x}", AT, "+00:00", "Kim", "PC", "0.1.0")
        events.append(Event(seq, new, f"{seq - 1:064x}", f"{seq:064x}"))
    return tuple(events)


def begun(pool: Pool, **settings: Any) -> Study:
    return fold(stored(recording.create("s", Settings(**settings), pool, {"file": "t.csv"})))


def grown(made: Study, *outcomes: tuple[str, str]) -> Study:
    for candidate, outcome in outcomes:
        made = made.applied(stored(recording.record(made, candidate, outcome, repeat=True), made.head))
    return made


def begin(study: Study, *candidates: str) -> Study:
    for candidate in candidates:
        study = study.applied(stored(runs.start(study, candidate), study.head))
    return study


def then(made: Study, facts: Any) -> Study:
    return made.applied(stored(facts, made.head))


def lived(pool: Pool) -> Study:
    """Give a study with a bit of everything."""
    made = grown(begun(pool), ("C-01", "success"), ("C-05", "failure"))
    for facts in (
        lambda s: stock.exclude(s, "C-12", "used up"),
        lambda s: runs.start(s, "C-02", advice=advise(s)),
        lambda s: runs.start(s, "C-03", reason="plate 2"),
        lambda s: runs.start(s, "C-02"),
        lambda s: recording.record(s, "C-02", "success"),
        lambda s: stock.skip(s, "C-06", "not now"),
        lambda s: recording.record(s, "C-08", "success", count=(2, 3)),
        lambda s: recording.correct(s, 1, "failure", "typed the wrong outcome"),
        lambda s: stock.skip(s, "C-07", "not now"),
    ):
        made = then(made, facts(made))
    return made


def leading() -> Study:
    """Give a study whose best candidate leads so clearly that one outcome elsewhere cannot unseat it."""
    pool = Pool(("A", "B", "C"), (Attribute("x"), Attribute("z")), ((1.0, 0.0, 0.5), (0.0, 1.0, 0.5)))
    return grown(
        begun(pool, raw=True, budget=40, policy="kg"),
        *[("A", "success")] * 5,
        *[("A", "failure")] * 2,
        ("B", "failure"),
    )


def stuck(**settings: Any) -> Study:
    """Give a study in which no single run is worth anything and more than a point is still at stake.

    The candidate A is well known and mediocre; each other one failed twice, and one success would not put it first.
    """
    lines = tuple("ABCDEFGHI")
    pool = Pool(lines, (Attribute("line", "category"),), (lines,))
    known = [("A", "success")] * 36 + [("A", "failure")] * 24
    others = [(line, "failure") for line in lines[1:] for _ in range(2)]
    return grown(begun(pool, **{"budget": 400, "policy": "kg"} | settings), *known, *others)
