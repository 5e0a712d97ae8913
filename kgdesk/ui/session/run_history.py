"""RunHistory: at stake and value of testing after each run, computed from the newest back while somebody looks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from PySide6.QtCore import QObject

from kgdesk.model.advice import history

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from kgdesk.model.advice.history import GainAfter
    from kgdesk.model.policies.perfect_information import PerfectInformation
    from kgdesk.model.study.study import Study
    from kgdesk.ui.session.advice_service import AdviceService
    from kgdesk.ui.session.refresher import Refresher

Kind = Literal["stake", "gain"]
_COMPUTE = {"stake": history.stake_after, "gain": history.gain_after}


class RunHistory(QObject):
    """What was at stake and what the next run was worth after each run, as far as it is computed.

    One state is computed at a time, the newest first, while a widget that asked for it is visible. An entry leaves
    what is known of earlier states, a correction what is known of those before its run.

    Parameters
    ----------
    advice
        Knows the study and its present advice, and computes.
    refresher
        Told the fact "past" when a value has become known.
    parent
        Qt parent.
    """

    def __init__(self, advice: AdviceService, refresher: Refresher, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._advice, self._refresher = advice, refresher
        self._study = advice.study
        self._known: dict[Kind, dict[int, Any]] = {"stake": {}, "gain": {}}
        self._viewers: dict[Kind, list[QWidget]] = {"stake": [], "gain": []}
        self._asked = -1  # revision for which a task is waiting

    def stakes(self) -> dict[int, PerfectInformation]:
        """Return what is at stake after each number of runs, the present included, as far as it is known."""
        self._catch_up()
        now = self._advice.stake
        present = {} if now is None else {len(self._study.runs): now}
        return self._known["stake"] | present

    def gains(self) -> dict[int, GainAfter]:
        """Return the largest value of testing after each number of runs, as far as it is known."""
        self._catch_up()
        advice = self._advice.current
        present = {} if advice is None else {len(self._study.runs): history.gain_of(advice)}
        return self._known["gain"] | present

    def ask(self, kind: Kind, viewer: QWidget) -> None:
        """Compute what is missing while `viewer` is visible, which asks again when it is shown or the study changes."""
        if viewer not in self._viewers[kind]:
            self._viewers[kind].append(viewer)
            viewer.destroyed.connect(lambda: self._viewers[kind].remove(viewer))
        self._ask_next()

    @property
    def complete(self) -> bool:
        """Whether nothing is missing that a visible widget asked for."""
        self._catch_up()
        return self._next() is None

    def _catch_up(self) -> None:
        """Drop what a change of the study has made untrue."""
        study = self._advice.study
        if study is self._study:
            return
        last = history.past_in_common(self._study, study)
        for known in self._known.values():
            for run in [run for run in known if run > last]:
                del known[run]
        self._study = study

    def _next(self) -> tuple[Kind, int] | None:
        """Return what is computed next; None if nothing is missing."""
        for kind, viewers in self._viewers.items():
            if any(viewer.isVisible() for viewer in viewers):
                missing = (run for run in history.past_runs(self._study) if run not in self._known[kind])
                run = next(missing, None)
                if run is not None:
                    return kind, run
        return None

    def _ask_next(self) -> None:
        self._catch_up()
        wanted = self._next()
        if wanted is None or self._asked == self._study.revision:
            return
        (kind, run), study, compute = wanted, self._study, _COMPUTE[wanted[0]]
        self._asked = study.revision
        self._advice.compute(
            "past", lambda: (study, kind, run, compute(study, run, self._advice.may_continue)), self._take
        )

    def _take(self, answer: tuple[Study, Kind, int, Any]) -> None:
        study, kind, run, value = answer
        self._asked = -1
        self._catch_up()
        if value is not None and (study is self._study or run <= history.past_in_common(study, self._study)):
            self._known[kind][run] = value
            self._refresher.note("past")
        self._ask_next()  # behind what was asked for meanwhile
