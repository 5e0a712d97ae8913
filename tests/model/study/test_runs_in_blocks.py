"""Runs in blocks: levels from the entry or from a person, corrected, unknown before a column was named; replayed."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

import pytest
from lives import begun, stored, then

from kgdesk.errors import BadInput
from kgdesk.model.advice.picks import advise
from kgdesk.model.decisions import recording, run_blocks, runs, study_state
from kgdesk.model.study.run_blocks import checked_levels, parse_blocks, settled_blocks
from kgdesk.model.study.settings import Settings
from kgdesk.model.study.study import fold

if TYPE_CHECKING:
    from kgdesk.model.design.pool import Pool
    from kgdesk.model.study.study import Study

PLATE: dict[str, Any] = {"rows": 8, "columns": 12, "order": "rows", "seed": 0}


def on_plate(made: Study, name: str, *candidates: str) -> Study:
    """Start candidates on a plate, in its wells A01, A02, ..."""
    at = [(f"A{n:02}", candidate) for n, candidate in enumerate(candidates, 1)]
    number = f"W{len(made.worklists) + 1}"
    wells = [{"well": well, "holds": "candidate", "name": candidate} for well, candidate in at]
    made = then(made, [("worklist_made", {**PLATE, "id": number, "name": name, "wells": wells})])
    for well, candidate in at:
        place = {"worklist": number, "well": well, "run_token": f"{number}-{well}"}
        made = then(made, [("experiment_started", {"candidate": candidate, **place})])
    return made


def recorded(made: Study, *outcomes: tuple[str, str], **how: Any) -> Study:
    for candidate, outcome in outcomes:
        made = then(made, recording.record(made, candidate, outcome, **how))
    return made


def blocks(made: Study) -> list[dict[str, str]]:
    return [dict(run.blocks) for run in made.runs]


def test_plate_column_day_and_operator_follow_from_the_entry(pool: Pool) -> None:
    made = begun(pool, blocks="plate, plate-column, day+03:00")
    made = on_plate(made, "Monday", "C-01", "C-02")
    made = on_plate(made, "Monday", "C-03")
    made = recorded(made, ("C-02", "success"), ("C-03", "failure"), ("C-04", "failure"))
    day = made.runs[0].recorded_at[:10]
    assert blocks(made) == [
        {"plate": "Monday", "plate-column": "02", "day": day},
        {"plate": "Monday (W2)", "plate-column": "01", "day": day},
        {"plate": "", "plate-column": "", "day": day},
    ]
    late = then(begun(pool, blocks="day+03:00, operator"), [
        ("outcome_recorded", {"candidate": "C-01", "outcome": "success", "happened_at": "2026-11-20T23:30+01:00"})
    ])  # fmt: skip
    assert blocks(late) == [{"day": "2026-11-21", "operator": "Kim"}]
    assert made.present_levels == {"plate": "", "plate-column": None, "day": day}


def test_a_stated_level_holds_for_the_runs_that_start_from_then_on(pool: Pool) -> None:
    made = begun(pool, blocks="Lot")
    made = recorded(made, ("C-01", "success"))
    made = then(made, run_blocks.set_block(made, {"Lot": "4711"}))
    made = then(made, runs.start(made, "C-02"))
    made = then(made, run_blocks.set_block(made, {"Lot": "4712"}))
    made = recorded(made, ("C-02", "failure"), ("C-03", "failure"))
    made = recorded(made, ("C-04", "failure"), blocks={"Lot": "  4700 "})
    assert [each["Lot"] for each in blocks(made)] == ["", "4711", "4712", "4700"]
    assert made.present_levels == {"Lot": "4712"}
    assert fold(made.events) == made
    with pytest.raises(BadInput, match="already"):
        run_blocks.set_block(made, {"Lot": "4712"})
    with pytest.raises(BadInput, match="no block column “lot”: the study has Lot"):
        run_blocks.set_block(made, {"lot": "1"})
    with pytest.raises(BadInput, match="short text"):
        recording.record(made, "C-05", "success", blocks={"Lot": "x" * 61})
    with pytest.raises(BadInput, match="names no block columns"):
        recording.record(begun(pool), "C-05", "success", blocks={"Lot": "1"})


def test_a_level_is_corrected_with_a_reason_before_and_after_the_outcome(pool: Pool) -> None:
    made = begun(pool, blocks="Lot")
    made = then(made, runs.start(made, "C-01", blocks={"Lot": "A"}))
    made = then(made, run_blocks.correct_block(made, 1, {"Lot": "B"}, "read the label again"))
    assert dict(made.pending[0].blocks) == {"Lot": "B"}
    made = recorded(made, ("C-01", "success"))
    before = made.belief.digest
    made = then(made, run_blocks.correct_block(made, 1, {"Lot": ""}, "nobody knows"))
    made = recorded(made, ("C-02", "failure"), blocks={"Lot": "B"})
    assert [each["Lot"] for each in blocks(made)] == ["", "B"]
    back = then(made, run_blocks.correct_block(made, 1, {"Lot": "B"}, "the label was found"))
    assert back.belief.digest != made.belief.digest
    assert before != back.belief.digest
    with pytest.raises(BadInput, match="nothing would change"):
        run_blocks.correct_block(back, 1, {"Lot": "B"}, "again")
    with pytest.raises(BadInput, match="reason"):
        run_blocks.correct_block(back, 1, {"Lot": "C"}, " ")


def test_runs_from_before_a_column_was_named_are_unknown_and_share_that_level(pool: Pool) -> None:
    made = recorded(begun(pool), ("C-01", "success"), ("C-02", "failure"))
    plain = made.belief.digest
    made = then(made, study_state.change_settings(made, {"blocks": "Lot"}, "the lots differ"))
    assert made.belief.digest != plain
    made = recorded(made, ("C-03", "failure"), blocks={"Lot": "A"})
    assert made.block_fit is not None
    assert [one.level for one in made.block_fit.effects()] == ["", "A"]
    none = then(made, study_state.change_settings(made, {"blocks": ""}, "they do not"))
    assert none.block_fit is None
    named = then(none, study_state.change_settings(none, {"blocks": "Lot"}, "they do"))
    assert named.belief.digest == made.belief.digest
    assert made.as_of(2).belief.digest == plain


@pytest.mark.parametrize("values", [False, True])
@pytest.mark.parametrize("terms", ["linear", "average"])
def test_corrections_and_voids_give_the_bits_of_a_study_that_never_had_them(
    pool: Pool, terms: str, *, values: bool
) -> None:
    measured = {"measured": "yield", "threshold": 60.0, "direction": "at-least"} if values else {}
    fresh = begun(pool, blocks="Lot", terms=terms, **measured)
    told = (
        ("C-01", "success", "A"),
        ("C-02", "failure", "A"),
        ("C-03", "success", "B"),
        ("C-01", "failure", "B"),
    )

    def entered(made: Study, order: tuple[int, ...], wrong: str = "") -> Study:
        for at in order:
            name, outcome, lot = told[at]
            value = {"measured": 80.0 - 10 * at if outcome == "success" else 20.0} if values else {}
            made = recorded(made, (name, outcome), blocks={"Lot": wrong or lot}, **value)
        return made

    clean = entered(fresh, (0, 1, 2, 3))
    messy = entered(fresh, (3, 2), wrong="C")
    for number, lot in ((1, "B"), (2, "B")):
        messy = then(messy, run_blocks.correct_block(messy, number, {"Lot": lot}, "wrong lot"))
    messy = recorded(messy, ("C-05", "failure"), blocks={"Lot": "Z"}, **({"measured": 1.0} if values else {}))
    messy = then(messy, recording.correct(messy, 3, "void", "spilt"))
    messy = entered(messy, (1, 0))
    assert messy.belief.digest == clean.belief.digest
    assert fold(messy.events).belief.digest == clean.belief.digest


def test_the_policy_chooses_in_the_block_of_the_next_run_and_statements_are_about_a_new_one(
    pool: Pool,
) -> None:
    made = begun(pool, blocks="Lot", budget=40, policy="kg")
    names = [name for name in pool.ids for _ in range(2)][:16]
    for at, name in enumerate(names):
        made = recorded(
            made, (name, "failure" if at % 2 else "success"), blocks={"Lot": "bad" if at % 2 else "good"}
        )
    unknown = then(made, run_blocks.set_block(made, {"Lot": "a new one"}))
    assert unknown.present_belief is unknown.belief
    bad = then(made, run_blocks.set_block(made, {"Lot": "bad"}))
    assert (bad.present_belief.predict(bad.design.X) < bad.belief.predict(bad.design.X)).all()
    told = advise(bad)
    assert told.chooser is not None
    assert told.chooser.belief_digest == bad.present_belief.digest
    begun_run = then(bad, runs.start(bad, "C-03"))
    for state in (bad, begun_run):  # values of testing are there too, whatever belief the policy chooses by
        values = advise(state, policy="kg/full").kg
        assert values.tolist() == advise(state).kg.tolist()
    assert told.recommended == advise(unknown).recommended
    assert told.suggestion.reason in {"changes_best", "sharpens", "nothing_left"}
    assert told.next == told.most_informative[0]
    assert advise(unknown).chooser is None


@pytest.mark.parametrize(
    "facts",
    [
        ("block_set", {"column": "plate", "level": "1"}),
        ("block_set", {"column": "Batch", "level": "1"}),
        ("block_corrected", {"run": 9, "column": "Lot", "new": "1", "reason": "x"}),
        ("block_corrected", {"run": 1, "column": "Batch", "new": "1", "reason": "x"}),
        ("experiment_started", {"candidate": "C-01", "blocks": {"Lot": 4711}}),
        ("outcome_recorded", {"candidate": "C-01", "outcome": "success", "blocks": {"Lot": None}}),
    ],
)
def test_an_entry_about_blocks_without_sense_is_set_aside(
    pool: Pool, facts: tuple[str, dict[str, Any]]
) -> None:
    made = recorded(begun(pool, blocks="plate, Lot"), ("C-01", "success"))
    after = made.applied(stored([facts], made.head))
    assert [one.seq for one in after.set_aside] == [made.head.seq + 1]
    assert replace(after, events=made.events, set_aside=(), head=made.head) == made


def test_the_setting_names_up_to_three_columns_and_the_time_zone_of_its_days() -> None:
    columns = parse_blocks("plate,  day-03:30 , Lot number")
    assert [(each.name, each.offset, each.is_stated) for each in columns] == [
        ("plate", 0, False), ("day", -210, False), ("Lot number", 0, True),
    ]  # fmt: skip
    assert columns[1].day_of("2026-11-21T03:29:59Z") == "2026-11-20"
    assert columns[1].day_of("2026-11-21T03:30:00Z") == "2026-11-21"
    now = datetime(2026, 1, 1, tzinfo=timezone(timedelta(hours=5, minutes=30)))
    assert settled_blocks("Lot,day", now) == "Lot, day+05:30"
    assert settled_blocks("day-01:00", now) == "day-01:00"
    # Whoever writes Plate means the plate of the worklist, unless the table has such a column, whose word it is then.
    assert settled_blocks("Plate, DAY, Operator", now) == "plate, day+05:30, operator"
    assert settled_blocks("Plate, Day+01:00", now, ("code", "Plate")) == "Plate, day+01:00"
    assert checked_levels(parse_blocks("plate, Lot"), {"Plate": " P1 ", "Lot": "7"}) == {
        "plate": "P1",
        "Lot": "7",
    }
    assert checked_levels(parse_blocks("Plate"), {"Plate": "P1"}) == {"Plate": "P1"}
    with pytest.raises(BadInput, match='The level 4711 of “Lot” is no text: write "4711"'):
        checked_levels(parse_blocks("Lot"), {"Lot": 4711})  # type: ignore[dict-item]
    for wrong in ("day+25:00", "Day + 1", "day-1:00"):
        with pytest.raises(BadInput, match="write day, or day with an offset"):
            settled_blocks(wrong, now)
    refusals = {
        "plate, Plate": "twice",
        "a, b, c, d": "At most 3",
        "plate,,Lot": "not the name",
        "Lot=1": "not the name",
    }
    for text, said in refusals.items():
        with pytest.raises(BadInput, match=said):
            Settings(blocks=text)
    with pytest.raises(BadInput, match="moments or full"):
        Settings(blocks="plate", belief="diagonal")
    with pytest.raises(BadInput, match="moments or full"):
        Settings(blocks="plate", policy="kg/diagonal")


def test_a_suggestion_on_a_new_day_is_for_a_block_that_has_not_begun(pool: Pool) -> None:
    made = recorded(
        begun(pool, blocks="day+03:00"), ("C-01", "success"), ("C-02", "success"), ("C-05", "success")
    )
    day = datetime.fromisoformat(made.runs[0].recorded_at).astimezone(timezone(timedelta(hours=3)))
    assert made.on_day_of(lambda: day) is made
    assert made.on_day_of(lambda: day - timedelta(days=2)) is made  # a clock that goes wrong begins no day
    later = made.on_day_of(lambda: day + timedelta(days=1))
    assert later.present_levels == {"day": (day + timedelta(days=1)).date().isoformat()}
    assert later == made
    assert later.belief.digest == made.belief.digest
    row = made.design.rows.take([made.design.row_of[pool.row("C-08")]])
    there, here = (float(study.block_fit.present.predict(row)[0]) for study in (later, made))
    assert there != here
    assert there == pytest.approx(float(later.belief.predict(row)[0]), abs=1e-9)
    again = recorded(later, ("C-03", "failure"))
    assert again.present_levels["day"] == later.present_levels["day"]
    plain = begun(pool, blocks="Lot")
    assert plain.on_day_of(lambda: pytest.fail("the clock is not read")) is plain
