"""What the compute queue works out for a study: the advice, and what is said about it afterwards."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal

from kgdesk.errors import KgdeskError
from kgdesk.model.advice.advice import Advice, BestAfter, advise, advise_batch
from kgdesk.model.beliefs.arrays import LEVEL
from kgdesk.model.insight import queries
from kgdesk.model.insight.remaining_gain import at_stake
from kgdesk.model.stopping.rule_syntax import rests_on_stake
from kgdesk.ui.session.compute_queue import TaskProgress
from kgdesk.ui.session.refresher import Refresher

if TYPE_CHECKING:
    from collections.abc import Callable

    from kgdesk.model.advice.kg_star import RepeatSuggestion
    from kgdesk.model.policies.value_of_information import PerfectInformation
    from kgdesk.model.stopping.rules import Verdict
    from kgdesk.model.study.study import Study
    from kgdesk.ui.session.compute_queue import ComputeQueue

T = TypeVar("T")


class AdviceTasks(QObject):
    """A study with what is worked out for it; the next experiment never waits for what is said behind its advice.

    Parameters
    ----------
    study
        The present value.
    compute_queue
        The program's compute lane.
    parent
        Of the Qt object.
    """

    #: `advice` has a new value: a new one, or None because the study has changed.
    advice_changed = Signal()
    #: `verdict`, `again` or `stake` has a new value.
    counselled = Signal()
    #: `trajectory` has a new value.
    trajectory_changed = Signal()
    #: A `KgdeskError`: something could not be computed, or nobody is left to hear that it could not be written.
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
        #: The same as far as it is worked out, the present state or not.
        self._known: tuple[BestAfter, ...] = ()
        self._given_up = False
        self._course = TaskProgress()
        self._asked: set[str] = {
            "advice",
            "counsel",
            "stake",
            "batch",
            "trajectory",
            "then",
            "correction",
            "backup",
        }

    @property
    def study(self) -> Study:
        """The present value."""
        return self._study

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
        self._compute_queue.forget("trajectory")
        if self._advice is not None or self._compute_queue.pending("advice"):
            self.ask()

    @property
    def trajectory(self) -> tuple[BestAfter, ...]:
        """The best candidate after each run, as far as it is worked out."""
        return self._trajectory

    @property
    def verdict(self) -> Verdict | None:
        """What the stopping rule said last; None before the first time."""
        return self._verdict

    @property
    def again(self) -> RepeatSuggestion | None:
        """The candidate that is worth more when it is run several times at once, if there is one."""
        return self._again

    @property
    def stake(self) -> PerfectInformation | None:
        """What is still at stake in the present state; None while it is worked out, behind the advice."""
        return self._stake

    @property
    def given_up(self) -> bool:
        """Whether a person does not wait for the advice any more."""
        return self._given_up

    @property
    def share(self) -> float:
        """How much of the advice is worked out, 0..1, where that takes long; else 0."""
        return self._course.share

    def at_leisure(self) -> bool:
        """Return whether nobody waits for an advice; what takes long in the lane asks, and ends early where one does.

        The delivery of the advice then asks for it anew.
        """
        return not self._compute_queue.pending("advice")

    def alone(self, key: str) -> bool:
        """Return whether the lane has nothing else to do than this question; what can wait asks, from the lane."""
        return not self._compute_queue.wanted(key)

    def compute_advice(self, key: str, function: Callable[[], T], deliver: Callable[[T], None]) -> None:
        """Have something calculated in the lane; see `ComputeQueue.ask`. A refusal is told as any other."""
        self._asked.add(key)
        self._compute_queue.ask(key, self.study.revision, function, deliver, self._fail)

    def ask(self) -> None:
        """Work out the advice and the trajectory for the present revision."""
        study, course, level = self.study, TaskProgress(), self._level
        self._given_up = False
        self._course.end()
        self._course = course
        self._compute_queue.defer("counsel")  # the next experiment goes first
        self._compute_queue.defer("stake")
        self._compute_queue.defer("trajectory")
        self._compute_queue.ask(
            "advice",
            study.revision,
            lambda: advise(study, progress=course.note).at(level),
            self._take_advice,
            self._fail,
        )

    def give_up(self) -> None:
        """Wait for the advice no more; what runs ends soon, unheard."""
        self._compute_queue.forget("advice")
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
        self._compute_queue.ask("batch", study.revision, lambda: advise_batch(study, count), deliver, failed)

    def _forget_advice(self) -> None:
        """Show no advice: the study has changed."""
        # The verdict stays until the next one is known: what it says must not come and go with every entry.
        self._advice = self._again = self._stake = None

    def _take_advice(self, advice: Advice) -> None:
        if advice.revision != self.study.revision:
            return
        self._advice = advice
        # After the suggestion is painted: the lane would compete with the window for the interpreter.
        self.refresher.draw(self._follow_advice)
        self._advised()

    def _follow_advice(self) -> None:
        """Have everything worked out that comes behind the advice."""
        study, advice, known, level = self.study, self._advice, self._known, self._level
        if advice is None:
            return  # the study has gone on
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
        """Have everything worked out that is said about the advice for the present revision."""
        study, ask = self.study, self._compute_queue.ask
        followup, weigh = partial(self._followup, study, advice), partial(self._weigh, study, advice)
        ask("counsel", study.revision, followup, self._take_counsel, self._fail)
        ask("stake", study.revision, weigh, self._take_stake, self._fail)

    def _followup(self, study: Study, advice: Advice) -> tuple[int, Verdict | None, RepeatSuggestion | None]:
        """Work out, in the lane, what is said about an advice; end early when the study has gone on.

        A rule that looks at what is at stake waits for `_weigh`.
        """
        waits = study.is_open and rests_on_stake(study.settings.stopping)
        verdict = None if waits else queries.stopping(study, advice)
        again = advice.best_repeats(self.at_leisure) if study.is_open else None
        return study.revision, verdict, again

    def _take_counsel(self, answer: tuple[int, Verdict | None, RepeatSuggestion | None]) -> None:
        revision, verdict, again = answer
        if revision == self.study.revision:
            self._verdict, self._again = verdict or self._verdict, again
            self.counselled.emit()
            self.refresher.note("counsel")

    def _weigh(self, study: Study, advice: Advice) -> tuple[int, PerfectInformation | None, Verdict | None]:
        """Work out, in the lane, what is still at stake, and what a rule says that looks at it.

        Without an answer when the study has gone on.
        """
        stake = at_stake(study, self.at_leisure)
        asked = stake is not None and rests_on_stake(study.settings.stopping)
        return study.revision, stake, queries.stopping(study, advice, stake) if asked else None

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
            raise problem  # a fault of the program: for the outermost handler
        self.refused.emit(problem)

    def _drop_questions(self) -> None:
        self.refresher.stop()
        self._course.end()
        for key in self._asked:
            self._compute_queue.forget(key)
