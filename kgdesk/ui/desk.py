"""One open study in one window: what the views look at and the only way in which they change it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, Signal

from kgdesk import actions
from kgdesk.errors import BadInput, KgdeskError
from kgdesk.model.advice import Advice, BestAfter, Estimate, advise, advise_batch
from kgdesk.model.logodds import LEVEL
from kgdesk.ui.counselled import Counselled
from kgdesk.ui.lane import Course
from kgdesk.ui.nameless import nameless

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.actions import Change, Safety, Session
    from kgdesk.model.study import Study
    from kgdesk.ui.lane import Lane

T = TypeVar("T")


class Desk(Counselled):
    """Holds the session, asks the lane, and tells the views.

    Parameters
    ----------
    session
        Open; the desk closes it.
    lane
        The program's compute lane.
    parent
        Of the Qt object.
    """

    #: `advice` has a new value: a new one, or None because the study has changed.
    advised = Signal()
    #: `trajectory` has a new value.
    trajectory_grew = Signal()
    #: `shown` has a new value: the person looks at another state of the study.
    moved = Signal()
    #: A person wants to see a run in History: its number.
    run_wanted = Signal(int)
    #: `selected` has a new value.
    selection_moved = Signal()

    def __init__(self, session: Session, lane: Lane, parent: QObject | None = None) -> None:
        super().__init__(session, lane, parent)
        self._level = LEVEL
        self._advice: Advice | None = None
        self._then: Advice | None = None
        self._as_of: int | None = None
        self._trajectory: tuple[BestAfter, ...] = ()
        #: The same as far as it is worked out, the present state or not.
        self._known: tuple[BestAfter, ...] = ()
        self._given_up = self._has_gone = False
        self._course = Course()
        self._asked: set[str] = {"advice", "counsel", "stake", "batch", "trajectory", "then", "correction"}
        self._selected: str | None = None
        self._presented = False

    @property
    def presented(self) -> bool:
        """Whether the study is shown to a room: without names, and without anything that records."""
        return self._presented

    def present(self, on: bool) -> None:
        """Show the study to a room, or cease to."""
        self._presented = on
        self._move()

    def told(self, study: Study) -> Study:
        """Return a value of the study as it may be shown now: without names while it is shown to a room."""
        return nameless(study) if self._presented else study

    def is_at(self, place: str) -> bool:
        """Return whether this is the study at a place."""
        here, there = self._session.place, actions.place_of(place)
        if isinstance(here, Path) and isinstance(there, Path):
            return here.resolve() == there.resolve()
        return str(here) == str(there)

    @property
    def advice(self) -> Advice | None:
        """The advice for the present revision; None while it is worked out."""
        return self._advice

    @property
    def level(self) -> float:
        """The share of the probability, 0..1, that the ranges hold which are shown."""
        return self._level

    def show_ranges(self, level: float) -> None:
        """Show ranges that hold another share of the probability; what is recorded does not change by it."""
        if level == self._level:
            return
        self._level = level
        self._trajectory = self._known = ()
        self._lane.forget("trajectory")
        if self._advice is not None or self._lane.pending("advice"):
            self.ask()
        if self._as_of is not None:
            self.look_back(self._as_of)

    @property
    def trajectory(self) -> tuple[BestAfter, ...]:
        """The best candidate after each run, as far as it is worked out."""
        return self._trajectory

    @property
    def given_up(self) -> bool:
        """Whether a person does not wait for the advice any more."""
        return self._given_up

    @property
    def as_of(self) -> int | None:
        """The run whose state the pictures show; None for the present."""
        return self._as_of

    @property
    def shown(self) -> Advice | None:
        """What the pictures show: the present advice, or that of the state after run `as_of`."""
        return self._advice if self._as_of is None else self._then

    @property
    def selected(self) -> str | None:
        """The candidate that a person points at: every picture and table marks it."""
        return self._selected

    def select(self, candidate: str | None) -> None:
        """Point at a candidate, or at none."""
        if candidate != self._selected:
            self._selected = candidate
            self.selection_moved.emit()
            self.refresher.note("selection")

    def work_out(self, key: str, function: Callable[[], T], deliver: Callable[[T], None]) -> None:
        """Have something calculated in the lane; see `Lane.ask`. A refusal is told as any other."""
        self._asked.add(key)
        self._lane.ask(key, self.study.revision, function, deliver, self._fail)

    def ask(self) -> None:
        """Work out the advice and the trajectory for the present revision."""
        study, course, level = self.study, Course(), self._level
        self._given_up = False
        self._course.end()
        self._course = course
        self._lane.put_off("counsel")  # the next experiment goes first
        self._lane.put_off("stake")
        self._lane.put_off("trajectory")
        self._lane.ask(
            "advice",
            study.revision,
            lambda: advise(study, progress=course.note).at(level),
            self._take_advice,
            self._fail,
        )

    def alone(self, key: str) -> bool:
        """Return whether the lane has nothing else to do than this question; what can wait asks, from the lane."""
        return not self._lane.wanted(key)

    @property
    def share(self) -> float:
        """How much of the advice is worked out, 0..1, where that takes long; else 0."""
        return self._course.share

    def give_up(self) -> None:
        """Wait for the advice no more; what runs ends soon, unheard."""
        self._lane.forget("advice")
        self._course.end()
        self._given_up = True
        self._advised()

    def ask_batch(
        self,
        count: int,
        deliver: Callable[[tuple[Advice, ...]], None],
        failed: Callable[[BaseException], None],
    ) -> None:
        """Work out several candidates to run at once; `deliver` gets one advice for each."""
        study = self.study
        self._lane.ask("batch", study.revision, lambda: advise_batch(study, count), deliver, failed)

    def look_back(self, run: int | None) -> None:
        """Show the state after a run in every picture; None goes back to now. What others record changes neither."""
        if run is not None and run >= len(self.study.runs):
            run = None
        self._as_of = run
        self._then = None
        if run is None:
            self._lane.forget("then")
            self._move()
            return
        self._move()  # nothing is shown until the answer comes, and the views say what is coming
        study, level = self.study, self._level
        self._lane.ask(
            "then",
            study.revision,
            lambda: (run, advise(study.as_of(run)).at(level)),
            self._take_then,
            self._fail,
        )

    def do(
        self,
        action: Callable[..., Change],
        *args: Any,
        done: Callable[[Change], None] | None = None,
        failed: Callable[[KgdeskError], None] | None = None,
        **kwargs: Any,
    ) -> None:
        """Have the study changed by an action; refused while an earlier state is shown, or the study to a room.

        What a person enters belongs to what is in sight.
        """
        if self._presented:
            why = self.tr("The study is shown to a room: end that with F5 before you enter anything.")
        elif self._as_of is not None:
            why = self.tr("An earlier state is shown: go back to now before you enter anything.")
        else:
            super().do(action, *args, done=done, failed=failed, **kwargs)
            return
        (failed or self.refused.emit)(BadInput(why))

    def imagine_correction(
        self,
        run: int,
        outcome: str,
        candidate: str | None,
        deliver: Callable[[tuple[Estimate, Estimate, int]], None],
    ) -> None:
        """Work out what a correction would change; `deliver` gets (best now, best then, later suggestions)."""
        study, who = self.study, self.who
        self._lane.ask(
            "correction",
            study.revision,
            lambda: actions.effect_of_correction(study, run, outcome, candidate, who),
            deliver,
            self._fail,
        )

    def back_up(self, deliver: Callable[[Safety], None]) -> None:
        """Make a backup in the lane where one is due; `deliver` gets the state of the backups."""
        place, who = self._session.place, self.who
        self._lane.ask(
            "backup", self.study.revision, lambda: actions.backup_of(place, who), deliver, self._fail
        )

    def hand_over(self) -> Session:
        """Give the open session to another desk once everything is written, and have no part in it any more."""
        self._pen.stop()
        self._drop_questions()
        self._has_gone = True
        return self._session

    def close(self) -> None:
        """Let go of the study once everything is written; answers still to come are dropped."""
        if not self._has_gone:
            self.settle()
            self._drop_questions()
            super().close()

    def _drop_questions(self) -> None:
        self._course.end()
        for key in (*self._asked, "backup"):
            self._lane.forget(key)

    def _show(self, change: Change) -> None:
        if change.facts:
            # The verdict stays until the next one is known: what it says must not come and go with every entry.
            self._advice = self._again = self._stake = None
        super()._show(change)
        if change.facts:
            self.ask()
            self._advised()

    def _take_advice(self, advice: Advice) -> None:
        if advice.revision != self.study.revision:
            return
        self._advice = advice
        self._advised()
        study, known, level = self.study, self._known, self._level
        self._ask_counsel(advice)
        self._lane.ask(
            "trajectory",
            study.revision,
            lambda: actions.trajectory(study, known, self.at_leisure, level=level),
            self._take_trajectory,
            self._fail,
        )

    def _take_trajectory(self, points: tuple[BestAfter, ...]) -> None:
        self._known = max(points, self._known, key=len)
        if points and points[-1].run == len(self.study.runs):
            self._trajectory = points
            self.trajectory_grew.emit()
            self.refresher.note("trajectory")

    def _take_then(self, answer: tuple[int, Advice]) -> None:
        run, advice = answer
        if run == self._as_of:
            self._then = advice
            self._move()

    def _advised(self) -> None:
        self.advised.emit()
        self.refresher.note("advice")

    def _move(self) -> None:
        self.moved.emit()
        self.refresher.note("shown")

    def _fail(self, problem: BaseException) -> None:
        if not isinstance(problem, KgdeskError):
            raise problem  # a fault of the program: for the outermost handler
        self.refused.emit(problem)
