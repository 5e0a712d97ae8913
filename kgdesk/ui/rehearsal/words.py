"""What a rehearsal says in words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

from kgdesk.ui.look.numbers import fixed
from kgdesk.ui.policies import policy_title

if TYPE_CHECKING:
    from kgdesk.actions.trials import Stopped, Tally


def tr(text: str) -> str:
    """Return a sentence in the person's language."""
    return QCoreApplication.translate("Rehearsal", text)


def player_title(name: str, own: str) -> str:
    """Return what people call ``POLICY/BELIEF``; the belief is named where it is not the study's own."""
    rule, _, belief = name.partition("/")
    if belief in {"", own}:
        return policy_title(rule)
    words = {"moments": tr("recommended"), "full": tr("correlated"), "diagonal": tr("as in the paper")}
    return f"{policy_title(rule)} ({words.get(belief, belief)})"


def truth_title(kind: str) -> str:
    """Return what people call a kind of simulated truth."""
    return {
        "prior": tr("as the study assumes"),
        "posterior": tr("as believed after the outcomes so far"),
        "interaction": tr("one attribute changes the effect of another"),
        "threshold": tr("a step in one attribute"),
        "peak": tr("the best lies in the middle of the ranges"),
        "drift": tr("the truth drifts from run to run"),
    }.get(kind, kind)


def points_away(cost: float) -> int:
    """Return a distance from the best in whole points, rounded up: the sentence with it stays true."""
    return math.ceil(100.0 * cost - 1e-9)


def nine_of_ten(tally: Tally, player: int) -> str:
    """Return the sentence that says how near the best found comes to the true best."""
    words: dict[str, str | int] = {
        "runs": tr("1 run") if tally.budget == 1 else tr("{count} runs").format(count=tally.budget),
        "points": points_away(tally.reached(player)),
        "rehearsals": tally.runs,
    }
    if words["points"] == 0:
        text = tr("With these settings the best found after {runs} is the true best in 9 of 10 rehearsals.")
    elif words["points"] == 1:
        text = tr(
            "With these settings the best found after {runs} is within 1 point of the true best in 9 of 10"
            " rehearsals."
        )
    else:
        text = tr(
            "With these settings the best found after {runs} is within {points} points of the true best in"
            " 9 of 10 rehearsals."
        )
    return text.format(**words)


def stopped_words(one: Stopped, own: str) -> str:
    """Return the sentence that says when a stopping rule ended the study, and how often that was too early."""
    who = player_title(one.player.name, own)
    if one.mean_n is None or one.rate is None:
        return tr("{policy}: the stopping rule ended none of {rehearsals} rehearsals.").format(
            policy=who, rehearsals=one.runs
        )
    text = tr(
        "{policy}: the stopping rule ended {stopped} of {rehearsals} rehearsals, after {runs} runs on average. In"
        " {missed} of these {stopped} the best found was more than {points} points from the true best."
    ).format(
        policy=who,
        stopped=one.stopped,
        rehearsals=one.runs,
        runs=QLocale().toString(float(one.mean_n), "f", 1),
        missed=one.missed,
        points=QLocale().toString(float(100.0 * one.within), "g", 3),
    )
    if one.mean_loss is None or one.error_loss is None:
        return text
    lost = tr("On average it was {points} points (standard error {error}) from the true best.").format(
        points=fixed(100.0 * one.mean_loss, 2), error=fixed(100.0 * one.error_loss, 2)
    )
    return f"{text} {lost}"


def needed_words(tally: Tally, player: int) -> str:
    """Return how many runs are needed for a 90 % chance of being within 5 points of the best."""
    runs, share = tally.needed(player)
    if runs is None:
        return tr("more than {budget} (now {share} %)").format(budget=tally.budget, share=round(100 * share))
    return str(runs)


def time_words(seconds: float) -> str:
    """Return a time to wait, in words that need no precision."""
    if not math.isfinite(seconds):
        return tr("starting")
    if seconds < 90:
        return tr("about {count} s left").format(count=max(1, round(seconds)))
    if seconds < 5400:
        return tr("about {count} min left").format(count=round(seconds / 60))
    return tr("about {count} h left").format(count=round(seconds / 3600))
