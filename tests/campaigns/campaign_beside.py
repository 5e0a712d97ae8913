"""A script and a window record in one study file, in turn and at once, and are killed at random moments.

The two are processes: the script works through `kgdesk.Campaign`, the window is the real one, without a screen.
Each repeats the entry that was under way when its predecessor died, under the same token. Nothing is lost or doubled,
what each of them has recorded keeps its order, and the window shows at last what is on disk without being asked.
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

from campaignkit import KIM, main, scratch, study_in

from kgdesk import Campaign, actions
from kgdesk.actions.event_ids import event_id

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from kgdesk.model.study.study import Study

#: Outcomes of one study, after which the next begins: a window with thousands of runs is another campaign.
PER_STUDY = 250
#: Milliseconds between two looks of the window for the entries of others; two seconds in the program.
_LOOK_MS = 10
#: Every how many entries on average a process does not wait for the other one's.
_AT_ONCE = 3
#: Seconds within which everything must move on.
_PATIENCE_S = 120


def is_turn(study: Study, note: str, number: int) -> bool:
    """Return whether a process, which signs its runs by `note`, may record now."""
    return number % _AT_ONCE == 0 or not study.runs or study.runs[-1].note != note


def candidate_of(token: str) -> str:
    return f"C-{int(token[:8], 16) % 12 + 1:02d}"


def tell_into(pipe: int) -> Callable[..., None]:
    def tell(*words: Any) -> None:
        os.write(pipe, f"{json.dumps(words)}\n".encode())

    return tell


def script(path: Path, pipe: int, token: str) -> None:
    """Record by `kgdesk.Campaign` until killed, or until the file `stop script` is there."""
    tell, stop = tell_into(pipe), path.with_name("stop script")
    with Campaign.open(path, by="robot") as campaign:
        number = 0
        while token or not stop.exists():
            number += 1
            while not token and not is_turn(campaign.study, "script", number) and not stop.exists():
                time.sleep(0.002)
                campaign.refresh()
            token = token or uuid.uuid4().hex
            tell("try", token)
            campaign.record(candidate_of(token), "success", note="script", token=token)
            tell("done", token)
            token = ""


def window(path: Path, pipe: int, token: str) -> None:
    """Show the study and record in the window until killed, or until the file `stop window` is there."""
    from PySide6.QtCore import QTimer

    from kgdesk.ui.home.main import application
    from kgdesk.ui.home.program import Program
    from kgdesk.ui.window.main_window import MainWindow

    tell, stop = tell_into(pipe), path.with_name("stop window")
    app = application(["kgdesk"])
    program = Program(app, KIM.operator)
    assert program.open(path, KIM.operator)
    shown = program.window
    assert isinstance(shown, MainWindow)
    controller = shown.controller
    assert controller.read_only_reason is None, controller.read_only_reason
    shown.background_tasks._look.setInterval(_LOOK_MS)
    waiting, count = [token] if token else [], [0]

    def go_on() -> None:
        if controller.writing:
            return
        if not waiting and stop.exists():
            with actions.open_study(path, KIM, read_only=True) as now:
                if now.study.head != controller.study.head:
                    return  # the other one's last entries are still to be shown
            tell("seen", controller.study.head.seq)
            shown.close()
            program.close()
            app.exit(0)
            return
        if not waiting:
            count[0] += 1
            if not is_turn(controller.study, "window", count[0]):
                count[0] -= 1
                return
        now = waiting.pop() if waiting else uuid.uuid4().hex
        tell("try", now)
        controller.do(
            actions.record,
            candidate_of(now),
            "failure",
            note="window",
            token=now,
            done=lambda _: tell("done", now),
            failed=lambda problem: tell("failed", str(problem)),
        )

    beat = QTimer(interval=2)
    beat.timeout.connect(go_on)
    beat.start()
    app.exec()


@dataclass
class Process:
    """One of the two, through all its lives: what it has told, and the entry that was under way."""

    work: Callable[[Path, int, str], None]
    done: list[str] = field(default_factory=list)
    under_way: str = ""
    seen: int = 0
    pid: int = 0
    pipe: int = -1
    rest: bytes = b""

    def begin(self, path: Path) -> None:
        ours, theirs = os.pipe()
        self.pid = os.fork()
        if not self.pid:
            os.close(ours)
            try:
                self.work(path, theirs, self.under_way)
                os._exit(0)
            except BaseException:  # noqa: BLE001 - a forked child leaves by os._exit alone, whatever happened
                traceback.print_exc()
                os._exit(1)
        os.close(theirs)
        self.pipe, self.rest = ours, b""

    def hear(self) -> bool:
        """Take in what it has written; return False at its end."""
        piece = os.read(self.pipe, 65536)
        *lines, self.rest = (self.rest + piece).split(b"\n")
        for what, word in map(json.loads, lines):
            assert what != "failed", word
            if what == "try":
                assert self.under_way in {"", word}
                self.under_way = word
            elif what == "done":
                assert word == self.under_way
                self.done.append(word)
                self.under_way = ""
            else:
                self.seen = word
        return bool(piece)

    def end(self, *, kill: bool) -> None:
        if kill:
            os.kill(self.pid, signal.SIGKILL)
        while self.hear():
            pass
        os.close(self.pipe)
        status = os.waitpid(self.pid, 0)[1]
        self.pid = 0
        assert os.WIFSIGNALED(status) == kill, f"it ended by itself: {status}"
        assert kill or os.WEXITSTATUS(status) == 0


def listen(both: tuple[Process, Process], enough: Callable[[], bool], seconds: float) -> None:
    """Hear both until `enough` or the time is up."""
    end = time.monotonic() + seconds
    by_pipe = {one.pipe: one for one in both}
    while not enough() and (left := end - time.monotonic()) > 0:
        for pipe in select.select(list(by_pipe), [], [], left)[0]:
            assert by_pipe[pipe].hear(), "a process has ended by itself"


def check(path: Path, both: tuple[Process, Process]) -> None:
    """Compare the file with what was told."""
    verified = actions.verify(path)
    assert verified.problem is None, verified.problem
    with actions.open_study(path, KIM, read_only=True) as session:
        assert session.trust.unremarkable
        events = [event for event in session.study.events if event.kind == "outcome_recorded"]
        runs = session.study.runs
    assert len(runs) == len(events)
    ids = [event.new.event_id for event in events]
    assert len(set(ids)) == len(ids), "doubled"
    assert len(ids) == sum(len(one.done) for one in both), "lost, or doubled"
    for one in both:
        assert not one.under_way
        known = [event_id(token, 0) for token in one.done]
        mine = set(known)
        assert [each for each in ids if each in mine] == known, "lost, doubled or out of order"
    assert both[1].seen == verified.head.seq, "the window does not show what is on disk"


def one_study(folder: Path, draw: random.Random, wanted: int, kills: list[int]) -> int:
    """Record `wanted` outcomes in one study, killing now and then; return how many there are."""
    folder.mkdir()
    os.environ["KGDESK_DATA"] = str(folder / "own")
    path = study_in(folder)
    both = Process(script), Process(window)
    try:
        for one in both:
            one.begin(path)

        def recorded() -> int:
            return sum(len(one.done) for one in both)

        while recorded() < wanted:
            before = recorded()
            # both move on before the next kill, or nothing but starts would be tried
            goal = min(wanted, before + draw.randint(10, 60))
            listen(both, lambda goal=goal: recorded() >= goal, _PATIENCE_S)  # type: ignore[misc]
            assert recorded() > before, "nothing moves"
            if recorded() < wanted:
                which = draw.randrange(2)
                listen(both, lambda: False, draw.random() * 0.02)
                both[which].end(kill=True)
                kills[which] += 1
                both[which].begin(path)
        for one in both:  # the window last: it is to show all that the script has recorded
            path.with_name(f"stop {one.work.__name__}").touch()
            one.end(kill=False)
    finally:
        for one in both:
            if one.pid:
                os.kill(one.pid, signal.SIGKILL)
                os.waitpid(one.pid, 0)
    check(path, both)
    return recorded()


def run(long: bool, seed: int) -> str:
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    draw, wanted = random.Random(seed), 10_000 if long else 120
    outcomes, kills, studies = 0, [0, 0], 0
    with scratch(fast=False) as folder:
        while outcomes < wanted:
            outcomes += one_study(folder / f"{studies}", draw, min(PER_STUDY, wanted - outcomes), kills)
            studies += 1
            if long:
                print(f"{outcomes} outcomes, {kills} kills", file=sys.stderr, flush=True)
    return (
        f"beside: {outcomes} outcomes of a script and a window in {studies} studies, the script killed {kills[0]} and "
        f"the window {kills[1]} times, 0 lost, 0 doubled, 0 out of order"
    )


if __name__ == "__main__":
    main(run)
