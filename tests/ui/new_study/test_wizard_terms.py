"""The wizard's question whether the best could lie in the middle of a range."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QRadioButton

from kgdesk.ui.new_study import advanced

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from kgdesk.ui.new_study.wizard import NewStudyWizard

    Opener = Callable[..., NewStudyWizard]


def at_plan(qtbot: QtBot, one: NewStudyWizard) -> None:
    qtbot.waitUntil(lambda: one.table.complete)
    one.next.click()
    qtbot.waitUntil(lambda: one.page is one.plan and one.plan.complete)


def answer(one: NewStudyWizard, terms: str) -> None:
    one.plan.more.bend.choose(terms)
    one.plan.more.bend.activated.emit(one.plan.more.bend.currentIndex())


@pytest.mark.parametrize(
    ("text", "terms"),
    [("no, always at an end", "linear"), ("yes", "quadratic"), ("I don't know", "average")],
)
def test_the_answer_settles_the_terms_of_the_study(
    qtbot: QtBot, wizard: Opener, clean: Path, text: str, terms: str
) -> None:
    one = wizard(clean)
    at_plan(qtbot, one)
    assert one.plan.more.bend.findText(text) == one.plan.more.bend.findData(terms) >= 0
    answer(one, terms)
    one.finish.click()
    qtbot.waitUntil(lambda: one.session is not None)
    assert one.session is not None
    assert one.session.study.settings.terms == terms
    assert one.session.study.scaling.higher.any() == (terms != "linear")


def test_who_says_nothing_about_a_bend_gets_the_average(qtbot: QtBot, wizard: Opener, clean: Path) -> None:
    one = wizard(clean)
    at_plan(qtbot, one)
    assert one.plan.more.bend.currentText() == "I don't know"
    assert one.draft.settings.terms == "average"


def test_products_are_left_out_where_there_are_more_than_two_columns_per_run(
    qtbot: QtBot, wizard: Opener, clean: Path
) -> None:
    one = wizard(clean)
    at_plan(qtbot, one)
    checked = one.draft.built
    assert checked is not None
    assert checked.numbers >= 2
    columns = checked.columns + checked.numbers * (checked.numbers + 1) // 2
    one.plan.budget.setValue(columns)
    assert (one.draft.settings.terms, one.plan.more.many.text()) == ("average", "")
    few = (columns + 1) // 2 - 1
    one.plan.budget.setValue(few + 1)
    assert one.draft.settings.terms == "average"
    one.plan.budget.setValue(few)
    assert one.draft.settings.terms == "average-squares"
    assert one.plan.more.bend.currentText() == "I don't know"
    assert f"{columns} columns for {few} planned runs" in one.plan.more.many.text()
    answer(one, "quadratic")
    assert one.draft.settings.terms == "quadratic"
    answer(one, "average")
    one.finish.click()
    qtbot.waitUntil(lambda: one.session is not None)
    assert one.session is not None
    scaling = one.session.study.scaling
    assert one.session.study.settings.terms == "average-squares"
    assert scaling.squares.any()
    assert not (scaling.higher & ~scaling.squares).any()


def test_terms_that_are_many_for_the_plan_are_told_at_once(qtbot: QtBot, wizard: Opener, clean: Path) -> None:
    one = wizard(clean)
    at_plan(qtbot, one)
    answer(one, "quadratic")
    one.plan.budget.setValue(3)
    assert "products and squares, are many for 3 planned runs" in one.plan.more.many.text()
    answer(one, "linear")
    assert one.plan.more.many.text() == ""


def test_the_price_of_terms_is_said_in_seconds_and_is_a_warning_only_where_it_is_long(
    qtbot: QtBot, wizard: Opener, clean: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = wizard(clean)
    at_plan(qtbot, one)
    shown = one.plan.more.price
    assert shown.isVisibleTo(one.plan.more._inside)
    assert "on this computer" in shown.text()
    assert shown.property("role") == "muted"
    asked = []

    def long(candidates: int, columns: int, terms: str) -> float:
        asked.append((candidates, columns, terms))
        return 47.0 if terms == "average" else 2.0

    monkeypatch.setattr(advanced, "suggestion_time", long)
    checked = one.draft.built
    assert checked is not None
    answer(one, "linear")
    assert shown.text() == "A suggestion takes about 2 s on this computer."
    answer(one, "average")
    assert shown.text().startswith("⚠ A suggestion takes about 50 s on this computer. Linear terms")
    assert shown.property("role") == "caution"
    k = checked.numbers
    assert asked == [
        (len(checked.reading.pool), checked.columns, "linear"),
        (len(checked.reading.pool), checked.columns + k * (k + 1) // 2, "average"),
    ]


def test_what_is_known_counts_products_and_squares_by_their_own_precision(
    qtbot: QtBot, wizard: Opener, clean: Path
) -> None:
    one = wizard(clean)
    at_plan(qtbot, one)
    answer(one, "linear")
    one.plan.more.unsure.setChecked(False)
    qtbot.waitUntil(lambda: one.plan.complete)
    straight = one.draft.settings.prior_precision
    answer(one, "quadratic")
    qtbot.waitUntil(lambda: one.plan.complete)
    assert one.draft.settings.prior_precision > straight


def test_an_average_of_the_paper_s_belief_is_refused_where_it_is_chosen(
    qtbot: QtBot, wizard: Opener, clean: Path
) -> None:
    one = wizard(clean)
    at_plan(qtbot, one)
    answer(one, "average")
    one.plan.more.belief.choose("diagonal")
    one.plan.more.belief.activated.emit(0)
    assert not one.finish.isEnabled()
    assert "moments or full" in one.plan.strip.text


def shown(one: NewStudyWizard) -> tuple[str, list[str]]:
    """Return the chosen policy, and the texts of the list that say recommended."""
    combo = one.plan.more.policy
    texts = [combo.itemText(row) for row in range(combo.count())]
    return combo.currentText(), [text for text in texts if "(recommended)" in text]


GRADIENT, TURNS = "Knowledge gradient (recommended)", "Gradient first, then in turns (recommended)"
LIKELIEST = "Highest chance of success (recommended)"


def test_the_recommended_policy_follows_the_answer_whether_a_candidate_can_run_again(
    qtbot: QtBot, wizard: Opener, clean: Path
) -> None:
    one = wizard(clean)
    at_plan(qtbot, one)
    once, again = (one.plan.findChild(QRadioButton, f"wizard.repeats.{name}") for name in ("no", "yes"))
    once.click()
    assert shown(one) == (LIKELIEST, [LIKELIEST])
    assert one.draft.settings.policy == "exploit"
    answer(one, "linear")
    assert shown(one) == (LIKELIEST, [LIKELIEST])
    again.click()
    assert shown(one) == (TURNS, [TURNS])
    assert one.draft.settings.policy == "kg-then-turns"


def test_the_recommended_policy_follows_the_terms_and_is_shown(
    qtbot: QtBot, wizard: Opener, clean: Path
) -> None:
    one = wizard(clean)
    at_plan(qtbot, one)
    assert shown(one) == (GRADIENT, [GRADIENT])
    answer(one, "linear")
    assert shown(one) == (TURNS, [TURNS])
    assert one.plan.more._policy_words.text().startswith("First for what the run may change, after a third")
    assert one.draft.settings.policy == "kg-then-turns"
    answer(one, "quadratic")
    assert shown(one) == (GRADIENT, [GRADIENT])
    assert one.draft.settings.policy == "kg"
    answer(one, "linear")
    one.finish.click()
    qtbot.waitUntil(lambda: one.session is not None)
    assert one.session is not None
    assert one.session.study.settings.policy == "kg-then-turns"


def test_a_policy_that_was_chosen_stays_whatever_the_terms(qtbot: QtBot, wizard: Opener, clean: Path) -> None:
    one = wizard(clean)
    at_plan(qtbot, one)
    one.plan.more.policy.choose("top-two")
    one.plan.more.policy.activated.emit(one.plan.more.policy.currentIndex())
    answer(one, "linear")
    assert shown(one) == ("Top two", [TURNS])
    answer(one, "average")
    assert shown(one) == ("Top two", [GRADIENT])
    assert one.draft.settings.policy == "top-two"
