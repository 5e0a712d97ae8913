"""Unusual and malicious names of studies and projects: every file stays inside the workspace."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from campaignkit import KIM, TABLE, main, scratch

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.actions.workspace import new_project, study_file, workspace
from kgdesk.errors import KgdeskError
from kgdesk.model.study.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

FIXED = (
    "..", ".", "../../etc/passwd", "..\\..\\x", "/etc/passwd", "C:\\x", "\\\\server\\share\\x", "CON", "nul.txt",
    "COM1", "LPT9.kgstudy", "a" * 255, "ä" * 255, "\U0001f9ea" * 100, "'; DROP TABLE event; --", '"', "%s%n", "`id`",
    "$(reboot)", "<b>bold</b>", "<img src=x>", "\u202egnp.exe", "\u200b", "a\u0301", "\n", "\t", "a\0b", " ", "", "...",
    "~", "~root", "-rf", "--help", ".hidden", "x.kgstudy.kgstudy", "study ", "study.", "*?", "a:b", "|", "&amp;",
    "\ufeff", "ﬁ", "Ⅷ", "postgresql://x", "file:x?mode=memory", ":memory:", "x\ud800",
)  # fmt: skip


def made_up(draw: random.Random) -> str:
    pieces = (
        "..",
        "/",
        "\\",
        "a",
        "é",
        "\u202e",
        "\0",
        " ",
        ".",
        "CON",
        ":",
        "'",
        "\U0001f9ea",
        "\n",
        "<i>",
        "%00",
        "~",
    )
    return "".join(draw.choice(pieces) for _ in range(draw.randrange(1, 40)))


def run(long: bool, seed: int) -> str:
    draw = random.Random(seed)
    names = [*FIXED, *(made_up(draw) for _ in range(300 - len(FIXED) if long else 0))]
    made = refused = 0
    with scratch() as folder:
        room = folder / "workspace"
        room.mkdir()
        table = folder / "t.csv"
        table.write_text(TABLE, encoding="utf-8")
        pool = read_pool(table, id="code")
        outside = {p.name for p in folder.iterdir()} | {"own"}
        for number, name in enumerate(names):
            project = room
            try:
                project = new_project(room, f"{name}{number if name.strip() else ''}")
            except KgdeskError as said:
                assert str(said).isprintable()
                refused += 1
            try:
                path = study_file(project, name)
                with actions.create_study(path, pool, Settings(title=name.replace("\0", "")), KIM) as session:
                    made += 1
                    actions.record(session, "C-01", "success", note=name.replace("\0", ""))
                inside(path, room)
                with actions.open_study(path, KIM, read_only=True) as session:
                    assert session.study.name == path.stem
            except KgdeskError as said:
                assert str(said).endswith(".")
                refused += 1
            assert {p.name for p in folder.iterdir()} <= outside
        listed = sum(len(project.studies) for project in workspace(room))
    assert listed == made
    return f"names: {len(names)}, {made} studies made inside the workspace, {refused} refused in a sentence, 0 outside"


def inside(path: Path, room: Path) -> None:
    assert room.resolve() in path.resolve().parents
    assert path.exists()
    assert len(path.name.encode()) <= 255


if __name__ == "__main__":
    main(run)
