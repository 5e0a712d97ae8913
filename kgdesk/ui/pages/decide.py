"""The Decide tab: the best candidate now, how sure that is, whether to go on, the runner-up, and the checks."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from kgdesk import actions
from kgdesk.model.advice import stopping_basis
from kgdesk.model.advice.prequential import misfits, predictions
from kgdesk.model.advice.queries import stopping
from kgdesk.model.advice.stopping_basis import objections, rule_sentence
from kgdesk.model.study.next_run import all_tried, earlier_runs, has_one_place, places
from kgdesk.model.study.rule_syntax import not_counted_in
from kgdesk.model.study.stopping_rules import VERDICTS
from kgdesk.ui.dialogs.stopping_rule import StoppingRuleDialog
from kgdesk.ui.entry.attributes import facts_of
from kgdesk.ui.pages.check_findings import blocks_finding, calibration_finding, departures_finding
from kgdesk.ui.pages.checks import ChecksPage, calibration_data, coverage, record_finding
from kgdesk.ui.pages.decide_cards import DecideCards
from kgdesk.ui.pages.live_page import LivePage
from kgdesk.ui.pages.page_window import open_page
from kgdesk.ui.text.locale_format import fixed, percent, percent_range, points
from kgdesk.ui.text.translate import translate
from kgdesk.ui.widgets.dialogs import open_once
from kgdesk.ui.widgets.stylesheet import set_role

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent

    from kgdesk.errors import KgdeskError
    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.advice.more_runs import MoreRuns
    from kgdesk.model.advice.stopping_basis import RunnerUp, StoppingBasis
    from kgdesk.model.advice.suggestion import Estimate
    from kgdesk.model.study.study import Study
    from kgdesk.ui.session.study_controller import StudyController

#: Maximum number of conditions of the runner-up that are named.
_NAMED = 6


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
        self.cards.run_wanted.connect(self._run_first)
        self.cards.rehearse_wanted.connect(self.rehearse_wanted)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.cards)
        self.decision: StoppingBasis | None = None  #: On display; None before the first.
        self.rehearsed: MoreRuns | None = None  #: The rehearsal of that state, as far as it is done.
        controller.refresher.watch(self, {"counsel"}, self._ask, due=False)
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
        now = {} if found is None else _now(found)
        dialog = StoppingRuleDialog(settings.stop, settings.budget, now, self)
        dialog.accepted.connect(lambda: self._change(dialog.rule, dialog.reason))
        open_once(dialog)

    def show_check(self, name: str) -> None:
        """Open the checks in a window of their own, with the picture of one in front."""
        open_page(ChecksPage, self._controller, self.window()).reveal(name)

    def _run_first(self) -> None:
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
        self._show_more(advice.study)
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
        self.cards.checks["ranges"].show_finding(coverage(study, self._controller.advice.level)[1])
        self.cards.checks["groups"].show_finding(
            blocks_finding(study) or departures_finding(stopping_basis.departures(study))
        )
        self.cards.checks["record"].show_finding(record_finding(self._controller.session.trust))

    def _show_decision(self, advice: Advice) -> None:
        found = self.decision
        if found is None:
            return
        self.cards.waiting.hide()
        self._show_best(advice.study, found)
        self._show_sureness(advice.study, found)
        self._show_verdict(found)
        self._show_rival(advice.study, found)
        self._show_end(advice.study, found)

    def _show_end(self, study: Study, found: StoppingBasis) -> None:
        """Show what speaks against stopping, and the candidates to finish with."""
        lines = [translate(line) for line in objections(study, found.verdict, found.runner_up)]
        never_run = not sum(found.tally)
        if never_run:
            line = self.tr("{candidate} was never run: only runs of others speak for it.")
            lines.insert(0, line.format(candidate=found.best.candidate))
        self.cards.against.setText("\n".join(f"⚠ {line}" for line in lines) or self.tr("Nothing."))
        rival = found.runner_up
        self.cards.chosen.show_candidates(
            study, [found.best] if rival is None else [found.best, rival.estimate]
        )
        self.cards.run_first.setVisible(never_run and study.is_open)
        self.cards.finish_card.setVisible(study.is_open)

    def _expected(self, text: str, estimate: Estimate) -> str:
        return text.format(
            probability=percent(estimate.probability),
            level=percent(self._controller.advice.level),
            range=percent_range(estimate.low, estimate.high),
        )

    def _show_best(self, study: Study, found: StoppingBasis) -> None:
        best = found.best
        self.cards.code.setText(best.candidate)
        self.cards.code.updateGeometry()
        self.cards.expected.setText(
            self._expected(self.tr("Expected success {probability} ({level} range {range})"), best)
        )
        if found.alike:
            tried = self.tr("⚠ All candidates are alike so far: this one is no better than the others.")
        elif not sum(found.tally):
            tried = self.tr("⚠ It was never run: this is concluded from the other candidates alone.")
        else:
            tried = self.tr("Its runs so far: {history}.").format(
                history=translate(earlier_runs(study, best.candidate).history)
            )
        self.cards.runs_so_far.setText(tried)
        set_role(self.cards.runs_so_far, role="plain" if sum(found.tally) and not found.alike else "caution")
        place = list(places(study, best.candidate)) if has_one_place(study) else []
        self.cards.conditions.show_pairs(place + facts_of(study, best.candidate))

    def _show_sureness(self, study: Study, found: StoppingBasis) -> None:
        self.cards.near.show_texts(
            self.tr("Within 5 percentage points of the best: {chance}").format(chance=percent(found.near)),
            self.tr(
                "The chance that no candidate in stock is truly better than this one by more than 5 points."
            ),
        )
        lost = self.tr(
            "What choosing it now loses on average against the true best; all further runs together cannot gain more"
            " (standard error {error})."
        )
        running = translate(not_counted_in(found.in_progress))
        self.cards.stake.show_texts(
            self.tr("At stake: {points} points").format(points=points(100.0 * found.stake.value)),
            f"{lost.format(error=points(100.0 * found.stake.error))} {running}".strip(),
        )
        self._show_more(study)

    def _show_more(self, study: Study) -> None:
        found, more = self.decision, self.rehearsed
        if study.stock.exhausted:
            self.cards.more.show_texts(self.tr("No more runs are possible"), translate(all_tried(study)))
        elif found is None or more is None or not more.whole:
            self.cards.more.show_texts(
                self.tr("Ten more runs would bring …"),
                self.tr("They are being rehearsed; the result appears here by itself."),
            )
        else:
            self.cards.more.show_texts(
                self.tr("Ten more runs would bring about {points} points").format(
                    points=points(
                        100.0 * min(more.value, found.stake.value)
                    )  # no more than perfect information
                ),
                self.tr(
                    "Rehearsed {count} times from what is believed now, with the {leaders} leading candidates"
                    " (standard error {error})."
                ).format(
                    error=points(100.0 * more.error), count=fixed(len(more.gains), 0), leaders=more.leaders
                ),
            )

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
            settings.stop, settings.budget, {} if found is None else _now(found), changeable=self._may_change
        )
        self.cards.rule.setAccessibleName(translate(rule_sentence(settings.stop)))
        self.cards.draw_sign(kind)

    def _show_rival(self, study: Study, found: StoppingBasis) -> None:
        runner_up = None if found.alike else found.runner_up
        for label in (self.cards.compared, self.cards.differs, self.cards.telling):
            label.setVisible(runner_up is not None)
        if runner_up is None:
            none = self.tr("There is no other candidate in stock with other conditions.")
            self.cards.runner_up.setText(self.tr("No candidate stands out yet.") if found.alike else none)
            return
        best, name = found.best.candidate, runner_up.estimate.candidate
        self.cards.runner_up.setText(name)
        words = self._expected(
            self.tr("Expected success {probability} ({level} range {range})"), runner_up.estimate
        )
        better = self.tr("It is truly the better of the two with a chance of {chance}.")
        self.cards.compared.setText(f"{words}. {better.format(chance=percent(runner_up.better))}")
        self.cards.differs.setText(self._differences(study, best, name))
        self.cards.telling.setText(self._telling(best, runner_up))

    def _telling(self, best: str, runner_up: RunnerUp) -> str:
        if runner_up.telling is None:
            return self.tr("No run that is possible now would tell the two apart.")
        return translate(runner_up.telling.sentence(best, runner_up.estimate.candidate))

    def _differences(self, study: Study, best: str, runner_up: str) -> str:
        """Return the conditions of the runner-up that are not those of the best."""
        own = set(facts_of(study, best))
        pairs = [f"{name} {value}" for name, value in facts_of(study, runner_up) if (name, value) not in own]
        if not pairs:
            return self.tr("Its conditions are the same.")
        text = self.tr("It differs in: {conditions}.").format(conditions=", ".join(pairs[:_NAMED]))
        more = len(pairs) - _NAMED
        return text if more <= 0 else f"{text[:-1]}, {self.tr('and {count} more').format(count=more)}."


def _now(found: StoppingBasis) -> dict[str, str]:
    """Return the present values of what rules compare, by field of `RuleFields`."""
    return {
        "stake": points(100.0 * found.stake.value),
        "near": percent(found.near),
        "tested": str(found.tally[0]),
    }
