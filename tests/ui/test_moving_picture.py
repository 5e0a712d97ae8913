"""README's moving picture is an animated PNG that a script makes, small enough for a first screen."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import moving_picture
from PySide6.QtGui import QColor, QImage

ROOT = Path(__file__).parents[2]
SHOWN = ROOT / "resources" / "screenshots" / "day.png"


def checked(png: bytes) -> list[tuple[bytes, bytes]]:
    """Return the chunks of a picture after a look at their sums and at the numbers of an animation's parts."""
    chunks = list(moving_picture._chunks(png))
    assert png == b"\x89PNG\r\n\x1a\n" + b"".join(moving_picture._chunk(*each) for each in chunks)
    numbers = [struct.unpack_from(">I", data)[0] for kind, data in chunks if kind in {b"fcTL", b"fdAT"}]
    assert numbers == list(range(len(numbers)))
    assert [kind for kind, _ in chunks][:3] == [b"IHDR", b"acTL", b"PLTE"]
    return chunks


def frames_of(chunks: list[tuple[bytes, bytes]]) -> list[bytes]:
    packed = [data[4:] if kind == b"fdAT" else data for kind, data in chunks if kind in {b"IDAT", b"fdAT"}]
    return [zlib.decompress(each) for each in packed]


def test_frames_are_joined_in_their_order() -> None:
    images = []
    for index in range(3):
        image = QImage(5, 4, QImage.Format.Format_Indexed8)
        image.setColorTable([QColor(name).rgb() for name in ("white", "red", "blue")])
        image.fill(index)
        images.append(image)
    joined = moving_picture.animated(images)
    frames = frames_of(checked(joined))
    assert frames == [4 * (b"\0" + 5 * bytes([index])) for index in range(3)]
    shown = QImage.fromData(joined)  # a program without animations shows the first frame
    assert (shown.width(), shown.height(), shown.pixelColor(0, 0).name()) == (5, 4, "#ffffff")


def test_the_picture_of_the_readme_is_small_and_has_a_frame_for_each_state() -> None:
    assert SHOWN.stat().st_size < 1_000_000
    frames = frames_of(checked(SHOWN.read_bytes()))
    assert len(frames) == moving_picture.RUNS + 1
    assert len(set(frames)) == len(frames)
    assert f"]({SHOWN.relative_to(ROOT).as_posix()})" in (ROOT / "README.md").read_text("utf-8")
