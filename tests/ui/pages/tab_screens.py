"""Render the tabs and the correction dialog for visual inspection: ``python tests/ui/pages/tab_screens.py FOLDER``."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QEventLoop, QLocale, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from kgdesk import actions
from kgdesk.ui.dialogs.correct import CorrectDialog
from kgdesk.ui.dialogs.reason import ReasonDialog
from kgdesk.ui.pages.candidates import CandidatesTab
from kgdesk.ui.pages.model import ModelPage
from kgdesk.ui.pages.timeline import TimelineTab
from kgdesk.ui.session.compute_queue import ComputeQueue
from kgdesk.ui.session.study_controller import StudyController
from kgdesk.ui.widgets.theme import apply
from tests.ui.desks import fill, make_session


def until(done: object) -> None:
    """Run the event loop until a condition holds."""
    loop = QEventLoop()
    timer = QTimer()
    timer.timeout.connect(lambda: loop.quit() if done() else None)  # type: ignore[operator]
    timer.start(20)
    loop.exec()
    timer.stop()


def draw(controller: StudyController, folder: Path, name: str, size: tuple[int, int]) -> None:
    """Save an image of every page at one size."""

    def save(widget: QWidget, what: str) -> None:
        until(lambda: True)
        widget.grab().save(str(folder / f"{what}-{name}.png"))

    for kind in (CandidatesTab, TimelineTab, ModelPage):
        tab = kind(controller)
        tab.resize(*size)
        tab.show()
        if isinstance(tab, CandidatesTab):
            save(tab, "candidates")
            tab.show_candidate(controller.study.pool.ids[3])
            save(tab, "details")
        elif isinstance(tab, TimelineTab):
            save(tab, "history")
            controller.selection.show_as_of(3)
            until(lambda: controller.selection.advice is not None)
            save(tab, "history-back")
            controller.selection.show_as_of(None)
            dialog = CorrectDialog(controller, 4, tab)
            dialog.show()
            dialog.findChild(QWidget, "correct.outcome.failure").setChecked(True)  # type: ignore[attr-defined]
            until(lambda dialog=dialog: "Working" not in dialog.effect.text())
            save(dialog, "correct")
            dialog.close()
            asked = ReasonDialog(
                tab, "Void", "Why is the result of run 3 not usable?", ["Wrong sample", "Spilled"]
            )
            asked.show()
            save(asked, "reason")
            asked.close()
        else:
            parts = (*tab.cards, tab.belief, tab.values, tab.design, tab.settings)
            for page, part in enumerate(parts):
                tab.reveal(part)
                save(tab, f"model{page}")
        tab.close()
        tab.deleteLater()


def main(folder: Path) -> None:
    """Render all images."""
    folder.mkdir(parents=True, exist_ok=True)
    app = QApplication([])
    with tempfile.TemporaryDirectory() as place:
        for long, attributes in ((True, 18), (False, 4)):
            compute_queue = ComputeQueue(app)
            session = make_session(Path(place) / str(long), count=300, attributes=attributes, long=long)
            fill(session)
            controller = StudyController(session, compute_queue)
            controller.advice.ask()
            until(lambda: bool(controller.advice.trajectory))  # noqa: B023
            controller.do(actions.correct, 2, "failure", "Result read again")
            controller.settle()
            until(lambda: controller.advice.current is not None)  # noqa: B023
            for scheme in ("light", "dark"):
                apply(app, scheme)
                for size in ((900, 560), (1450, 880)):
                    draw(controller, folder, f"{'long' if long else 'plain'}-{scheme}-{size[0]}", size)
            if long:
                QLocale.setDefault(QLocale(QLocale.Language.German, QLocale.Country.Germany))
                apply(app, "light")
                draw(controller, folder, "german-light-640", (640, 480))
            controller.close()
            compute_queue.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
