"""Error messages in four parts: what happened, what it means for the runs, what to do, details."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt
from PySide6.QtWidgets import QDialogButtonBox, QMessageBox, QWidget

from kgdesk.errors import KgdeskError
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import ABOUT

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kgdesk.ui.widgets.message_strip import MessageStrip


_UNCHANGED: Final = QT_TRANSLATE_NOOP("Messages", "Nothing was changed.")

_UNRECORDED: Final = QT_TRANSLATE_NOOP("Messages", "Nothing was recorded by it; the runs before are safe.")

_UNREAD: Final = QT_TRANSLATE_NOOP("Messages", "Nothing was taken over from the table.")

_APART: Final = QT_TRANSLATE_NOOP("Messages", "Your study is not concerned.")

_SAFE: Final = QT_TRANSLATE_NOOP("Messages", "Your recorded runs are safe.")


#: For each error code: its effect on the data, and what to do.
PARTS: Final[dict[str, tuple[object, object]]] = {
    "KD-100": (
        _SAFE,
        QT_TRANSLATE_NOOP(
            "Messages", "If it comes again, save a problem report from the Help menu and hand it on."
        ),
    ),
    "KD-110": (_UNRECORDED, QT_TRANSLATE_NOOP("Messages", "Correct what is named above and try again.")),
    "KD-111": (
        _UNRECORDED,
        QT_TRANSLATE_NOOP("Messages", "Look for a missing zero, or for a sample of another study."),
    ),
    "KD-112": (_UNCHANGED, QT_TRANSLATE_NOOP("Messages", "Look the number of the run up in the timeline.")),
    "KD-113": (
        _UNCHANGED,
        QT_TRANSLATE_NOOP(
            "Messages",
            "Use another unit for the column that is named, or leave the attributes standardised.",
        ),
    ),
    "KD-114": (
        _UNCHANGED,
        QT_TRANSLATE_NOOP("Messages", "Finish the study, or add candidates to it."),
    ),
    "KD-120": (_UNREAD, QT_TRANSLATE_NOOP("Messages", "Correct it in the table and read the table again.")),
    "KD-121": (
        _UNREAD,
        QT_TRANSLATE_NOOP("Messages", "Choose how it is meant, and look at the preview afterwards."),
    ),
    "KD-130": (
        QT_TRANSLATE_NOOP("Messages", "The study stays as it is; its runs are safe."),
        QT_TRANSLATE_NOOP("Messages", "Reopen the study with a reason if there is more to record."),
    ),
    "KD-200": (
        _UNCHANGED,
        QT_TRANSLATE_NOOP("Messages", "Check the disk, the network, and your right to read the file."),
    ),
    "KD-201": (
        _UNCHANGED,
        QT_TRANSLATE_NOOP(
            "Messages",
            "Choose a file whose name ends in .kgstudy. A table becomes a study by New in the Study menu.",
        ),
    ),
    "KD-202": (
        QT_TRANSLATE_NOOP(
            "Messages", "Nothing was changed. The file is not used, and it has to stay where it is."
        ),
        QT_TRANSLATE_NOOP("Messages", "Restore the study from a backup."),
    ),
    "KD-203": (_UNCHANGED, QT_TRANSLATE_NOOP("Messages", "Install the newer kgdesk on this computer.")),
    "KD-204": (
        QT_TRANSLATE_NOOP("Messages", "It can be read, and nothing can be recorded here."),
        QT_TRANSLATE_NOOP(
            "Messages", "Ask for the right to write there, or copy the study to a folder of yours."
        ),
    ),
    "KD-205": (
        QT_TRANSLATE_NOOP("Messages", "Nothing was recorded from here; what is recorded there is safe."),
        QT_TRANSLATE_NOOP("Messages", "Close the study there, or read along until then."),
    ),
    "KD-206": (
        QT_TRANSLATE_NOOP("Messages", "Your entry was not recorded; all others are safe."),
        QT_TRANSLATE_NOOP("Messages", "Look at the new state of the study, then record again."),
    ),
    "KD-207": (
        QT_TRANSLATE_NOOP("Messages", "The last entry is NOT recorded; all runs before it are safe."),
        QT_TRANSLATE_NOOP("Messages", "Remove the cause and try again, or save a rescue copy."),
    ),
    "KD-208": (
        QT_TRANSLATE_NOOP("Messages", "Nothing was overwritten."),
        QT_TRANSLATE_NOOP("Messages", "Choose another name."),
    ),
    "KD-209": (
        QT_TRANSLATE_NOOP("Messages", "What was there before is untouched; the study is not concerned."),
        QT_TRANSLATE_NOOP("Messages", "Close the file in other programs, or choose another folder."),
    ),
    "KD-210": (_UNCHANGED, QT_TRANSLATE_NOOP("Messages", "Check the network and try again.")),
    "KD-211": (
        QT_TRANSLATE_NOOP("Messages", "The last entry is NOT recorded; what waits stays where it is."),
        QT_TRANSLATE_NOOP(
            "Messages", "Remove the cause and try again, or see “Waiting entries” in the Tools menu."
        ),
    ),
    "KD-212": (
        QT_TRANSLATE_NOOP("Messages", "The last entry is NOT recorded, and nothing waits to be sent."),
        QT_TRANSLATE_NOOP("Messages", "Open the study again with the right user name and password."),
    ),
    "KD-213": (
        QT_TRANSLATE_NOOP(
            "Messages", "It is not certain whether the last entry arrived. Sending it again does no harm."
        ),
        QT_TRANSLATE_NOOP("Messages", "Check the network and try again."),
    ),
    "KD-300": (_APART, QT_TRANSLATE_NOOP("Messages", "Start the rehearsal again whenever you like.")),
    "KD-301": (
        _APART,
        QT_TRANSLATE_NOOP("Messages", "Rehearse again with other truths or another belief."),
    ),
    "KD-400": (
        _SAFE,
        QT_TRANSLATE_NOOP(
            "Messages",
            "Restart kgdesk: it opens the study again. A problem report helps to find the fault.",
        ),
    ),
    "KD-401": (
        _SAFE,
        QT_TRANSLATE_NOOP(
            "Messages",
            "You can go on. A problem report, in the Help menu, helps to find the fault.",
        ),
    ),
}


def parts_of(problem: KgdeskError) -> tuple[str, str]:
    """Return what an error means for the recorded runs, and what to do; translated."""
    means, todo = map(str, PARTS.get(problem.code, PARTS[KgdeskError.code]))
    return QCoreApplication.translate("Messages", means), QCoreApplication.translate("Messages", todo)


def why_words() -> str:
    """Return the label of the button that opens the full message."""
    return QCoreApplication.translate("Messages", "What this means")


def explain(problem: KgdeskError, over: QWidget) -> QMessageBox:
    """Show the full message of an error of which a strip shows the first part."""
    box = message_box(problem, over.window())
    box.setIcon(QMessageBox.Icon.Information)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()
    return box


def refuse(
    strip: MessageStrip,
    problem: KgdeskError,
    actions: Sequence[tuple[str, Callable[[], object]]] = (),
    text: str = "",
    *,
    kind: str = "refusal",
) -> None:
    """Show an error in a strip, with a button for the full message; `text` replaces its sentence."""
    why = (why_words(), lambda: explain(problem, strip))
    strip.show_message(kind, text or translate(problem), (*actions, why))
    strip.setProperty(ABOUT, problem.code)


def message_box(problem: KgdeskError, parent: QWidget | None) -> QMessageBox:
    """Return a message box for an error, not yet shown; F1 opens the help page of its code."""
    box = QMessageBox(parent)
    box.setObjectName("message")
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle("kgdesk")
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(translate(problem))
    more = QCoreApplication.translate("Messages", "F1 explains this ({code}).").format(code=problem.code)
    box.setInformativeText("\n\n".join((*parts_of(problem), more)))
    box.setDetailedText(f"{problem.code}\n{problem.details or problem}")
    box.setProperty(ABOUT, problem.code)
    buttons = box.findChild(QDialogButtonBox)
    if buttons is not None:
        buttons.setContentsMargins(2, 2, 2, 2)  # space for the focus ring of a button
    return box
