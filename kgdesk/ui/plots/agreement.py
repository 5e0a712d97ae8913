"""Plots of named rows: the candidate that each policy would choose now, and surprising runs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kgdesk.model.advice.alternatives import choice_of
from kgdesk.model.policies import POLICIES
from kgdesk.plain_text import shorten
from kgdesk.ui.plots.figure import small
from kgdesk.ui.plots.lazy_plot import LazyPlotCard
from kgdesk.ui.plots.row_plot import PlotRow, RowsFigure
from kgdesk.ui.text.locale_format import percent, percent_range, points
from kgdesk.ui.text.translate import belief_words, condition_words, policy_title, translate
from kgdesk.ui.widgets.table import Column

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtWidgets import QWidget

    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.advice.suggestion import Suggestion
    from kgdesk.ui.widgets.stylesheet import Palette

#: Number of distinct candidates above which policies of quadratic cost are skipped: they would block the compute queue.
_MANY = 5_000


@dataclass(frozen=True, slots=True)
class PolicyChoice:
    """The choice of one policy.

    Parameters
    ----------
    policy
        Stable name of the policy.
    suggestion
        The suggestion, with its numbers.
    draws
        Whether the policy is random: another seed could choose another candidate.
    """

    policy: str
    suggestion: Suggestion
    draws: bool = False


@dataclass(frozen=True, slots=True)
class AgreementData:
    """Choices of the policies, as far as computed.

    Parameters
    ----------
    choices
        In the order of the policy registry.
    next
        Candidate suggested by the study's policy.
    policy
        The study's policy.
    wanted
        Number of choices when complete.
    belief
        Display name of the belief behind the ranges.
    left_out
        Policies skipped because they are too slow for this number of candidates.
    level
        Probability content of the ranges.
    """

    choices: tuple[PolicyChoice, ...]
    next: str
    policy: str
    wanted: int
    belief: str = ""
    left_out: tuple[str, ...] = ()
    level: float = 0.9


class AgreementCard(LazyPlotCard[AgreementData]):
    """One row per policy: its candidate with the expected success."""

    follows_selection = False

    def __init__(self, parent: QWidget | None = None) -> None:
        self._body = RowsFigure("percent")
        self._about: tuple[str, str, str] = ("", "", "")
        self._left_out: tuple[str, ...] = ()
        self._level = 0.9
        super().__init__("plot.agreement", self._body.figure, self._body, parent)
        self._body.chosen.connect(self._row_activated)

    @property
    def page(self) -> str:
        """Short title of the page."""
        return self.tr("Policies")

    def questions(self, advice: Advice, selected: str | None) -> Sequence[Callable[[], Any]]:
        """Return one task per policy, so that the next experiment never waits for all of them."""
        del selected
        self._about = (advice.next or "", advice.policy, belief_words(advice.study))
        self._level = advice.level
        slow = tuple(name for name, policy in POLICIES.items() if policy.slow)
        self._left_out = slow if len(advice.study.design.X) > _MANY else ()

        def ask(name: str) -> Callable[[], PolicyChoice]:
            return lambda: PolicyChoice(name, choice_of(advice, name), POLICIES[name].draws)

        if advice.next is None:  # no policy has a candidate to take
            return []
        return [ask(name) for name in POLICIES if name not in self._left_out]

    def combined(self, answers: Sequence[Any]) -> AgreementData:
        """Return the choices computed so far."""
        code, policy, belief = self._about
        wanted = len(POLICIES) - len(self._left_out)
        return AgreementData(tuple(answers), code, policy, wanted, belief, self._left_out, self._level)

    def _words(self) -> tuple[str, str, str]:
        return (
            self.tr("Which candidate would each policy take now?"),
            self.tr(
                "A policy is a rule by which the next candidate is chosen. Each row is one policy with the"
                " candidate that it would take at this moment; a check mark says that it is the one that this"
                " study suggests. The dot is the success that we expect of that candidate, the bar its range,"
                " by the belief of this study. Policies that draw (marked with ~) could take another one at"
                " another time. That policies agree does not prove that they are right: rehearse the study to"
                " compare them."
            ),
            self.tr("The policies are being asked."),
        )

    def _is_empty(self, data: AgreementData) -> bool:
        return not data.choices

    def _sentence(self, data: AgreementData) -> str:
        counted = Counter(choice.suggestion.candidate for choice in data.choices)
        same = counted.pop(data.next, 0)
        text = self.tr("{same} of {all} policies would take {code}, which is next.").format(
            same=same, all=len(data.choices), code=shorten(data.next)
        )
        if len(data.choices) < data.wanted:
            return text + " " + self.tr("The others are being asked.")
        if counted:
            other, count = counted.most_common(1)[0]
            if count > 1:
                text += " " + self.tr("{count} agree on {code}.").format(count=count, code=shorten(other))
            else:
                text += " " + self.tr("No two of the others agree.")
        return text

    def _legend(self, data: AgreementData) -> list[str]:
        belief_suffix = f" ({data.belief})" if data.belief else ""
        parts = [
            self.tr("dot: expected success of its candidate"),
            self.tr("bar: {level} range").format(level=percent(data.level)) + belief_suffix,
            "✓ " + self.tr("the suggested one"),
        ]
        if any(choice.draws for choice in data.choices):
            parts.append("~ " + self.tr("draws"))
        if data.left_out:
            names = ", ".join(policy_title(name) for name in data.left_out)
            parts.append(self.tr("not asked, too many candidates: {names}").format(names=names))
        return parts

    def _columns(self, data: AgreementData) -> tuple[Column, ...]:
        suggestions = [choice.suggestion for choice in data.choices]
        same = [self.tr("suggested") if t.candidate == data.next else "" for t in suggestions]
        drawn = [self.tr("draws") if choice.draws else "" for choice in data.choices]
        rules = [translate(POLICIES[choice.policy].words) for choice in data.choices]
        return (
            Column(self.tr("Policy"), [policy_title(choice.policy) for choice in data.choices]),
            Column(self.tr("Candidate"), [t.candidate for t in suggestions]),
            Column(self.tr("Agrees"), same),
            Column(
                self.tr("Expected success"), [t.probability for t in suggestions], percent, is_number=True
            ),
            Column(
                self.tr("{level} range from").format(level=percent(data.level)),
                [t.low for t in suggestions],
                percent,
                is_number=True,
            ),
            Column(self.tr("to"), [t.high for t in suggestions], percent, is_number=True),
            Column(
                self.tr("Value of testing (percentage points)"),
                [100.0 * t.kg for t in suggestions],
                points,
                is_number=True,
                heading_tip=condition_words(max((t.in_progress for t in suggestions), default=0)),
            ),
            Column(self.tr("Chance"), drawn),
            Column(self.tr("How it chooses"), rules),
        )

    def _draw(self, data: AgreementData, look: Palette) -> None:
        rows = tuple(
            PlotRow(
                policy_title(c.policy) + (" ~" if c.draws else ""),
                c.suggestion.probability,
                c.suggestion.low,
                c.suggestion.high,
                self._tip(c, data.level),
                f"{'✓' if c.suggestion.candidate == data.next else '·'} {shorten(c.suggestion.candidate, 16)}",
            )
            for c in data.choices
        )
        self._body.draw(rows, (0.0, 1.0), self.tr("Expected success"), look, small(self))

    def _fit(self, _data: AgreementData) -> None:
        self._body.fit()

    def _tip(self, choice: PolicyChoice, level: float) -> str:
        chosen = choice.suggestion
        expected = self.tr("Expected success {estimate} ({level} range {range})").format(
            estimate=percent(chosen.probability),
            level=percent(level),
            range=percent_range(chosen.low, chosen.high),
        )
        title, words = policy_title(choice.policy), translate(POLICIES[choice.policy].words)
        return f"{title}: {chosen.candidate}\n{expected}\n{words}"

    def _row_activated(self, row: int) -> None:
        if self._data is not None:
            self.candidate_chosen.emit(self._data.choices[row].suggestion.candidate)
