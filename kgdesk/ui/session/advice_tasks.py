"""Compute the advice for a study and what follows from it: stopping verdict, repeats, trajectory."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal

from kgdesk.errors import KgdeskError
from kgdesk.model.advice.advice import Advice, BestAfter, advise
from kgdesk.model.beliefs.arrays import LEVEL
from kgdesk.model.insight import queries
from kgdesk.model.insight.what_if_outcomes import at_stake
from kgdesk.model.study.rule_syntax import rests_on_stake
from kgdesk.ui.session.compute_queue import TaskProgress
from kgdesk.ui.session.refresher import Refresher

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.model.advice.kg_star import RepeatSuggestion
    from kgdesk.model.policies.value_of_information import PerfectInformation
    from kgdesk.model.study.stopping_rules import Verdict
    from kgdesk.model.study.study import Study
    from kgdesk.ui.session.compute_queue import ComputeQueue

T = TypeVar("T")

#: Keys of the tasks of one study in the compute queue, besides those of `AdviceTasks.compute_advice`.
_KEYS = ("advice", "counsel", "stake", "batch", "trajectory", "then", "correction", "backup")


class AdviceState(QObject):
    """The advice for a study and what follows from it, as far as computed.

    Parameters
    ----------
    study
        Present value of the study.
    compute_queue
        The program's compute queue.
    parent
        Qt parent.
    """

    #: `advice` has changed: a new one, or None because the study has changed.
    advice_changed = Signal()
    #: `verdict`, `again` or `stake` has changed.
    counselled = Signal()
    #: `trajectory` has changed.
    trajectory_changed = Signal()
    #: A `KgdeskError`: a computation failed, or a write failed whose caller no longer exists.
    refused = Signal(object)

    def __init__(self, study: Study, compute_queue: ComputeQueue, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._study, self._compute_queue = study, compute_queue
        #: Refreshes the views of this study.
        self.refresher = Refresher(self)
        self._level = LEVEL
        self._advice: Advice | None = None
        self._verdict: Verdict | None = None
        self._again: RepeatSuggestion | None = None
        self._stake: PerfectInformation | None = None
        self._trajectory: tuple[BestAfter, ...] = ()
        #: The longest trajectory computed so far, possibly of an earlier revision; it is extended, not recomputed.
        self._known: tuple[BestAfter, ...] = ()
        self._given_up = False
        self._course = TaskProgress()
        self._asked = set(_KEYS)

    @property
    def study(self) -> Study:
        """The present value of the study."""
        return self._study

    @property
    def advice(self) -> Advice | None:
        """The advice for the present revision; None while it is computed."""
        return self._advice

    @property
    def level(self) -> float:
        """Probability content, 0..1, of the credible ranges on screen."""
        return self._level

    @property
    def trajectory(self) -> tuple[BestAfter, ...]:
        """The best candidate after each run, as far as it is computed."""
        return self._trajectory

    @property
    def verdict(self) -> Verdict | None:
        """Last verdict of the stopping rule; None before the first."""
        return self._verdict

    @property
    def again(self) -> RepeatSuggestion | None:
        """Candidate that is worth more per run when run several times at once (KG*), if there is one."""
        return self._again

    @property
    def stake(self) -> PerfectInformation | None:
        """Expected gain of perfect information in the present state; None while it is computed."""
        return self._stake

    @property
    def given_up(self) -> bool:
        """Whether the user has cancelled the computation of the advice."""
        return self._given_up

    @property
    def share(self) -> float:
        """Progress of the advice, 0..1; 0 where none is reported."""
        return self._course.share


class AdviceTasks(AdviceState):
    """Compute the advice for a study; the suggestion comes first, everything else after it.

    Parameters
    ----------
    study, compute_queue, parent
        As for `AdviceState`.
    """

    def show_ranges(self, level: float) -> None:
        """Set the probability content (0..1) of the credible ranges. Display only; nothing recorded changes."""
        if level == self._level:
            return
        self._level = level
        self._trajectory = self._known = ()
        self._compute_queue.forget("trajectory")
        if self._advice is not None or self._compute_queue.pending("advice"):
            self.ask()

    def at_leisure(self) -> bool:
        """Return whether no advice is pending and the queue goes on. Long tasks poll this and stop early.

        When the advice arrives, those tasks are requested again.
        """
        return not (self._compute_queue.stopped or self._compute_queue.pending("advice"))

    def alone(self, key: str) -> bool:
        """Return whether the compute queue has no task but `key`. Called from its thread by tasks that can wait."""
        return not self._compute_queue.wanted(key)

    def compute_advice(self, key: str, function: Callable[[], T], deliver: Callable[[T], None]) -> None:
        """Run a function in the compute queue for the present revision (`ComputeQueue.ask`); errors go to `refused`."""
        self._asked.add(key)
        self._compute_queue.ask(key, self.study.revision, function, deliver, self._fail)

    def ask(self) -> None:
        """Request the advice for the present revision; the trajectory and the counsel follow it."""
        self._given_up = False
        study, course, level = self.study, TaskProgress(), self._level
        self._course.end()
        self._course = course
        for key in ("counsel", "stake", "trajectory"):
            self._compute_queue.defer(key)  # the suggestion goes first
        self._compute_queue.ask(
            "advice",
            study.revision,
            lambda: advise(study, progress=course.note).at(level),
            self._take_advice,
            self._fail,
        )

    def give_up(self) -> None:
        """Cancel the computation of the advice; a running one ends soon and its result is discarded."""
        self._compute_queue.forget("advice")
        self._course.end()
        self._given_up = True
        self._advised()

    def _forget_advice(self) -> None:
        """Clear the advice: the study has changed."""
        # Keep the verdict until the next one is known, so that it does not flicker with every entry.
        self._advice = self._again = self._stake = None

    def _take_advice(self, advice: Advice) -> None:
        if advice.revision != self.study.revision:
            return
        self._advice = advice
        # After the suggestion is painted: the compute queue competes with the window for the GIL.
        self.refresher.draw(self._follow_advice)
        self._advised()

    def _follow_advice(self) -> None:
        """Request what depends on the advice: verdict, repeats, value of perfect information, trajectory."""
        study, advice, known, level = self.study, self._advice, self._known, self._level
        if advice is None:
            return  # the study has changed since
        self._ask_counsel(advice)
        self._compute_queue.ask(
            "trajectory",
            study.revision,
            lambda: queries.trajectory(study, known, self.at_leisure, level=level),
            self._take_trajectory,
            self._fail,
        )

    def _take_trajectory(self, points: tuple[BestAfter, ...]) -> None:
        self._known = max(points, self._known, key=len)
        if points and points[-1].run == len(self.study.runs):
            self._trajectory = points
            self.trajectory_changed.emit()
            self.refresher.note("trajectory")

    def _ask_counsel(self, advice: Advice) -> None:
        """Request verdict, repeats and value of perfect information for the present revision."""
        study, ask = self.study, self._compute_queue.ask
        following = partial(_followup, study, advice, self.at_leisure)
        weighing = partial(_weigh, study, advice, self.at_leisure)
        ask("counsel", study.revision, following, self._take_counsel, self._fail)
        ask("stake", study.revision, weighing, self._take_stake, self._fail)

    def _take_counsel(self, answer: tuple[int, Verdict | None, RepeatSuggestion | None]) -> None:
        revision, verdict, again = answer
        if revision == self.study.revision:
            self._verdict, self._again = verdict or self._verdict, again
            self.counselled.emit()
            self.refresher.note("counsel")

    def _take_stake(self, answer: tuple[int, PerfectInformation | None, Verdict | None]) -> None:
        revision, stake, verdict = answer
        if revision == self.study.revision and stake is not None:
            self._verdict, self._stake = verdict or self._verdict, stake
            self.counselled.emit()
            self.refresher.note("counsel")

    def _advised(self) -> None:
        self.advice_changed.emit()
        self.refresher.note("advice")

    def _fail(self, problem: BaseException) -> None:
        if not isinstance(problem, KgdeskError):
            raise problem  # a bug, not an expected error: for the outermost handler
        self.refused.emit(problem)

    def _drop_questions(self) -> None:
        self.refresher.stop()
        self._course.end()
        for key in self._asked:
            self._compute_queue.forget(key)


def _followup(
    study: Study, advice: Advice, at_leisure: Callable[[], bool]
) -> tuple[int, Verdict | None, RepeatSuggestion | None]:
    """Compute stopping verdict and repeat suggestion (compute thread); stop early if an advice is requested.

    A stopping rule that needs the value of perfect information is left to `_weigh`.
    """
    waits = study.is_open and rests_on_stake(study.settings.stopping)
    verdict = None if waits else queries.stopping(study, advice)
    again = advice.best_repeats(at_leisure) if study.is_open else None
    return study.revision, verdict, again


def _weigh(
    study: Study, advice: Advice, at_leisure: Callable[[], bool]
) -> tuple[int, PerfectInformation | None, Verdict | None]:
    """Compute the value of perfect information, and the verdict of a rule that uses it (compute thread).

    Both are None if an advice was requested meanwhile.
    """
    stake = at_stake(study, at_leisure)
    asked = stake is not None and rests_on_stake(study.settings.stopping)
    return study.revision, stake, queries.stopping(study, advice, stake) if asked else None
