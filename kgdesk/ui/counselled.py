"""What is said about an advice after it has come: whether to stop, how often to run what, and what is at stake."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from kgdesk import actions
from kgdesk.model.gains import at_stake
from kgdesk.model.stake_rule import rests_on_stake
from kgdesk.ui.writing import Writing

if TYPE_CHECKING:
    from kgdesk.actions import Session
    from kgdesk.model.advice import Advice
    from kgdesk.model.perfect_information import PerfectInformation
    from kgdesk.model.repeating import Repeating
    from kgdesk.model.stopping import Verdict
    from kgdesk.model.study import Study
    from kgdesk.ui.lane import Lane


class Counselled(Writing):
    """An open study with what is worked out behind each advice, in the lane; the next experiment never waits for it.

    Parameters
    ----------
    session
        Open.
    lane
        The program's compute lane.
    parent
        Of the Qt object.
    """

    #: `verdict`, `again` or `stake` has a new value.
    counselled = Signal()

    def __init__(self, session: Session, lane: Lane, parent: QObject | None = None) -> None:
        super().__init__(session, parent)
        self._lane = lane
        self._verdict: Verdict | None = None
        self._again: Repeating | None = None
        self._stake: PerfectInformation | None = None

    @property
    def verdict(self) -> Verdict | None:
        """What the stopping rule said last; None before the first time."""
        return self._verdict

    @property
    def again(self) -> Repeating | None:
        """The candidate that is worth more when it is run several times at once, if there is one."""
        return self._again

    @property
    def stake(self) -> PerfectInformation | None:
        """What is still at stake in the present state; None while it is worked out, behind the advice."""
        return self._stake

    def at_leisure(self) -> bool:
        """Return whether nobody waits for an advice; what takes long in the lane asks, and ends early where one does.

        The delivery of the advice then asks for it anew.
        """
        return not self._lane.pending("advice")

    def _ask_counsel(self, advice: Advice) -> None:
        """Have everything worked out that is said about the advice for the present revision."""
        study, ask = self.study, self._lane.ask
        counsel, weigh = partial(self._counsel, study, advice), partial(self._weigh, study, advice)
        ask("counsel", study.revision, counsel, self._take_counsel, self._fail)
        ask("stake", study.revision, weigh, self._take_stake, self._fail)

    def _fail(self, problem: BaseException) -> None:
        raise NotImplementedError

    def _counsel(self, study: Study, advice: Advice) -> tuple[int, Verdict | None, Repeating | None]:
        """Work out, in the lane, what is said about an advice; end early when the study has gone on.

        A rule that looks at what is at stake waits for `_weigh`.
        """
        waits = study.is_open and rests_on_stake(study.settings.stopping)
        verdict = None if waits else actions.stopping(study, advice)
        again = advice.best_repeats(self.at_leisure) if study.is_open else None
        return study.revision, verdict, again

    def _take_counsel(self, answer: tuple[int, Verdict | None, Repeating | None]) -> None:
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
        return study.revision, stake, actions.stopping(study, advice, stake) if asked else None

    def _take_stake(self, answer: tuple[int, PerfectInformation | None, Verdict | None]) -> None:
        revision, stake, verdict = answer
        if revision == self.study.revision and stake is not None:
            self._verdict, self._stake = verdict or self._verdict, stake
            self.counselled.emit()
            self.refresher.note("counsel")
