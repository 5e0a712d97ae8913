"""The Decide tab: go on or stop, what is at stake, what speaks against stopping, the checks, and the choice."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from kgdesk import actions
from kgdesk.model.advice import stopping_basis
from kgdesk.model.advice.block_checks import block_levels
from kgdesk.model.advice.more_runs import MORE_RUNS
from kgdesk.model.advice.prequential import misfits, predictions
from kgdesk.model.advice.queries import stopping
from kgdesk.model.advice.stopping_basis import gains_little, objections, one_run_sentence, rule_sentence
from kgdesk.model.study.next_run import all_tried
from kgdesk.model.study.rule_syntax import largest_stake
from kgdesk.model.study.stopping_rules import VERDICTS
from kgdesk.ui.dialogs.stopping_rule import StoppingRuleDialog
from kgdesk.ui.pages.check_findings import calibration_finding, groups_finding
from kgdesk.ui.pages.checks import ChecksPage, calibration_data, record_finding
from kgdesk.ui.pages.decide_cards import DecideCards
from kgdesk.ui.pages.live_page import LivePage
from kgdesk.ui.pages.page_window import open_page
from kgdesk.ui.plots.plot_data import runs_data
from kgdesk.ui.text.locale_format import percent, points
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.dialogs import open_once

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent

    from kgdesk.errors import KgdeskError
    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.advice.more_runs import MoreRuns
    from kgdesk.model.advice.stopping_basis import StoppingBasis
    from kgdesk.model.study.study import Study
    from kgdesk.ui.session.study_controller import StudyController


class DecideTab(LivePage):
    """The grounds for stopping or going on, in the displayed state. Nothing is computed while the tab is hidden.

    Parameters
    ----------
    controller
        Controller of the study.
    """

    #: The person finishes the study: the chosen candidate (empty: none; None: no choice), and the `StoppingBasis`.
    finish_wanted = Signal(object, object)
    #: The person runs this candidate before the study ends.
    run_wanted = Signal(str)
    #: The person rehearses the study.
    rehearse_wanted = Signal()

    def __init__(self, controller: StudyController, parent: QWidget | None = None) -> None:
        super().__init__(controller, parent)
        self.setObjectName("decide")
        self.cards = DecideCards(self.choose_rule, self.show_check)
        self.cards.rule.changed.connect(self._change)
        self.cards.finish_wanted.connect(
            lambda: self.finish_wanted.emit(self.cards.chosen.chosen, self.decision)
        )
        self.cards.run_wanted.connect(self._ask_to_run_best)
        self.cards.chosen.changed.connect(self.cards.name_choice)
        self.cards.rehearse_wanted.connect(self.rehearse_wanted)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.cards)
        self.cards.stake.run_chosen.connect(
            lambda run: controller.selection.run_requested.emit(controller.study.number_at(run))
        )
        self._follow((self.cards.stake,))
        self.decision: StoppingBasis | None = None  #: On display; None before the first.
        self.rehearsed: MoreRuns | None = None  #: The rehearsal of that state, as far as it is done.
        controller.refresher.watch(self, {"counsel"}, self._ask, due=False)
        controller.refresher.watch(self, {"trajectory", "past", "counsel"}, self._show_stakes, due=False)
        controller.refresher.watch(self, {"gesture", "entry", "state"}, self._enable, due=False)

    def changeEvent(self, event: QEvent) -> None:
        """Follow another theme or language."""
        super().changeEvent(event)
        kinds = QEvent.Type
        if event.type() in {kinds.PaletteChange, kinds.LanguageChange, kinds.LocaleChange} and hasattr(
            self, "cards"
        ):
            self._view.invalidate()

    def choose_rule(self) -> None:
        """Open the dialog with the rules and their numbers; the choice is recorded with its reason."""
        self.cards.refusal.hide()
        settings, found = self._controller.study.settings, self.decision
        now = {} if found is None else _now(found, self._controller.study)
        dialog = StoppingRuleDialog(settings.stop, settings.budget, now, self)
        dialog.accepted.connect(lambda: self._change(dialog.rule, dialog.reason))
        open_once(dialog)

    def show_check(self, name: str) -> None:
        """Open the checks in a window of their own, with the picture of one in front."""
        open_page(ChecksPage, self._controller, self.window()).reveal(name)

    def _ask_to_run_best(self) -> None:
        if self.decision is not None:
            self.run_wanted.emit(self.decision.best.candidate)

    def _change(self, rule: str, reason: str) -> None:
        self._controller.do(actions.change_settings, {"stop": rule}, reason, failed=self._refuse)

    def _refuse(self, problem: KgdeskError) -> None:
        self.cards.refusal.setText(translate(problem))
        self.cards.refusal.show()

    def _show(self, advice: Advice) -> None:
        self._enable()
        self._show_checks(advice.study)
        self._show_stakes()
        if self.decision is None or self.decision.revision != advice.revision or self._is_restyled(advice):
            self.cards.waiting.setText(
                self.tr("The newest state is being worked out; it appears here by itself.")
            )
            self.cards.waiting.show()
            self._show_unknown(advice.study)
            self._ask()
        else:
            self._show_decision(advice)

    def _is_restyled(self, advice: Advice) -> bool:
        return self.decision is not None and self.decision.best != advice.recommended

    def _ask(self) -> None:
        """Request the decision; in the present state once the value at stake is known, which is computed anyway."""
        controller, advice = self._controller, self._controller.selection.advice
        stake = controller.advice.stake if controller.selection.as_of is None else None
        if advice is None or (controller.selection.as_of is None and stake is None):
            return
        controller.advice.compute(
            "decision",
            lambda: stopping_basis.decide(advice, stake, controller.advice.may_continue),
            self._take_decision,
        )

    def _take_decision(self, found: StoppingBasis | None) -> None:
        advice = self._controller.selection.advice
        if found is None or advice is None or found.revision != advice.revision:
            return
        if self.decision is None or self.decision.revision != found.revision:
            self.rehearsed = None
        self.decision = found
        self._show_decision(advice)
        self._rehearse()

    def _rehearse(self) -> None:
        """Request the rehearsal at the lowest priority; an entry or another request interrupts it."""
        advice, controller = self._controller.selection.advice, self._controller
        if advice is None or (self.rehearsed is not None and self.rehearsed.whole):
            return
        study, known = advice.study, () if self.rehearsed is None else self.rehearsed.gains
        controller.advice.compute(
            "moreRuns",
            lambda: (
                study.revision,
                stopping_basis.more_runs(study, known, partial(controller.advice.is_only_task, "moreRuns")),
            ),
            self._take_rehearsal,
        )

    def _take_rehearsal(self, answer: tuple[int, MoreRuns]) -> None:
        revision, found = answer
        advice = self._controller.selection.advice
        if (
            self.decision is None
            or advice is None
            or not revision == self.decision.revision == advice.revision
        ):
            return
        self.rehearsed = found
        self._show_sure(advice.study, self.decision)
        if not found.whole and self.isVisible():
            self._rehearse()  # requeue at the end: it resumes where it was interrupted

    def showEvent(self, event: QShowEvent) -> None:
        """Go on with a rehearsal that was interrupted while the tab was left."""
        super().showEvent(event)
        advice, found = self._controller.selection.advice, self.decision
        current = advice is not None and found is not None and found.revision == advice.revision
        if current and self.rehearsed is not None:
            self._rehearse()

    def _enable(self) -> None:
        """Offer another rule, and the end, only where they could be recorded."""
        for widget in (self.cards.change, self.cards.rule, self.cards.run_first):
            widget.setEnabled(self._may_change)
        self.cards.finish.setEnabled(self._may_change and bool(self._controller.study.runs))

    @property
    def _may_change(self) -> bool:
        controller = self._controller
        return (
            controller.study.is_open
            and controller.read_only_reason is None
            and controller.selection.as_of is None
            and bool(controller.who.operator.strip())
        )

    def _show_checks(self, study: Study) -> None:
        seen = predictions(study)
        self.cards.checks["fits"].show_finding(calibration_finding(calibration_data(seen), misfits(seen)))
        departures = stopping_basis.departures(study)
        self.cards.checks["groups"].show_finding(groups_finding(study, block_levels(study), departures))
        self.cards.checks["record"].show_finding(record_finding(self._controller.session.trust))

    def _show_decision(self, advice: Advice) -> None:
        found = self.decision
        if found is None:
            return
        self.cards.waiting.hide()
        self._show_sure(advice.study, found)
        self._show_verdict(found)
        self._show_end(advice.study, found)

    def _show_end(self, study: Study, found: StoppingBasis) -> None:
        """Show what speaks against stopping, and the candidates to finish with."""
        lines = [
            translate(line)
            for line in objections(study, found.verdict, found.runner_up, one_run_sentence(found))
        ]
        never_run = found.best.candidate not in study.tally
        if never_run:
            line = self.tr("{candidate} was never run: only runs of others speak for it.")
            lines.insert(0, line.format(candidate=found.best.candidate))
        self.cards.against.setText("\n".join(f"⚠ {line}" for line in lines) or self.tr("Nothing."))
        rival = found.runner_up
        self.cards.chosen.show_candidates(
            study,
            [found.best] if rival is None else [found.best, rival.estimate],
            self._controller.advice.level,
        )
        self.cards.run_first.setVisible(never_run and study.is_open)
        self.cards.finish_card.setVisible(study.is_open)

    def _show_sure(self, study: Study, found: StoppingBasis) -> None:
        """Say how near the best is likely to be, and what ten more runs would bring."""
        near = self.tr("Within 5 points of the true best with a chance of {chance}.")
        self.cards.sure.setText(f"{near.format(chance=percent(found.near))} {self._more(study, found)}")

    def _more(self, study: Study, found: StoppingBasis) -> str:
        more = self.rehearsed
        if study.stock.exhausted:
            return translate(all_tried(study))
        if more is None or not more.whole:
            return self.tr("What ten more runs would bring is being rehearsed.")
        gain = min(more.value, found.stake.value)  # no more than perfect information
        words = self.tr("Ten more runs would bring about {points} points (standard error {error}).")
        if one_run_sentence(found) and gains_little(
            gain, found.stake.value
        ):  # though several of a rival may bring more
            words = self.tr(
                "Ten more runs, each chosen as if it were the last, would bring about {points} points"
                " (standard error {error})."
            )
        said = words.format(points=points(100.0 * gain), error=points(100.0 * more.error))
        return f"{said} {self._at_that_rate(study, found, gain, 2.0 * more.error)}".rstrip()

    def _at_that_rate(self, study: Study, found: StoppingBasis, gain: float, margin: float) -> str:
        """Return what is left at stake at the end of the plan if that is above the limit of the rule; else nothing.

        What is at stake later is, on average, what is at stake now less what the runs until then gain. For fewer than
        ten runs, the gain of ten is the most that is expected.
        """
        limit, runs = largest_stake(study.settings.stopping), study.settings.budget - study.done
        stake = found.stake.value
        least = stake - (gain + margin) * max(runs / MORE_RUNS, 1.0)
        if limit is None or runs <= 0 or least <= limit:
            return ""
        left = points(100.0 * (stake - gain * runs / MORE_RUNS), 100.0 * limit)
        words = self.tr(
            "At that rate {points} points are still at stake when the plan ends; the rule allows {limit}."
        )
        return words.format(points=left, limit=points(100.0 * limit))

    def _show_stakes(self) -> None:
        """Draw after each run what the rule looks at, as far as it is known; the rest is computed while it is seen."""
        controller = self._controller
        data = runs_data(
            controller.study,
            controller.advice.trajectory,
            controller.selection.as_of,
            controller.advice.level,
            stakes=controller.past.stakes(),
            gains=controller.past.gains(),
        )
        layer: Literal["stake", "gain"] = "stake"
        if data.limit is None and data.gain_limit is not None:  # each value stands against its own limit
            layer = "gain"
        self.cards.stake.show_layer(layer)
        self.cards.stake.set_data(data)
        controller.past.ask(layer, self)

    def _show_verdict(self, found: StoppingBasis) -> None:
        study = self._controller.study
        closed = study.closing is not None and self._controller.selection.as_of is None
        verdict = stopping(study) if closed else found.verdict
        title = self.tr("The study is finished") if closed else translate(verdict.heading)
        self._say(title, translate(verdict.why), verdict.kind)

    def _show_unknown(self, study: Study) -> None:
        """Show that the verdict of the newest state is not known yet; a finished study stays finished."""
        if study.closing is None:
            self._say(translate(VERDICTS["unknown"]), self.tr("It appears here by itself."), "unknown")

    def _say(self, title: str, why: str, kind: str) -> None:
        self.cards.verdict.setText(title)
        self.cards.why.setText(why)
        settings, found = self._controller.study.settings, self.decision
        self.cards.rule.show_rule(
            settings.stop,
            settings.budget,
            {} if found is None else _now(found, self._controller.study),
            changeable=self._may_change,
        )
        self.cards.rule.setAccessibleName(translate(rule_sentence(settings.stop)))
        self.cards.draw_sign(kind)


def _now(found: StoppingBasis, study: Study) -> dict[str, str]:
    """Return the present values of what rules compare, by field of `RuleFields`."""
    limit = largest_stake(study.settings.stopping)
    return {
        "stake": points(100.0 * found.stake.value, None if limit is None else 100.0 * limit),
        "near": percent(found.near),
        "tested": str(found.tally[0]),
    }
