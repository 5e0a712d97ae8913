"""In daily laboratory use nothing on the left side is clipped, in any state and dialog, with long names."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from seldom import seldom

sys.path.insert(0, str(Path(__file__).parent / "entry"))

from clipping import LONG, clipped
from entry_bench import Bench, make_study

from kgdesk import actions
from kgdesk.actions import Operator
from kgdesk.ui.dialogs.batch import BatchDialog
from kgdesk.ui.dialogs.note import NoteDialog
from kgdesk.ui.dialogs.run_details import DetailsDialog
from kgdesk.ui.dialogs.skip import SkipDialog

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot


@pytest.fixture(params=[*seldom("plain"), "long"])
def busy(request: pytest.FixtureRequest, tmp_path: Path, qtbot: QtBot) -> Iterator[Bench]:
    """Open a study with two runs in progress, in a state in which its rule stops."""
    long = request.param == "long"
    names = {"success_name": "Crystals larger than 50 µm", "failure_name": "Only precipitate"} if long else {}
    path = make_study(tmp_path / "busy.kgstudy", 12, 6, prefix=LONG if long else "C-", stop="runs 2", **names)
    with actions.open_study(path, Operator("Maximiliane Kronenberger" if long else "MK")) as session:
        for candidate in session.study.pool.ids[3:5]:
            actions.start(session, candidate)
    made = Bench(path, qtbot, tabs=False)
    yield made
    made.close()


@pytest.mark.parametrize("size", [(1093, 582), (1366, 768)], ids=str)
def test_no_state_of_a_lab_day_is_clipped(busy: Bench, qtbot: QtBot, size: tuple[int, int]) -> None:
    busy.window.resize(*size)
    qtbot.waitUntil(lambda: busy.window.size().toTuple() == size)
    control = busy.control
    assert busy.part("entry.canStop").isVisible()
    assert busy.part("entry.running").isVisible()
    for act in (
        lambda: None,
        lambda: control.arm("start"),
        control.cancel,
        lambda: control.take_up(busy.controller.study.pending[1].number),
        lambda: control.arm("failure"),
        control.cancel,
        control.unchoose,
        lambda: control.choose(
            busy.controller.study.pool.ids[-1], "the only one of which there is enough left"
        ),
        busy.controller.advice.cancel,
    ):
        act()
        assert clipped(busy.window) == []


@pytest.mark.parametrize(
    "kind", [DetailsDialog, NoteDialog, BatchDialog, SkipDialog], ids=lambda k: k.__name__
)
def test_no_dialog_of_a_lab_day_is_clipped(busy: Bench, qtbot: QtBot, kind: type) -> None:
    about = busy.control.entry.candidate if kind is SkipDialog else busy.control
    dialog = kind(about, busy.window)
    dialog.show()
    if isinstance(dialog, BatchDialog):
        qtbot.waitUntil(lambda: bool(dialog.picks), timeout=120_000)
    assert clipped(dialog) == []
    assert dialog.sizeHint().width() <= 800
    assert dialog.sizeHint().height() <= 560
    dialog.close()
    dialog.deleteLater()
