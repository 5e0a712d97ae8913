"""Queries of a study, pure functions of its value: suggestion, status, stopping."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kgdesk.errors import StaleHead
from kgdesk.model.advice.advice import Advice
from kgdesk.model.advice.alternatives import comparison
from kgdesk.model.advice.batch_limits import BatchLimits
from kgdesk.model.advice.batches import advise_batch
from kgdesk.model.advice.confirmation import progress_of
from kgdesk.model.advice.earlier_study import earlier_json
from kgdesk.model.advice.history import (
    at_stake,
)
from kgdesk.model.advice.picks import advise
from kgdesk.model.advice.posterior_summary import (
    favoured_terms,
    recommended,
)
from kgdesk.model.advice.prequential import misfits, predictions
from kgdesk.model.study import rule_syntax
from kgdesk.model.study.next_run import all_tried, earlier_runs, in_progress, places
from kgdesk.model.study.rule_syntax import Succeeded, highest_stake, rests_on_sweep
from kgdesk.model.study.stopping_rules import Verdict, counting_runs
from kgdesk.text import in_sequence, phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.advice.suggestion import Suggestion
    from kgdesk.model.policies.perfect_information import PerfectInformation
    from kgdesk.model.study.records import Closing
    from kgdesk.model.study.stopping_rules import StoppingState
    from kgdesk.model.study.study import Study
    from kgdesk.text import Phrase


def suggestion(
    study: Study,
    *,
    count: int = 1,
    policy: str | None = None,
    repeats: bool = False,
    limits: BatchLimits | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Return the JSON of ``kgdesk suggest --count K --policy P --json``: K suggestions, each pending for the next.

    `policy` replaces the study's policy; `repeats`, `limits` and `progress` are those of `advise_batch`. For a single
    suggestion, ``runner_up`` is the second choice, and ``repeats`` a candidate that is worth running several times at
    once; otherwise these are null. If every candidate is tried, there are no suggestions and ``all_tried`` is a
    sentence that says so; else it is empty. ``run`` is the number that a suggested run gets if the outcomes are
    recorded next in this order, ``earlier`` describes the earlier runs of its candidate. ``stop`` is the verdict of the
    study's stopping rule; ``at_stake`` is null unless the rule needs it. ``where`` stands there only if conditions
    restrict the suggestions.
    """
    if study.stock.exhausted:
        count = 1
        picks: tuple[Advice, ...] = (advise(study, policy=policy),)
    else:
        picks = advise_batch(
            study,
            count,
            policy=policy,
            repeats=repeats,
            limits=limits or BatchLimits(),
            progress=progress,
        )
    stake = (picks[0].at_stake or _stake_of_rule(study)) if study.is_open else None
    if stake is not None:
        picks = tuple(pick.with_stake(stake) for pick in picks)
    advice = picks[0]
    alone = count == 1
    again = advice.best_repeats() if alone else None
    other = comparison(advice) if alone else None
    suggestions = [pick.with_repeats(again) for pick in picks if pick.next is not None]
    return {
        "study": study.name,
        "revision": study.revision,
        "policy": advice.policy,
        "belief": advice.belief,
        **({"where": limits.where} if limits is not None and limits.where else {}),
        "suggestions": [_numbered(study, nth, each) for nth, each in enumerate(suggestions)],
        "recommended": advice.recommended.as_json(),
        **({"block": study.present_levels} if study.settings.blocks else {}),
        "runner_up": None if other is None else other.as_json(),
        "repeats": None if again is None else again.as_json(),
        "all_tried": all_tried(study),
        "stop": _stop(study, advice, stake),
        "at_stake": None if stake is None else stake.as_json(),
    }


def answers_for(
    study: Study,
    revision: int,
    candidates: Sequence[str],
    *,
    count: int = 1,
    policy: str | None = None,
    repeats: bool = False,
    limits: BatchLimits | None = None,
    needed: bool = True,
) -> tuple[Advice | None, ...]:
    """Recompute the advice that `suggestion` returned at a revision, to record it with the runs that follow from it.

    Parameters
    ----------
    revision
        Revision of the study that the suggestion was computed for.
    candidates
        Candidates that are run: for each, its advice among the `count` suggestions is returned. A single candidate that
        was not suggested is run instead of the first suggestion, whose advice is returned; among several candidates,
        one that was not suggested gets None.
    count, policy, repeats, limits
        As in that call of `suggestion`.
    needed
        False if the suggestions were recorded when the runs started: only the revision is checked, and None is returned
        for each. The same happens if every candidate is tried, as nothing was suggested.

    Raises
    ------
    StaleHead
        The study has another revision by now, and so another suggestion.
    """
    if revision != study.revision:
        raise StaleHead(
            phrase(
                "{name} is at revision {now}, not {revision}: ask for a suggestion again. Nothing was recorded.",
                name=study.name,
                now=study.revision,
                revision=revision,
            )
        )
    if not needed or study.stock.exhausted:
        return (None,) * len(candidates)
    picks = advise_batch(study, count, policy=policy, repeats=repeats, limits=limits or BatchLimits())
    other = picks[0] if len(candidates) == 1 else None
    left, found = list(picks), []
    for candidate in candidates:  # a candidate may be in a batch more than once
        pick = next((pick for pick in left if pick.next == candidate), None)
        found.append(pick or other)
        left = [each for each in left if each is not pick]
    return tuple(found)


def _numbered(study: Study, nth: int, suggestions: Suggestion) -> dict[str, Any]:
    earlier = earlier_runs(study, suggestions.candidate)
    about = {**suggestions.as_json(), "run": study.next_number + nth, "earlier": earlier.as_json()}
    return _placed(study, about)


def _placed(study: Study, about: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON object about a candidate with its ``location`` added: heading -> text."""
    return about | {"location": dict(places(study, about["candidate"]))}


def _finished(study: Study, closing: Closing) -> Phrase:
    """Return who finished a study, why, and with which candidate."""
    words = {"operator": closing.operator, "reason": closing.reason}
    if running := in_progress(study):
        why = phrase("Finished by {operator} with {running}: {reason}", running=running, **words)
    else:
        why = phrase("Finished by {operator}: {reason}", **words)
    if closing.chosen:
        return phrase("{why} {candidate} was chosen.", why=why, candidate=closing.chosen)
    return why if closing.chosen is None else phrase("{why} No candidate was chosen.", why=why)


def stopping(study: Study, advice: Advice | None = None, stake: PerfectInformation | None = None) -> Verdict:
    """Evaluate the stopping rule of a study: whether to stop, and why; a finished study has stopped.

    If every candidate is tried, no run is left, whatever the rule says. Where only the runs are used up, the best is
    proven if it has succeeded once and in at least half of its runs; else the verdict says what is missing. Before the
    first outcome nothing but the number of runs can be judged. While a check of the model fails, what rests on the
    model says nothing: the verdict names the check and leaves it to the user.

    Parameters
    ----------
    advice
        Advice for the present state; computed if None and the rule needs the value of testing.
    stake
        Value of perfect information in the present state; computed if None and the rule needs it.
    """
    if study.closing is not None:
        return Verdict(stop=True, why=_finished(study, study.closing))
    rule = study.settings.stopping
    if advice is None and not rests_on_sweep(rule):
        progress = progress_of(study)
    else:
        progress = (advise(study) if advice is None else advice).progress
    if stake is not None:
        progress = replace(progress, stake=stake)
    if study.stock.exhausted:
        return _runs_used_up(Verdict(stop=True, why=all_tried(study), used_up=True), progress)
    runs = counting_runs(rule)
    if runs == rule or not study.valid:
        verdict = runs.check(progress) if runs is not None else None
        if verdict is not None and verdict.stop:
            return _runs_used_up(verdict, progress)
        if verdict is not None and runs == rule:
            return verdict
        return Verdict(False, phrase("No outcome is recorded yet: run a candidate first."), unknown=True)
    return _with_checks(study, _with_proof(rule.check(progress), progress))


def _with_proof(verdict: Verdict, progress: StoppingState) -> Verdict:
    """Return a verdict to stop with what speaks against it: the best is not proven, or no run has succeeded."""
    if not verdict.stop or verdict.used_up:
        return verdict
    proof = Succeeded(1).check(progress)
    if proof.stop:
        return verdict
    none = "" if progress.context.successes.any() else phrase("No run has succeeded yet.")
    return replace(verdict, why=in_sequence((verdict.why, proof.why, none)))


def _runs_used_up(verdict: Verdict, progress: StoppingState) -> Verdict:
    """Return the verdict of a study without a run left, which says whether the best candidate is proven."""
    proof = Succeeded(1).check(progress)
    return Verdict(True, in_sequence((verdict.why, proof.why)), used_up=not proof.stop)


def _with_checks(study: Study, verdict: Verdict) -> Verdict:
    """Return the verdict with the check of the model that fails, if one does: then nothing is said to be proven."""
    misfit = next((each for each in misfits(predictions(study)) if each.warns), None)
    if misfit is None:
        return verdict
    if verdict.stop and not verdict.used_up:
        words = phrase("The stopping rule is met, but a check of the model fails: judge for yourself.")
        return Verdict(False, in_sequence((words, misfit.words, verdict.why)), unknown=True)
    words = phrase("A check of the model fails.")
    return replace(verdict, why=in_sequence((verdict.why, words, misfit.words)))


def _stake_of_rule(study: Study) -> PerfectInformation | None:
    """Return the value of perfect information if the study's own rule needs it, as exactly as it does; else None."""
    limit = highest_stake(study.settings.stopping)
    return at_stake(study, above=limit) if study.is_open and study.valid and limit is not None else None


def _stop(
    study: Study, advice: Advice | None = None, stake: PerfectInformation | None = None
) -> dict[str, Any]:
    verdict = stopping(study, advice, stake)
    return {
        "rule": rule_syntax.written(study.settings.stopping),
        "stop": verdict.stop,
        "verdict": verdict.kind,
        "why": verdict.why,
    }


def status(study: Study, *, stake: bool = False) -> dict[str, Any]:
    """Return the JSON object of ``kgdesk status --json``; the runs in progress are in the order of their starts.

    If terms are averaged, ``favoured`` states whether the outcomes favour quadratic terms; if the study learns from an
    earlier one, ``earlier`` states what that weighs now, see `earlier_study.earlier_json`. ``at_stake`` is null
    unless the study's own rule needs it or `stake` is True: 4,096 draws over a large pool take seconds.
    """
    left = at_stake(study) if stake else _stake_of_rule(study)
    return {
        **counts(study),
        "attributes": list(study.scaling.names),
        "belief": study.belief.as_json(),
        "recommended": recommended(study).as_json(),
        **({"blocks": block_columns(study)} if study.settings.blocks else {}),
        **({"favoured": sentence} if (sentence := favoured_terms(study)) else {}),
        **({"earlier": learnt} if (learnt := earlier_json(study)) else {}),
        "head": {"seq": study.head.seq, "hash": study.head.hash},
        "stop": _stop(study, stake=left),
        "at_stake": None if left is None else left.as_json(),
    }


def block_columns(study: Study) -> list[dict[str, Any]]:
    """Return for each block column of a study the level of the next run, and the effect of every level so far.

    Effects are in log-odds, with a central 90 % range. ``probability`` is that of the column having effects at all.
    """
    fit = study.block_fit
    if fit is None:
        return []
    effects, present = fit.effects(), study.present_levels
    return [
        {
            "column": column.name,
            "present": present[column.name],
            "probability": 1.0 - fit.shares(k)[0],
            "levels": [
                {"level": one.level, "mean": one.mean, "interval": [one.low, one.high]}
                for one in effects
                if one.column == k
            ],
        }
        for k, column in enumerate(study.settings.block_columns)
    ]


def counts(study: Study) -> dict[str, Any]:
    """Return the part of `status` that needs no belief, the JSON object of ``kgdesk status --brief --json``."""
    valid = study.valid
    return {
        "study": study.name,
        "outcomes": len(valid),
        "successes": study.successes,
        "undecided": len(study.took_place) - len(valid),
        "voids": len(study.runs) - len(study.took_place),
        "pending": [
            _placed(
                study,
                {
                    "run": s.number,
                    "candidate": s.candidate,
                    "started_at": s.started_at,
                    "operator": s.operator,
                },
            )
            for s in study.pending
        ],
        "budget": study.settings.budget,
        "state": "open" if study.is_open else "finished",
        **({} if study.closing is None or study.closing.chosen is None else {"chosen": study.closing.chosen}),
    }
