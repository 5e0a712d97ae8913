"""The window is killed by SIGKILL while it records, corrects and finishes, and closed meanwhile.

Each window is a process of its own without a screen. It repeats the gesture that was under way when the one before it
died. Nothing is lost or doubled, every gesture ends within 5 seconds and every Close within 2.
"""

from __future__ import annotations

import json
import os
import random
import select
import signal
import sys
import time
import traceback
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from campaignkit import KIM, MachineWatch, main, scratch, study_in

from kgdesk import actions
from kgdesk.actions.event_ids import event_id
from kgdesk.store import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from kgdesk.actions import Change
    from kgdesk.model.study.study import Study

#: Seconds that a gesture and a Close may take, with half a second for the scheduling of a busy computer.
LONGEST_S, CLOSING_S = 5.5, 2.5
#: Seconds after the beginning of a gesture within which the window is killed.
_WITHIN_S = 0.02


ACTS: dict[str, Callable[..., Change]] = {
    "record": actions.record,
    "correct": actions.correct,
    "finish": actions.finish,
    "reopen": actions.reopen,
}
KILLED_IN = ("record", "correct", "finish")


def step_toward(target: str, study: Study, number: int) -> tuple[str, list[Any]]:
    """Return the next act of a window that is to do `target`, and its arguments."""
    if study.closing is not None:
        return "reopen", ["one more run"]
    if target == "finish":
        return target, ["the best is known"]
    if target == "correct" and study.runs:
        run = number % len(study.runs) + 1
        return target, [run, "failure" if study.run(run).outcome == "success" else "success", "typed wrongly"]
    return "record", [f"C-{number % 12 + 1:02d}", "success"]


def window_until_killed(path: Path, pipe: int, target: str, first: list[Any], *, closes: bool) -> None:
    """Show a study in the window and change it until killed; write each gesture before and after it."""
    from PySide6.QtCore import QTimer

    from kgdesk.ui.home.main import application
    from kgdesk.ui.home.program import Program
    from kgdesk.ui.window.main_window import MainWindow

    def tell(*words: Any) -> None:
        os.write(pipe, f"{json.dumps(words)}\n".encode())

    app = application(["kgdesk"])
    program = Program(app, KIM.operator)
    assert program.open(path, KIM.operator)
    window = program.window
    assert isinstance(window, MainWindow)
    controller = window.controller
    waiting = [first] if first else []

    def go_on(_: object = None) -> None:
        number = len(controller.study.events)
        token, name, words = (
            waiting.pop() if waiting else [uuid.uuid4().hex, *step_toward(target, controller.study, number)]
        )
        began, worked = time.monotonic(), time.process_time()

        def done(_: object) -> None:
            tell("done", token, time.monotonic() - began, time.process_time() - worked)
            QTimer.singleShot(0, go_on)

        tell("try", token, name, words)
        controller.do(ACTS[name], *words, token=token, done=done, failed=failed)
        if closes and name == target:
            QTimer.singleShot(0, close)

    def failed(problem: object) -> None:
        tell("failed", str(problem))

    def close() -> None:
        began = time.monotonic()
        window.close()
        program.close()
        tell("closed", time.monotonic() - began)
        app.exit(0)

    QTimer.singleShot(0, go_on)
    app.exec()


@dataclass
class Lived:
    """What the windows of one study have told: gestures that were acknowledged, and the one that was under way."""

    path: Path
    founded: int
    done: list[str] = field(default_factory=list)
    under_way: list[Any] = field(default_factory=list)
    longest: tuple[float, float, str] = (0.0, 0.0, "")  #: Seconds, those on a processor, and the act.
    closing: float = 0.0

    def hear(self, lines: list[list[Any]]) -> None:
        for what, *rest in lines:
            assert what != "failed", rest
            if what == "try":
                self.under_way = rest
            elif what == "done":
                assert self.under_way[0] == rest[0]
                self.done.append(rest[0])
                self.longest = max(self.longest, (rest[1], rest[2], self.under_way[1]))
                self.under_way = []
            elif what == "closed":
                self.closing = max(self.closing, rest[0])

    def check(self, *, closed: bool) -> int:
        """Compare the file with what was told; return 1 if the gesture under way is on disk."""
        assert actions.verify(self.path).problem is None
        with SqliteStore.open(self.path, writer=None) as store:
            ids = [event.new.event_id for event in store.read_from()][self.founded :]
        known = [event_id(token, 0) for token in self.done]
        last = [event_id(self.under_way[0], 0)] if self.under_way else []
        assert ids in (known, known + last), "lost, doubled or out of order"
        assert not closed or ids == known + last, "closed without the last entry"
        return int(bool(last) and ids == known + last)


def lines_of(pipe: int, enough: Callable[[list[list[Any]]], bool]) -> Iterator[list[list[Any]]]:
    """Yield all lines that a window has written, each time that there are more, until there are enough or it ends."""
    told, listed = b"", []
    while not enough(listed):
        ready = select.select([pipe], [], [], 120)[0]
        assert ready, f"the window is silent after {listed[-3:]}"
        piece = os.read(pipe, 65536)
        if not piece:
            return
        told += piece
        *whole, told = told.split(b"\n")
        more = [json.loads(line) for line in whole]
        listed += more
        yield more


def live(lived: Lived, target: str, draw: random.Random, *, closes: bool) -> None:
    """Show the study in a new window, and kill it at a random moment of a gesture or let it close."""
    os.environ["KGDESK_DATA"] = str(lived.path.with_name("own"))
    ours, theirs = os.pipe()
    process = os.fork()
    if not process:
        os.close(ours)
        try:
            window_until_killed(lived.path, theirs, target, lived.under_way, closes=closes)
            os._exit(0)
        except BaseException:  # noqa: BLE001 - a forked child leaves by os._exit alone, whatever happened
            traceback.print_exc()
            os._exit(1)
    os.close(theirs)

    def under_way(listed: list[list[Any]]) -> bool:
        return not closes and bool(listed) and listed[-1][0] == "try" and listed[-1][2] == target

    try:
        for more in lines_of(ours, under_way):
            lived.hear(more)
        if not closes:
            select.select([ours], [], [], draw.random() * _WITHIN_S)
    finally:
        if not closes or sys.exc_info()[0] is not None:
            os.kill(process, signal.SIGKILL)
    for more in lines_of(ours, lambda _: False):
        lived.hear(more)
    _, status = os.waitpid(process, 0)
    os.close(ours)
    assert os.WIFEXITED(status) == closes, "the window died by itself"
    assert not closes or os.WEXITSTATUS(status) == 0


def new_life(folder: Path) -> Lived:
    """Return a study for the windows to change."""
    folder.mkdir()
    os.environ["KGDESK_DATA"] = str(folder / "own")
    path = study_in(folder, outcomes=3)
    with SqliteStore.open(path, writer=None) as store:
        return Lived(path, store.head().seq)


def run(long: bool, seed: int) -> str:
    return killed(500 if long else 5, random.Random(seed))


def killed(kills: int, draw: random.Random) -> str:
    """Kill windows one after the other, and close some; return the line of figures."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    lived: Lived | None = None
    longest, closing = (0.0, 0.0, ""), 0.0
    on_disk, closed, counts = 0, 0, dict.fromkeys(KILLED_IN, 0)
    with scratch(fast=False) as folder, MachineWatch(folder) as machine:
        for number in range(kills):
            target = KILLED_IN[number % len(KILLED_IN)]
            if lived is None or number % 100 == 0:
                lived = new_life(folder / f"{number}")
            live(lived, target, draw, closes=False)
            on_disk += lived.check(closed=False)
            counts[target] += 1
            if number % 5 == 3:
                live(lived, target, draw, closes=True)
                lived.check(closed=True)
                lived.done += lived.under_way[:1]
                lived.under_way = []
                closed += 1
            longest, closing = max(longest, lived.longest), max(closing, lived.closing)
            machine.look()
        waits = (
            f"longest gesture {longest[0]:.1f} s ({longest[2]}, {longest[1]:.1f} s of it on a processor), longest "
            f"Close {closing:.1f} s; {machine.told()}"
        )
    listed = ", ".join(f"{name} {count}" for name, count in counts.items())
    line = (
        f"windows: {kills} killed ({listed}), {on_disk} of the gestures under way were on disk; {closed} closed while "
        f"they wrote; 0 lost, 0 doubled, {waits}"
    )
    assert longest[0] < LONGEST_S, line
    assert closing < CLOSING_S, line
    return line


if __name__ == "__main__":
    main(run)
