"""Text browser for the pages of the manual."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QUrl
from PySide6.QtGui import (
    QImage,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextTable,
)
from PySide6.QtWidgets import (
    QTextBrowser,
    QWidget,
)

if TYPE_CHECKING:
    from kgdesk.ui.dialogs.manual import Manual

_MARGIN = 16
#: Table cell padding and space above headings in pixels; line height in percent.
_CELL, _ABOVE_HEADING, _LINE_HEIGHT = 5, 18, 118


class ManualReader(QTextBrowser):
    """Text browser for manual pages; other links are left to the window.

    Parameters
    ----------
    contents
        The manual.
    """

    def __init__(self, contents: Manual, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._manual = contents
        self.setObjectName("help.page")
        self.setAccessibleName(self.tr("Page of the manual"))
        self.setOpenLinks(False)
        self.document().setDocumentMargin(_MARGIN)

    def go(self, target: str) -> None:
        """Show ``page.md#anchor``."""
        self.setSource(QUrl(target), QTextDocument.ResourceType.MarkdownResource)

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Load pages and pictures from the manual only."""
        if kind == QTextDocument.ResourceType.ImageResource.value:
            dark = self.palette().base().color().lightnessF() < 0.5
            picture = self._manual.picture(QUrl(name).path(), dark=dark)
            return QImage(str(picture)) if picture is not None else None
        page = self._manual.pages.get(QUrl(name).path().removesuffix(".md"))
        if kind == QTextDocument.ResourceType.MarkdownResource.value and page is not None:
            return page.markdown
        return None

    def doSetSource(
        self, name: QUrl | str, kind: QTextDocument.ResourceType = QTextDocument.ResourceType.MarkdownResource
    ) -> None:
        """Show a page and scroll to its section."""
        super().doSetSource(name, kind)
        self._shape()
        if QUrl(name).hasFragment():
            self.scrollToAnchor(QUrl(name).fragment())
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() - _CELL if bar.value() < bar.maximum() else bar.value())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the pictures to the width."""
        super().resizeEvent(event)
        self._fit_pictures()

    def changeEvent(self, event: QEvent) -> None:
        """Redraw the page in other colours or another font size."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.PaletteChange, QEvent.Type.FontChange} and self.source().isValid():
            place = self.verticalScrollBar().value()
            self.reload()
            self._shape()
            self.verticalScrollBar().setValue(place)

    def _shape(self) -> None:
        """Set the anchors of section headings, and the spacing of lines, headings and tables."""
        page = self._manual.pages.get(self.source().path().removesuffix(".md"))
        anchors = iter([section.anchor for section in page.sections] if page is not None else [])
        block = self.document().begin()
        while block.isValid():
            shape, cursor = block.blockFormat(), QTextCursor(block)
            shape.setLineHeight(_LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
            if shape.headingLevel() == 2:
                shape.setTopMargin(_ABOVE_HEADING)
                cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
                form = QTextCharFormat()
                form.setAnchor(True)
                form.setAnchorNames([next(anchors, "")])
                cursor.mergeCharFormat(form)
            cursor.setBlockFormat(shape)
            block = block.next()
        for frame in self.document().rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                table = frame.format()
                table.setCellPadding(_CELL)
                table.setTopMargin(_CELL)
                table.setBottomMargin(_CELL)
                table.setBorderCollapse(True)
                frame.setFormat(table)
        self._fit_pictures()

    def _fit_pictures(self) -> None:
        """Make pictures that are wider than the page as wide as that, and others as wide as they are."""
        room = self.viewport().width() - 2 * _MARGIN
        block = self.document().begin()
        while block.isValid():
            part = block.begin()
            while not part.atEnd():
                fragment, form = part.fragment(), part.fragment().charFormat().toImageFormat()
                picture = (
                    self.document().resource(
                        QTextDocument.ResourceType.ImageResource.value, QUrl(form.name())
                    )
                    if form.isValid()
                    else None
                )
                if isinstance(picture, QImage):
                    form.setWidth(max(1, min(picture.width(), room)))
                    cursor = QTextCursor(self.document())
                    cursor.setPosition(fragment.position())
                    cursor.setPosition(
                        fragment.position() + fragment.length(), QTextCursor.MoveMode.KeepAnchor
                    )
                    cursor.setCharFormat(form)
                    break  # one picture in a paragraph; its parts are new now
                part += 1
            block = block.next()
