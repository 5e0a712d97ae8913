"""The plan's Advanced: an earlier study to learn from, and effects that a person expects."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from seldom import seldom
from tabled import CLOCK

from kgdesk.actions import Operator, create_study, load_setup, open_study, record
from kgdesk.model.study.settings import Settings
from kgdesk.tables import read_pool
from kgdesk.ui.new_study import plan_rehearsal

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pgserver import Server
    from PySide6.QtWidgets import QLineEdit
    from pytestqt.qtbot import QtBot

    from kgdesk.rehearsal.study_rehearsal import RehearsalBasis
    from kgdesk.ui.new_study.wizard import NewStudyWizard

    Opener = Callable[..., NewStudyWizard]

WHO = Operator("MK", "lab-1", lambda: CLOCK)


def at_plan(qtbot: QtBot, one: NewStudyWizard) -> None:
    qtbot.waitUntil(lambda: one.table.complete)
    one.next.click()
    qtbot.waitUntil(lambda: one.page is one.plan and one.plan.complete)
    one.plan.more.toggle.click()


def enter(qtbot: QtBot, one: NewStudyWizard, field: QLineEdit, text: str) -> None:
    field.setText(text)
    field.editingFinished.emit()
    qtbot.waitUntil(lambda: not one.plan.busy)


@pytest.fixture
def earlier(clean: Path, tmp_path: Path) -> Path:
    """Make a study of the same table with two outcomes."""
    table = read_pool(clean, id="code", ignore=["well"])
    path = tmp_path / "spring.kgstudy"
    with create_study(path, table, Settings(title="spring"), WHO) as session:
        for name, outcome in zip(table.pool.ids, ("success", "failure"), strict=False):
            record(session, name, outcome)
    return path


def test_a_study_from_the_window_learns_from_an_earlier_one(
    qtbot: QtBot, wizard: Opener, clean: Path, earlier: Path
) -> None:
    one = wizard(clean)
    at_plan(qtbot, one)
    known = one.plan.more.known
    enter(qtbot, one, known.earlier, str(earlier))
    assert known.learnt.text().startswith("Learnt from “spring”: ")
    assert known.learnt.isVisible()
    assert "what is known already" in one.plan.more.unusual.text()
    assert one.plan.more.unusual.text().startswith("not as usual")
    column = one.draft.built.reading.pool.attributes[0].name  # type: ignore[union-attr]
    enter(qtbot, one, known.effects, f"{column} = 1,5 ± 0,5 ;")
    assert one.plan.complete
    one.finish.click()
    qtbot.waitUntil(lambda: one.session is not None)
    study = one.session.study  # type: ignore[union-attr]
    assert study.earlier is not None
    assert (study.earlier.name, len(study.earlier.outcomes)) == ("spring", 2)
    assert study.settings.prior_effects == (f"{column} = 1,5 ± 0,5",)
    assert study.scaling.stated[0].column == column


@pytest.mark.usefixtures("without_processes")
def test_the_rehearsal_of_the_plan_learns_from_the_earlier_study_too(
    qtbot: QtBot, wizard: Opener, clean: Path, earlier: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bases = []
    plain = plan_rehearsal.live_rehearsal.plan_rehearsal

    def noted(basis: RehearsalBasis, *given: object, **named: object) -> object:
        bases.append(basis)
        return plain(basis, *given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(plan_rehearsal.live_rehearsal, "plan_rehearsal", noted)
    monkeypatch.setattr(plan_rehearsal, "_RUNS", 2)
    monkeypatch.setattr(plan_rehearsal, "DELAY", 0)
    one = wizard(clean)
    at_plan(qtbot, one)
    one.plan.budget.setValue(3)
    enter(qtbot, one, one.plan.more.known.earlier, str(earlier))
    qtbot.waitUntil(
        lambda: any(basis.earlier is not None for basis in bases) and not one.plan.rehearsal.running,
        timeout=60_000,
    )
    assert bases[-1].earlier is not None
    assert bases[-1].earlier.name == "spring"
    assert one.plan.rehearsal.text.text()
    assert not one.plan.rehearsal.strip.isVisible()


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        ("earlier", "nowhere.kgstudy", "nowhere.kgstudy"),
        ("effects", "Temp", "is no expected effect"),
        ("effects", "Pressure=1+-1", "There is no attribute “Pressure”"),
    ],
)
def test_what_cannot_be_used_is_said_below_the_plan_until_it_is_gone(
    qtbot: QtBot, wizard: Opener, clean: Path, field: str, text: str, said: str
) -> None:
    one = wizard(clean)
    at_plan(qtbot, one)
    edit = getattr(one.plan.more.known, field)
    enter(qtbot, one, edit, text)
    assert said in one.plan.strip.text
    assert not one.plan.complete
    assert not one.finish.isEnabled()
    enter(qtbot, one, edit, "")
    qtbot.waitUntil(lambda: one.plan.complete)
    assert one.plan.strip.isHidden()


def test_a_study_from_the_window_learns_from_one_on_a_server_and_needs_it_no_more(
    qtbot: QtBot, wizard: Opener, clean: Path, server: Server
) -> None:
    table = read_pool(clean, id="code", ignore=["well"])
    address = server.address("kim", "last spring")
    with create_study(address, table, Settings(), WHO) as session:
        for name, outcome in zip(table.pool.ids, ("success", "failure"), strict=False):
            record(session, name, outcome)
        head = session.study.head
    one = wizard(clean)
    at_plan(qtbot, one)
    known = one.plan.more.known
    enter(qtbot, one, known.earlier, server.address("kim", "last autumn"))
    assert "last autumn" in one.plan.strip.text
    assert not one.finish.isEnabled()
    enter(qtbot, one, known.earlier, address)
    assert known.learnt.text().startswith("Learnt from “last spring”: ")
    assert one.plan.strip.isHidden()
    one.finish.click()
    qtbot.waitUntil(lambda: one.session is not None)
    assert one.session is not None
    place, study = one.session.place, one.session.study
    assert study.earlier is not None
    assert (study.earlier.name, study.earlier.head, study.earlier.outcomes) == (
        "last spring",
        head,
        ("success", "failure"),
    )
    digest = study.belief.digest
    one.session.close()
    server.stop()
    try:
        with open_study(place, WHO, read_only=True) as again:
            assert again.study.belief.digest == digest
        away = wizard(clean)
        at_plan(qtbot, away)
        enter(qtbot, away, away.plan.more.known.earlier, server.address("kim", "never seen here"))
        assert "cannot be reached" in away.plan.strip.text
        assert not away.finish.isEnabled()
    finally:
        server.start()


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (
            "postgresql://kim:Sesame7@127.0.0.1:9/lab#last spring",
            "postgresql://kim@127.0.0.1:9/lab#last spring",
        ),
        *seldom(
            ("postgresql://kim@127.0.0.1:9/lab?password=Sesame7#s", "postgresql://kim@127.0.0.1:9/lab#s"),
            ("host=127.0.0.1 user=kim password=Sesame7", "host=127.0.0.1 user=kim password=..."),
        ),
        ("C:\\Studies\\last spring #2.kgstudy", "C:\\Studies\\last spring #2.kgstudy"),
    ],
)
def test_the_password_of_a_server_is_neither_kept_for_the_next_start_nor_shown_in_a_refusal(
    qtbot: QtBot, wizard: Opener, clean: Path, given: str, kept: str
) -> None:
    one = wizard(clean)
    at_plan(qtbot, one)
    enter(qtbot, one, one.plan.more.known.earlier, given)
    assert one.plan.strip.text
    assert "Sesame7" not in one.plan.strip.text
    assert "Sesame7" not in str(load_setup())
    assert load_setup()["earlier"] == kept


def test_a_path_in_quotes_or_as_an_address_of_a_file_is_that_path(
    qtbot: QtBot, wizard: Opener, clean: Path, earlier: Path
) -> None:
    one = wizard(clean)
    at_plan(qtbot, one)
    known = one.plan.more.known
    for text in (f'"{earlier}"', earlier.as_uri()):
        enter(qtbot, one, known.earlier, text)
        assert known.learnt.text().startswith("Learnt from “spring”: ")
        assert known.place == str(earlier)
        enter(qtbot, one, known.earlier, "")
        assert known.learnt.isHidden()


def test_the_earlier_study_is_chosen_from_a_folder(
    qtbot: QtBot, wizard: Opener, clean: Path, earlier: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = wizard(clean)
    at_plan(qtbot, one)
    known = one.plan.more.known
    monkeypatch.setattr(
        "kgdesk.ui.new_study.knowledge_fields.QFileDialog.getOpenFileName", lambda *_: (str(earlier), "")
    )
    known.choose.click()
    qtbot.waitUntil(lambda: "spring" in known.learnt.text())
    assert one.draft.earlier == str(earlier)
