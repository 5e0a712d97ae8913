"""Check the sentences in the real widgets: card of the next experiment, Overview, What if and Checks."""

from __future__ import annotations

import gc
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication
from truth import headings, reasons, stops
from truth.wording import Joined, Points, Share, window

from kgdesk import actions
from kgdesk.ui.entry.card import FinishedCard, NextCard
from kgdesk.ui.entry.controller import EntryControl
from kgdesk.ui.entry.run_lists import RunsInProgress
from kgdesk.ui.pages.checks import ChecksTab
from kgdesk.ui.pages.plot_tabs import OverviewTab, WhatIfTab
from kgdesk.ui.session.compute_queue import ComputeQueue
from kgdesk.ui.session.study_controller import StudyController
from kgdesk.ui.text.locale_format import clock_time, local_day

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from truth.check import Faults
    from truth.independent import Own
    from truth.wording import Tongue
    from truth.worlds import Life

#: Maximum number of event loop turns; each waits for the next event.
_TURNS = 20_000


def _heard(kind: QtMsgType, _context: object, message: str | None) -> None:
    """Discard the messages that the offscreen platform prints about every window."""
    if not str(message).startswith("This plugin does not support "):
        print(f"Qt {kind.name}: {message}", file=sys.stderr)


def check(own: Own, life: Life, tongue: Tongue, faults: Faults) -> None:
    """Report everything false in the window for the present state of a study."""
    qInstallMessageHandler(_heard)
    with _controller(life) as controller:
        _wait(
            lambda: (
                controller.advice is not None and controller.stake is not None and bool(controller.trajectory)
            )
        )
        _wait(
            lambda: (
                controller.trajectory[-1].run == len(controller.study.runs) and controller.verdict is not None
            )
        )
        assert controller.stake is not None
        stake = controller.stake.value, controller.stake.error
        value, error = own.perfect_information()
        faults.number("window: at stake", stake[0], value, 6.0 * float(np.hypot(error, stake[1])) + 2e-4)
        _card(own, controller, stake, tongue, faults)
        _running(own, controller, tongue, faults)
        _tabs(own, controller, stake, tongue, faults)


@contextmanager
def _controller(life: Life) -> Iterator[StudyController]:
    """Open the study as the window does, and close it afterwards."""
    who = life.session.who
    life.session.close()
    application = QApplication.instance()
    compute_queue = ComputeQueue(application)
    controller = StudyController(actions.open_study(life.path, who), compute_queue)
    try:
        if controller.advice is None:
            controller.ask()
        yield controller
    finally:
        controller.close()
        compute_queue.stop()
        compute_queue.deleteLater()
        # No event loop runs here to delete objects scheduled for deletion; thousands of studies would keep theirs.
        gc.collect()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        life.session = actions.open_study(life.path, who)


def _wait(there: Callable[[], bool]) -> None:
    for _ in range(_TURNS):
        if there():
            return
        QApplication.processEvents()
        QApplication.instance().thread().msleep(1)  # type: ignore[union-attr]
    raise AssertionError("the window has not come to rest")


def _card(
    own: Own, controller: StudyController, stake: tuple[float, float], tongue: Tongue, faults: Faults
) -> None:
    """Check the card of the next experiment."""
    assert controller.advice is not None
    card = NextCard(EntryControl(controller))
    card.show_entry()
    candidate, best = controller.advice.suggestion.candidate, controller.advice.recommended.candidate
    if not controller.study.is_open:
        card.deleteLater()
        _finished(own, controller, tongue, faults)
        return
    row = own.place[candidate]
    low, high = own.range_of(row)
    where = f"card in {tongue.name}"
    expected = window(
        "NextCard",
        "Expected success {probability} ({level} range {range})",
        probability=Share(own.probability[row]),
        level=Share(0.9),
        range=_range(low, high, tongue),
    )
    faults.words(f"{where}: heading", card.heading.text(), headings.heading(own, candidate), tongue)
    faults.words(f"{where}: expected", card.expected.text(), expected, tongue)
    # If there are several location columns, they are rows of the attribute list below.
    places = own.world.places(candidate) if len(own.world.kept) == 1 else {}
    faults.same(f"{where}: place", card.place.text(), "".join(f"{k}: {v}" for k, v in places.items()))
    count = (
        controller.again.count
        if controller.again is not None and controller.again.candidate == candidate
        else 1
    )
    pairs = reasons.parts(own, candidate, best, count, stake)
    waits = window("Reason", "⚠ Nothing can start before a run in progress has its outcome.")
    first = [each for first, _ in pairs for each in first]
    if own.stock.waits:
        first = [reasons.joined(each, waits) for each in first]
    faults.words(f"{where}: why", card.reason.why.text(), first, tongue)
    second = [second or [""] for _, second in pairs]
    faults.words(f"{where}: futures", card.reason.futures.text(), second, tongue)
    card.deleteLater()


def _running(own: Own, controller: StudyController, tongue: Tongue, faults: Faults) -> None:
    """Check the list of the runs in progress, with full names."""
    rows = RunsInProgress(EntryControl(controller))
    rows.show_entry()
    pending = own.world.pending if own.world.finished is None else []
    where, order = f"runs in progress in {tongue.name}", list(own.world.starts)
    faults.same(f"{where}: number", rows.list.count(), len(pending))
    for nth, start in enumerate(pending[: rows.list.count()]):
        candidate = start.facts["candidate"]
        begun = window("RunsInProgress", "Start {number}", number=1 + order.index(start.seq))
        since = window(
            "RunsInProgress", "since {time}, {operator}", time=clock_time(start.at), operator=start.actor
        )
        places = (f"{heading}: {cell}" for heading, cell in own.world.places(candidate).items())
        right = Joined((begun, candidate, *places, since), "\n")
        faults.words(f"{where}, row {nth + 1}", rows.list.item(nth).toolTip(), right, tongue)
    rows.deleteLater()


def _finished(own: Own, controller: StudyController, tongue: Tongue, faults: Faults) -> None:
    """Check the card of a finished study."""
    assert own.world.finished is not None
    assert controller.advice is not None
    card = FinishedCard(EntryControl(controller))
    card.show_entry()
    best = controller.advice.recommended.candidate
    running = headings.in_progress(own.world)
    by = window(
        "FinishedCard",
        "Finished by {who} on {date} with {running}: {reason}"
        if running
        else "Finished by {who} on {date}: {reason}",
        who=own.world.finished.actor,
        date=local_day(own.world.finished.at),
        reason=own.world.finished.facts["reason"],
        **({"running": running} if running else {}),
    )
    expected = window(
        "FinishedCard",
        "Expected success {probability} ({level} range {range})",
        probability=Share(own.probability[own.place[best]]),
        level=Share(0.9),
        range=_range(*own.range_of(own.place[best]), tongue),
    )
    where = f"card of a finished study in {tongue.name}"
    faults.one_of(f"{where}: best", card.code.text(), own.best[0])
    faults.words(f"{where}: expected", card.expected.text(), expected, tongue)
    faults.words(f"{where}: by", card.by.text(), by, tongue)
    card.deleteLater()


def _range(low: float, high: float, tongue: Tongue) -> list[str]:
    near = 1e-6
    gap = tongue.gap
    return [
        f"{round(100 * (low + a))}–{round(100 * (high + b))}{gap}%"
        for a in (-near, 0.0, near)
        for b in (-near, 0.0, near)
    ]


def _tabs(
    own: Own, controller: StudyController, stake: tuple[float, float], tongue: Tongue, faults: Faults
) -> None:
    """Check the sentences of Overview, What if and Checks about values of testing."""
    assert controller.advice is not None
    overview, checks, what_if = OverviewTab(controller), ChecksTab(controller), WhatIfTab(controller)
    for tab in (overview, checks, what_if):
        tab.resize(1300, 900)
        tab.show()
    runs = len(controller.study.runs)
    _wait(lambda: all(tab.painted() for tab in (overview, checks, what_if)))
    _wait(
        lambda: (
            _last(checks) == runs and checks.gain._data is not None and checks.gain._data.stake is not None
        )
    )
    faults.words(
        f"overview in {tongue.name}", _reading(overview.value), _most_to_learn(own, controller), tongue
    )
    text = checks.rows["gain"].sentence.text()
    faults.words(f"checks in {tongue.name}", text, _still_to_gain(own, controller, stake), tongue)
    compared = _compared(own, controller)
    faults.words(f"what if in {tongue.name}", what_if.why.text(), compared, tongue)
    for tab in (overview, checks, what_if):
        tab.close()
        tab.deleteLater()


def _last(checks: ChecksTab) -> int:
    points = checks._gains
    return points[-1].run if points else -1


def _reading(card: object) -> str:
    data = card._data  # type: ignore[attr-defined]
    return card._sentence(data)  # type: ignore[attr-defined]


def _most_to_learn(own: Own, controller: StudyController) -> list[object]:
    """Return the admissible sentences of Overview about the most informative candidate."""
    assert controller.advice is not None
    largest = float(own.gains.max())
    made: list[object] = []
    if largest <= reasons.RESOLUTION + 1e-9:
        made.append(window("ValueCard", "No single run is expected to improve the choice."))
    suggested = controller.advice.suggestion.candidate
    for name in own.world.ids:
        if own.gains[own.place[name]] < largest - 1e-7:
            continue
        worth = reasons.value(own, own.gains[own.place[name]])
        made.append(
            window(
                "ValueCard",
                "{most} is the most informative: its value of testing is {value}.",
                most=name,
                value=worth,
            )
        )
        made.append(
            window(
                "ValueCard",
                "{most} is the most informative: its value of testing is {value}; that of {next}, which is next, is "
                "{less}.",
                most=name,
                value=worth,
                next=suggested,
                less=Points(own.gains[own.place[suggested]]),
            )
        )
    return made


def _still_to_gain(own: Own, controller: StudyController, stake: tuple[float, float]) -> list[object]:
    """Return the admissible sentences of Checks about the remaining gain."""
    largest = own.largest_gain
    starts: list[tuple[object, object]] = []

    def left(template: str) -> object:
        made = window("Checks", template, points=Points(stake[0]), error=Points(stake[1]))
        return reasons.joined(made, stops.not_counted_in(running)) if running else made

    running = len(own.world.running)
    if largest <= reasons.RESOLUTION + 1e-9:
        written_out = left("Still at stake: {points} percentage points (standard error {error}).")
        starts.append((window("Checks", "No single run is expected to improve the choice."), written_out))
    if largest > reasons.RESOLUTION - 1e-9:
        template = "The most informative next run: its value of testing is {value}."
        after = left("Still at stake: {points} points (standard error {error}).")
        starts.append((window("Checks", template, value=reasons.value(own, largest)), after))
    limited = "at-stake" in str(own.world.settings["stop"])
    made: list[object] = []
    for start, at_stake in starts:
        for verdict in stops.verdicts(own, stake):
            if not (verdict.stop and controller.study.is_open):
                made.append(reasons.joined(start, at_stake))
                continue
            stop = window("Checks", "You can stop: {why}", why=verdict.why)
            # A rule on the value at stake states that value itself.
            made.append(reasons.joined(start, stop) if limited else reasons.joined(start, at_stake, stop))
    return made


def _compared(own: Own, controller: StudyController) -> list[object]:
    """Return the admissible sentences of What if that compare the suggested candidate with the runner-up."""
    assert controller.advice is not None
    candidate, best = controller.advice.suggestion.candidate, controller.advice.recommended.candidate
    if controller.advice.suggestion.reason not in {"changes_best", "sharpens"}:
        return [""]
    return [
        window("WhatIfTab", "Why this one? {why}", why=reasons.comparison(own, candidate, second, best))
        for second in own.next_in_line(candidate)
    ] or [""]
