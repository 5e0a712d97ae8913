from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon

from kgdesk.errors import KgdeskError
from kgdesk.paths import resource_path
from kgdesk.ui.widgets.theme import app_icon, icon

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtGui import QImage

    from kgdesk.ui.widgets.stylesheet import Palette

NAMES = [
    "study",
    "open",
    "new",
    "export",
    "success",
    "failure",
    "void",
    "skip",
    "undo",
    "correct",
    "search",
    "history",
    "candidates",
    "chart",
    "model",
    "settings",
    "help",
    "lock",
    "warning",
    "info",
    "folder",
    "operator",
    "copy",
    "table",
]


def inked(image: QImage) -> list[QColor]:
    return [
        image.pixelColor(x, y)
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).alpha() == 255
    ]


@pytest.mark.parametrize("name", NAMES)
def test_an_icon_is_drawn_in_the_text_colour_of_the_look_and_in_no_other(name: str, look: Palette) -> None:
    found = inked(icon(name, look).pixmap(QSize(48, 48)).toImage())
    assert len(found) > 20
    assert {colour.name() for colour in found} == {look.text.lower()}


def test_an_icon_can_take_a_colour_of_its_own(look: Palette) -> None:
    found = inked(icon("success", look, look.success).pixmap(QSize(48, 48)).toImage())
    assert {colour.name() for colour in found} == {look.success.lower()}


def test_a_disabled_icon_is_fainter(look: Palette) -> None:
    pixmap = icon("open", look).pixmap(QSize(48, 48), QIcon.Mode.Disabled)
    assert inked(pixmap.toImage()) == []


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_an_icon_has_as_many_pixels_as_the_screen(ratio: float, light: Palette) -> None:
    pixmap = icon("search", light).pixmap(QSize(24, 24), ratio)
    assert pixmap.width() == pytest.approx(24 * ratio, abs=1)


def test_the_program_has_an_icon_of_its_own_up_to_256_pixels(light: Palette) -> None:  # noqa: ARG001
    assert QSize(256, 256) in app_icon().availableSizes()
    assert len({colour.name() for colour in inked(app_icon().pixmap(QSize(64, 64)).toImage())}) > 3


def test_every_icon_file_is_one_small_drawing_on_24_by_24() -> None:
    files = sorted(resource_path("icons").glob("*.svg"))
    assert {*NAMES, "app"} <= {path.stem for path in files}
    for path in files:
        root = ET.fromstring(path.read_text("utf-8"))  # noqa: S314 - our own file
        assert root.get("viewBox") == "0 0 24 24", path
        assert path.stat().st_size < 2_000, path


def test_a_missing_file_of_the_program_is_named_in_one_sentence() -> None:
    with pytest.raises(KgdeskError, match=r"icons/nothing\.svg"):
        resource_path("icons", "nothing.svg")


def test_an_installed_program_finds_its_files_inside_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = tmp_path / "kgdesk" / "resources" / "icons"
    inside.mkdir(parents=True)
    (inside / "only.svg").write_text("<svg/>")
    monkeypatch.setattr("kgdesk.paths.__file__", str(tmp_path / "kgdesk" / "paths.py"))
    assert resource_path("icons", "only.svg") == inside / "only.svg"
