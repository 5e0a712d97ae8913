"""Blocks that depart, and attributes that cannot be told from a block."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from lives import begun, then

from kgdesk.model.advice.block_checks import Confounded, block_levels, confounded, departing
from kgdesk.model.decisions import recording, study_state
from kgdesk.model.design.pool import Attribute, Pool

if TYPE_CHECKING:
    from kgdesk.model.study.study import Study


def screen(size: int = 30) -> Pool:
    rng = np.random.default_rng(5)
    numbers = tuple(rng.uniform(-1, 1, size).tolist())
    solvents = tuple(("DMF", "water", "ether")[row % 3] for row in range(size))
    attributes = Attribute("dose"), Attribute("solvent", "category")
    return Pool(tuple(f"C-{row:02}" for row in range(size)), attributes, (numbers, solvents))


def run(made: Study, row: int, plate: str, *, won: bool) -> Study:
    name = made.pool.ids[row]
    facts = recording.record(made, name, "success" if won else "failure", blocks={"Lot": plate})
    return then(made, facts)


def test_a_lot_that_departs_has_an_estimate_with_its_range() -> None:
    made = begun(screen(), blocks="Lot")
    rng = np.random.default_rng(3)
    for row in range(30):
        bad = row % 2 == 1
        made = run(made, row, "bad" if bad else "good", won=bool(rng.random() < (0.05 if bad else 0.75)))
    (worst, *rest) = departing(block_levels(made))
    assert {one.effect.level for one in (worst, *rest)} <= {"good", "bad"}
    bad = next(one for one in (worst, *rest) if one.effect.level == "bad")
    assert bad.column == "Lot"
    assert bad.effect.low < bad.effect.mean < bad.effect.high < 0.0
    assert not confounded(made)


def test_lots_alike_do_not_depart_nor_does_an_unknown_one() -> None:
    made = begun(screen(), blocks="Lot")
    for row in range(24):
        made = run(made, row, ("A", "B")[row % 2], won=row % 4 < 2)
    assert departing(block_levels(made)) == ()
    unknown = begun(screen(), blocks="Lot")
    for row in range(30):
        unknown = run(unknown, row, "" if row % 2 else "good", won=not row % 2)
    assert all(one.effect.level for one in departing(block_levels(unknown)))
    assert departing(block_levels(begun(screen()))) == ()


def test_blocks_that_cannot_depart_make_the_comparison_no_stricter() -> None:
    made = begun(screen(), blocks="Lot")
    for row in range(27):
        lot = row // 2 % 3
        made = run(made, row, ("bad", "good", "fair")[lot], won=lot > 0 and row % 9 > 0)
    (alone,) = departing(block_levels(made))
    assert alone.effect.level == "bad"
    # Nobody stated a charge, and all runs are of one person: neither has others to depart from.
    both = then(made, study_state.change_settings(made, {"blocks": "Lot, Charge, operator"}, "three at once"))
    assert [(one.column, one.compared) for one in block_levels(both)] == [
        *[("Lot", True)] * 3,
        ("Charge", False),
        ("operator", False),
    ]
    assert [one.effect.level for one in departing(block_levels(both))] == ["bad"]


def test_the_only_lot_has_no_others_to_depart_from() -> None:
    made = begun(screen(), blocks="Lot", prior_intercept=-4.0)
    for row in range(16):
        made = run(made, row, "A", won=True)
    (only,) = block_levels(made)
    assert only.effect.low > 0.0  # the prior expects failures
    assert not only.clear
    assert departing(block_levels(made)) == ()


def test_a_solvent_on_a_plate_of_its_own_cannot_be_told_from_it() -> None:
    made = begun(screen(), blocks="Lot")
    for row in range(12):
        made = run(made, row, f"P{row % 3}", won=row % 2 == 0)
    assert confounded(made) == (Confounded("Lot", "solvent"),)
    assert confounded(run(made, 0, "P1", won=True)) == ()


def test_with_one_block_or_values_that_were_run_once_nothing_is_said() -> None:
    made = begun(screen(), blocks="Lot")
    for row in range(3):
        made = run(made, row, f"P{row}", won=True)
    assert confounded(made) == ()
    one = begun(screen(), blocks="Lot")
    for row in range(12):
        one = run(one, row, "P1", won=row % 2 == 0)
    assert confounded(one) == ()
