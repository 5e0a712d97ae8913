"""Check the facts in the real widgets: card of the next experiment, Overview, What if and Checks."""

from __future__ import annotations

import gc
import re
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication
from truth import headings, reasons
from truth.facts import Points, Share, Whole

from kgdesk import actions
from kgdesk.ui.entry.card import NextCard
from kgdesk.ui.entry.controller import EntryControl
from kgdesk.ui.entry.finished_card import FinishedCard
from kgdesk.ui.entry.run_lists import RunsInProgress
from kgdesk.ui.pages.overview import OverviewTab
from kgdesk.ui.session.compute_queue import ComputeQueue
from kgdesk.ui.session.study_controller import StudyController
from kgdesk.ui.text.locale_format import clock_time, local_day

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from truth.check import Faults
    from truth.facts import Facts
    from truth.independent import Own
    from truth.worlds import Life

#: Maximum number of event loop turns; each waits for the next event.
_TURNS = 20_000


def _heard(kind: QtMsgType, _context: object, message: str | None) -> None:
    """Discard the messages that the offscreen platform prints about every window."""
    if not str(message).startswith("This plugin does not support "):
        print(f"Qt {kind.name}: {message}", file=sys.stderr)


def check(own: Own, life: Life, language: str, faults: Faults) -> None:
    """Report everything false in the window for the present state of a study."""
    qInstallMessageHandler(_heard)
    with _controller(life) as controller:
        _wait(
            lambda: (
                controller.advice.current is not None
                and controller.advice.stake is not None
                and bool(controller.advice.trajectory)
            )
        )
        _wait(
            lambda: (
                controller.advice.trajectory[-1].run == len(controller.study.runs)
                and controller.advice.verdict is not None
            )
        )
        assert controller.advice.stake is not None
        stake = controller.advice.stake.value, controller.advice.stake.error
        value, error = own.perfect_information()
        faults.number("window: at stake", stake[0], value, 6.0 * float(np.hypot(error, stake[1])) + 2e-4)
        _card(own, controller, stake, language, faults)
        _running(own, controller, language, faults)
        _tabs(own, controller, stake, language, faults)


@contextmanager
def _controller(life: Life) -> Iterator[StudyController]:
    """Open the study as the window does, and close it afterwards."""
    who = life.session.who
    life.session.close()
    application = QApplication.instance()
    compute_queue = ComputeQueue(application)
    controller = StudyController(actions.open_study(life.path, who), compute_queue)
    try:
        if controller.advice.current is None:
            controller.advice.ask()
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


#: A gain in one run below this share of what is at stake is little.
_LITTLE = 0.1


def _card(
    own: Own, controller: StudyController, stake: tuple[float, float], language: str, faults: Faults
) -> None:
    """Check the card of the next experiment."""
    assert controller.advice.current is not None
    card = NextCard(EntryControl(controller))
    card.show_entry()
    candidate, best = (
        controller.advice.current.suggestion.candidate,
        controller.advice.current.recommended.candidate,
    )
    if not controller.study.is_open:
        card.deleteLater()
        _finished(own, controller, language, faults)
        return
    where = f"card in {language}"
    faults.states(f"{where}: heading", card.heading.text(), headings.heading(own, candidate))
    faults.states(f"{where}: expected", card.expected.text(), _estimate(own, candidate))
    _place(own, candidate, card, where, faults)
    repeat = controller.advice.repeat
    count = repeat.count if repeat is not None and repeat.candidate == candidate else 1
    confirms = controller.advice.current.confirms
    pairs = [([[]], [])] if confirms else reasons.parts(own, candidate, best, count, stake)
    faults.states(f"{where}: why", card.reason.why.text(), *(each for first, _ in pairs for each in first))
    later = [each for _, second in pairs for each in second or [[]]]
    faults.states(f"{where}: futures", card.reason.futures.text(), *later)
    _on_bench(own, candidate, card, where, faults)
    card.deleteLater()


def _place(own: Own, candidate: str, card: NextCard, where: str, faults: Faults) -> None:
    """Check where the sample is kept: in a well, or in the only column of places, whose name Bench leaves out."""
    well = own.world.well(candidate)
    places = own.world.places(candidate) if len(own.world.kept) == 1 else {}
    if well is not None:
        whole, bare = f"{well[0]} · {well[1]}", well[1]
        faults.states(f"{where}: plate", card.place_name.text(), [well[0]])
    else:
        whole, bare = "".join(f"{k}: {v}" for k, v in places.items()), "".join(places.values())
        faults.same(f"{where}: kind of place", card.place_name.text(), "".join(places))
    faults.same(f"{where}: place", card.place.text(), bare if card.on_bench else whole)


def _on_bench(own: Own, candidate: str, card: NextCard, where: str, faults: Faults) -> None:
    """Check the card on Bench: what is set up, and how it differs from the run that was started before."""
    card.show_face(on_bench=True, low=False)
    where = f"{where} on Bench"
    faults.states(f"{where}: heading", card.heading.text(), headings.heading(own, candidate))
    _place(own, candidate, card, where, faults)
    world, before = own.world, own.world.run_before
    names = [attribute["name"] for attribute in world.attributes]
    now = [_written(value) for value in world.cells(candidate)]
    then = [None] * len(now) if before is None else [_written(value) for value in before[1]]
    shown = card.attributes.large.values
    plain = [
        (value.name, _plain(value.value), None if value.before is None else _plain(value.before))
        for value in shown
    ]
    faults.same(f"{where}: attributes", plain, list(zip(names, now, then, strict=True)))
    differs = [value.differs for value in shown]
    right = [old is not None and old != new for new, old in zip(now, then, strict=True)]
    faults.same(f"{where}: what differs", differs, right)
    faults.states(f"{where}: legend", card.legend.text(), [before[0]] if before and any(right) else [])


def _written(value: float | str) -> str:
    """Return a value of an attribute with six digits, in English."""
    return value if isinstance(value, str) else f"{value + 0.0:.6g}"


def _plain(text: str) -> str:
    """Return a number of the window as Python writes it; any other text unchanged."""
    number = text.replace("\N{MINUS SIGN}", "-").replace(",", ".")
    return number if re.fullmatch(r"-?\d+(\.\d+)?", number) else text


def _estimate(own: Own, candidate: str) -> Facts:
    """Return the expected success of a candidate with its range and the level of it."""
    row = own.place[candidate]
    low, high = own.range_of(row)
    return [90, Share(own.probability[row]), Whole(low), Whole(high)]


def _running(own: Own, controller: StudyController, language: str, faults: Faults) -> None:
    """Check the list of the runs in progress, with full names."""
    rows = RunsInProgress(EntryControl(controller))
    rows.show_entry()
    pending = own.world.pending if own.world.finished is None else []
    where = f"runs in progress in {language}"
    faults.same(f"{where}: number", rows.list.count(), len(pending))
    for nth, start in enumerate(pending[: rows.list.count()]):
        candidate = start.facts["candidate"]
        right = [
            own.world.numbers[start.seq],
            *headings.placed(own, candidate),
            clock_time(start.at),
            start.actor,
        ]
        faults.states(f"{where}, row {nth + 1}", rows.list.item(nth).toolTip(), right)
    rows.deleteLater()


def _finished(own: Own, controller: StudyController, language: str, faults: Faults) -> None:
    """Check the card of a finished study."""
    assert own.world.finished is not None
    assert controller.advice.current is not None
    card = FinishedCard(EntryControl(controller))
    card.show_entry()
    best = controller.advice.current.recommended.candidate
    finished = own.world.finished
    by = [finished.actor, local_day(finished.at), finished.facts["reason"], *headings.in_progress(own.world)]
    where = f"card of a finished study in {language}"
    faults.one_of(f"{where}: best", card.code.text(), own.best[0])
    faults.states(f"{where}: expected", card.expected.text(), _estimate(own, best))
    faults.states(f"{where}: by", card.by.text(), by)
    card.deleteLater()


def _tabs(
    own: Own, controller: StudyController, stake: tuple[float, float], language: str, faults: Faults
) -> None:
    """Check what Overview and Explore say about values of testing and what is at stake."""
    assert controller.advice.current is not None
    overview = OverviewTab(controller)
    overview.resize(1300, 900)
    overview.show()
    # What was at stake after earlier runs is computed in turn, and the sentence counts what is missing.
    _wait(lambda: overview.painted() and controller.past.complete)
    QApplication.processEvents()
    faults.states(
        f"overview in {language}", _reading(overview.value), *_most_to_learn(own, controller, stake[0])
    )
    if controller.study.runs:
        lost: Facts = [Points(stake[0])]
        named: list[Facts] = [[*lost, name] for name in own.best[0]]
        faults.states(f"at stake in {language}", _reading(overview.stake), lost, *named)
    for tab in (overview,):
        tab.close()
        tab.deleteLater()


def _reading(card: object) -> str:
    data = card._data  # type: ignore[attr-defined]
    return card._sentence(data)  # type: ignore[attr-defined]


def _most_to_learn(own: Own, controller: StudyController, stake: float) -> list[Facts]:
    """Return what Overview may state of the most informative candidate, and of several runs beside a small gain."""
    assert controller.advice.current is not None
    largest = float(own.gains.max())
    made: list[Facts] = [reasons.running(own)] if largest <= reasons.RESOLUTION + 1e-9 else []
    suggested = controller.advice.current.suggestion.candidate
    for name in own.world.ids:
        if own.gains[own.place[name]] < largest - 1e-7:
            continue
        worth: Facts = [name, *reasons.value(own, own.gains[own.place[name]])]
        made += [worth, [*worth, suggested, Points(own.gains[own.place[suggested]])]]
    several: list[Facts] = [[*one, Points(stake)] for one in made]
    apart = largest - _LITTLE * stake
    return (several if apart < 1e-6 else []) + (made if apart > -1e-6 else [])
