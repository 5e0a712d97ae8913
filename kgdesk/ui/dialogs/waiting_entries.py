"""Dialog about the entries that wait on this computer for servers that are away."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
)

from kgdesk import actions
from kgdesk.errors import KgdeskError
from kgdesk.model.study.records import OUTCOME_WORDS
from kgdesk.ui.dialogs.reason import ReasonDialog
from kgdesk.ui.session.io_queue import ServerReader
from kgdesk.ui.text.locale_format import local_time
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.basic import button, plain
from kgdesk.ui.widgets.message_strip import MessageStrip
from kgdesk.ui.widgets.messages import refuse
from kgdesk.ui.widgets.saved_files import show_saved

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from kgdesk.actions import OutboxContent, Sent, Waiting
    from kgdesk.ui.session.study_controller import StudyController

    Answer = tuple[Sent, ...] | KgdeskError


class WaitingEntriesDialog(QDialog):
    """List what waits on this computer; send it, export it, or set it aside with a reason.

    Parameters
    ----------
    controller
        Controller of the open study, whose operator acts.
    """

    def __init__(self, controller: StudyController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._content: OutboxContent | None = None
        self._sender = ServerReader(self._send_one, self)  # does not wait for a server that is silent
        self._sender.answered.connect(self._sent)
        #: Where what is sent now had waited, if it is sent to the open study instead.
        self._source = ""
        self._left: set[str] = set()
        self._said: list[str] = []
        self.setObjectName("waiting")
        self.setWindowTitle(self.tr("Waiting entries"))
        self.entries = QListWidget()  #: One row per entry, then one per damaged file.
        self.entries.setObjectName("waiting.entries")
        self.entries.setAccessibleName(self.tr("Entries that wait on this computer"))
        self.entries.setWordWrap(True)
        self.strip = MessageStrip("waiting.said", self)
        self.send = button(self.tr("&Send"), "waiting.send", self.send_all, self)
        self.send_here = button(self.tr("Send to &this study"), "waiting.sendHere", self.send_to_this, self)
        self.export = button(self.tr("&Export…"), "waiting.export", self.ask_where, self)
        self.set_aside = button(self.tr("Set &aside…"), "waiting.setAside", self.ask_why, self)
        self._lay_out()
        self.entries.currentRowChanged.connect(lambda _: self._check())
        self.finished.connect(self._sender.stop)
        self.look()

    def sizeHint(self) -> QSize:
        """Return a size for about ten entries."""
        return QSize(680, 420)

    def look(self) -> None:
        """List what waits now."""
        self.entries.clear()
        try:
            self._content = actions.outbox_content()
        except KgdeskError as problem:
            self._content = None
            refuse(self.strip, problem)
        if self._content is not None:
            for one in self._content.entries:
                self._add(self._words(one))
            for damaged in self._content.damaged:
                self._add(
                    self.tr("Damaged and kept: {path}. Readable in it: {count}").format(
                        path=damaged.path, count=len(damaged.entries)
                    )
                )
                for one in damaged.entries:
                    self._add("    " + self._words(one))
            if not self.entries.count():
                self._add(self.tr("Nothing waits on this computer."))
        self._check()

    def send_all(self) -> None:
        """Send what waits to where it waits for."""
        self._ask({self._place(one.address) for one in self._readable if one.address})

    def send_to_this(self) -> None:
        """Send what waits for another address of the open study to the open study."""
        one = self._chosen
        if one is not None:
            self._source = one.address
            self._ask({str(self._controller.session.place)})

    def ask_where(self) -> None:
        """Ask for a file and write all that waits to it."""
        path, _ = QFileDialog.getSaveFileName(
            self, self.tr("Export"), str(Path.home() / "waiting.json"), self.tr("Entries (*.json)")
        )
        if path:
            self._try(
                lambda: actions.export_waiting(path, overwrite=True),
                lambda _: show_saved(self.strip, Path(path)),
            )

    def ask_why(self) -> None:
        """Ask for a reason, and set aside what waits for the study of the selected entry, or what cannot be read."""
        one = self._chosen
        address = one.address if one is not None else ""
        question = (
            self.tr(
                "All that waits for {address} is set aside: it is kept, and never sent. Why does it not count?"
            ).format(address=address)
            if address
            else self.tr(
                "Entries and files that cannot be read are set aside, and kept. Compare them with your notes first. "
                "What became of them?"
            )
        )
        reasons = (self.tr("Entered again"), self.tr("Entered by mistake"))
        reason = ReasonDialog.ask(self, self.tr("Set aside"), question, reasons)
        if reason is not None:
            self._try(
                lambda: actions.set_aside_waiting(self._controller.who, reason, address),
                lambda _: self._show("recorded", self.tr("Set aside, with the reason.")),
            )

    @property
    def _readable(self) -> tuple[Waiting, ...]:
        """What can be sent: what waits, and what can be read in damaged files."""
        if self._content is None:
            return ()
        damaged = [one for each in self._content.damaged for one in each.entries]
        return tuple(one for one in (*self._content.entries, *damaged) if one.is_readable)

    @property
    def _chosen(self) -> Waiting | None:
        listed = self._content.entries if self._content is not None else ()
        row = self.entries.currentRow()
        return listed[row] if 0 <= row < len(listed) else None

    def _place(self, address: str) -> str:
        """Return an address, with its password where it is that of the open study."""
        own = str(self._controller.session.place)
        return own if actions.without_password(own) == address else address

    def _words(self, one: Waiting) -> str:
        if not one.is_readable:
            return self.tr("{address}: an entry that cannot be read any more").format(
                address=one.address or self.tr("Of an unknown study")
            )
        first = one.batch[0]
        what = [
            " ".join(
                str(translate(OUTCOME_WORDS.get(str(new.payload[key]), str(new.payload[key]))))
                for key in ("candidate", "outcome", "text")
                if key in new.payload
            )
            for new in one.batch
            if new.kind in {"outcome_recorded", "note_added"}
        ]
        return self.tr("{what}: entered {time} by {operator}, waits for {address}").format(
            what="; ".join(what) or first.kind,
            time=local_time(first.recorded_at_utc),
            operator=first.actor,
            address=one.address,
        )

    def _add(self, text: str) -> None:
        self.entries.addItem(QListWidgetItem(text))

    def _ask(self, places: set[str]) -> None:
        """Send what waits for the studies at these places, or for another address of the only one, in other threads."""
        self._left, self._said = set(places), []
        if self._left:
            self.strip.show_message("neutral", self.tr("Being sent…"))
            self._sender.ask(self._left)
        self._check()

    def _send_one(self, place: str) -> tuple[str, Answer]:
        try:
            return place, actions.send_waiting(self._controller.who, place, source=self._source)
        except KgdeskError as problem:
            return place, problem

    def _sent(self, answer: tuple[str, Answer] | BaseException) -> None:
        if isinstance(answer, BaseException):
            raise answer
        place, found = answer
        self._left.discard(place)
        if isinstance(found, KgdeskError):
            self._said.append(translate(found))
        else:
            for one in found:
                self._said.append(
                    self.tr("{address}: sent {sent}, left {left}.").format(
                        address=one.address, sent=one.sent, left=one.left
                    )
                )
                if one.problem is not None:
                    self._said.append(translate(one.problem))
        if not self._left:
            self._source = ""
            self._show("neutral", " ".join(self._said))

    def _try(self, act: Callable[[], object], then: Callable[[object], None]) -> None:
        try:
            done = act()
        except KgdeskError as problem:
            refuse(self.strip, problem)
        else:
            then(done)
            self.look()

    def _show(self, kind: str, text: str) -> None:
        self.strip.show_message(kind, text, ((self.tr("Close"), self.strip.clear),))
        self.look()
        self._controller.fetch_news(partial(_passed_over, self))

    def _check(self) -> None:
        content, busy, one = self._content, bool(self._left), self._chosen
        waits = content is not None and bool(content.entries or content.damaged)
        root = self._controller.study.events[0].hash
        own = actions.without_password(str(self._controller.session.place))
        self.send.setEnabled(not busy and bool(self._readable))
        self.send_here.setVisible(
            one is not None and one.root == root and one.address != own and self._controller.session.is_shared
        )
        self.send_here.setEnabled(not busy)
        self.export.setEnabled(waits)
        self.set_aside.setEnabled(
            not busy and content is not None and bool(one or content.damaged or content.unreadable)
        )

    def _lay_out(self) -> None:
        hint = self.tr(
            "Outcomes and notes wait here while their server is away, and are sent by themselves when their study is "
            "open and the server answers."
        )
        row = QHBoxLayout()
        for each in (self.send, self.send_here, self.export, self.set_aside):
            each.setAutoDefault(False)
            row.addWidget(each)
        row.addStretch(1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.button(QDialogButtonBox.StandardButton.Close).setObjectName("waiting.close")
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(plain(hint, "muted", self))
        column.addWidget(self.entries, 1)
        column.addWidget(self.strip)
        column.addLayout(row)
        column.addWidget(buttons)


def _passed_over(dialog: WaitingEntriesDialog, problem: BaseException) -> None:
    if not isinstance(problem, KgdeskError):
        raise problem
    refuse(dialog.strip, problem)
