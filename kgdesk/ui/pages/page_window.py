"""A page of a study in a window of its own beside the main window: the model, the checks, the properties."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

if TYPE_CHECKING:
    from kgdesk.ui.session.study_controller import StudyController

P = TypeVar("P", bound=QWidget)


class PageWindow(QDialog):
    """Window around one page of a study; Esc closes it, and its page is kept.

    Parameters
    ----------
    page
        The page; its title becomes that of the window.
    parent
        The main window, with which it closes.
    """

    def __init__(self, page: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(f"{page.objectName()}.window")
        self.setWindowFlag(Qt.WindowType.Window)
        self.setWindowTitle(page.windowTitle())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(page)

    def sizeHint(self) -> QSize:
        """Return most of the main window's size."""
        around = self.parentWidget()
        return QSize(900, 640) if around is None else around.size() * 0.85


def page_of(kind: type[P], controller: StudyController, beside: QWidget, *more: object) -> P:
    """Return the page of a class in its own window beside a main window; made when it is first asked for.

    Parameters
    ----------
    kind
        Class of the page.
    controller
        Its first argument.
    beside
        The main window.
    more
        Its other arguments.
    """
    page = beside.findChild(kind)
    if page is None:
        page = kind(controller, *more)  # type: ignore[arg-type]  # every page is constructed with the controller
        PageWindow(page, beside)
    return page


def open_page(kind: type[P], controller: StudyController, beside: QWidget, *more: object) -> P:
    """Show a page in its own window, in front of the main window, and return it; see `page_of`."""
    page = page_of(kind, controller, beside, *more)
    window = page.window()
    window.show()
    window.raise_()
    window.activateWindow()
    return page
