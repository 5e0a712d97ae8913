"""Make README's moving picture: ``PYTHONPATH=. python tests/ui/moving_picture.py resources/screenshots/day.png``.

The window on the sample study while nine suggested runs are recorded, whose outcomes a fixed truth gives; a frame for
each state. The frames are joined to an animated PNG by the W3C's specification, with one palette, and need no library
beside Qt.
"""

from __future__ import annotations

import math
import os
import random
import struct
import sys
import tempfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QBuffer, Qt
from PySide6.QtGui import QImage

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.model.advice import queries
from kgdesk.model.study.settings import Settings
from kgdesk.ui.home.snapshot import snapshot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kgdesk.model.study.study import Study

#: Outcomes that are recorded; the picture has one frame more.
RUNS = 9
#: Width in pixels of the picture, and seconds that a frame stays; the last one stays three times as long.
WIDTH, SECONDS = 1024, 1.2
SAMPLE = Path(__file__).parents[2] / "resources" / "samples" / "growth-conditions.csv"


def frames(folder: Path) -> Iterator[QImage]:
    """Yield the window before the first run and after each of them, in one palette."""
    who = actions.Operator("Kim")
    path, draw = folder / "growth.kgstudy", random.Random(2)
    palette: list[int] = []
    settings = Settings(title="Growth conditions", budget=20, terms="average", repeats="yes")
    with actions.create_study(path, read_pool(SAMPLE, id="Code"), settings, who, file=SAMPLE.name) as session:
        truth = _truth(session.study)
    for number in range(RUNS + 1):
        saved = folder / f"{number}.png"
        snapshot(saved, actions.open_study(path, who))
        shown = QImage(str(saved)).scaledToWidth(WIDTH, Qt.TransformationMode.SmoothTransformation)
        if not palette:
            palette = shown.convertToFormat(QImage.Format.Format_Indexed8).colorTable()
        plain = Qt.ImageConversionFlag.ThresholdDither  # a dithered area cannot be packed
        yield shown.convertToFormat(QImage.Format.Format_Indexed8, palette, plain)
        with actions.open_study(path, who) as session:
            name = queries.suggestion(session.study)["suggestions"][0]["candidate"]
            actions.record(session, name, "success" if draw.random() < truth[name] else "failure")


def _truth(study: Study) -> dict[str, float]:
    """Return a probability of success for each candidate, with one hill inside the ranges."""
    X = study.design.X[:, 1 : 1 + len(study.pool.attributes)]
    rows = [math.exp(-sum((value - 0.5) ** 2 for value in row) / 6) for row in X]
    return {
        name: 0.05 + 0.9 * rows[row] for name, row in zip(study.pool.ids, study.design.row_of, strict=True)
    }


def animated(images: list[QImage]) -> bytes:
    """Join indexed images of one size and palette to an animated PNG that repeats for ever."""
    parts = [list(_chunks(_png(image))) for image in images]
    by_kind = dict(parts[0])
    head = [b"\x89PNG\r\n\x1a\n", _chunk(b"IHDR", by_kind[b"IHDR"])]
    head.append(_chunk(b"acTL", struct.pack(">II", len(images), 0)))
    head.append(_chunk(b"PLTE", by_kind[b"PLTE"]))
    body, order = [], 0
    for nth, (image, chunks) in enumerate(zip(images, parts, strict=True)):
        assert dict(chunks)[b"PLTE"] == by_kind[b"PLTE"]
        thousandths = round(1000 * SECONDS * (3 if nth == len(images) - 1 else 1))
        size = (image.width(), image.height(), 0, 0)
        body.append(_chunk(b"fcTL", struct.pack(">IIIIIHHBB", order, *size, thousandths, 1000, 0, 0)))
        order += 1
        raw = zlib.decompress(b"".join(data for kind, data in chunks if kind == b"IDAT"))
        packed = zlib.compress(raw, 9)
        if nth == 0:
            body.append(_chunk(b"IDAT", packed))
        else:
            body.append(_chunk(b"fdAT", struct.pack(">I", order) + packed))
            order += 1
    return b"".join([*head, *body, _chunk(b"IEND", b"")])


def _png(image: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    assert image.save(buffer, "PNG")
    return bytes(buffer.data().data())


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    place = 8
    while place < len(png):
        (length,) = struct.unpack_from(">I", png, place)
        yield png[place + 4 : place + 8], png[place + 8 : place + 8 + length]
        place += 12 + length


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def main() -> None:
    """Write the picture to the file that is named."""
    with tempfile.TemporaryDirectory(prefix="kgdesk-picture-") as folder:
        os.environ.setdefault("KGDESK_DATA", str(Path(folder) / "own"))
        data = animated(list(frames(Path(folder))))
    Path(sys.argv[1]).write_bytes(data)
    print(f"{len(data) / 1e3:.0f} kB, {RUNS + 1} frames")


if __name__ == "__main__":
    main()
