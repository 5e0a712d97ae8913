"""Questions to a study: they compute and write nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kgdesk.model import stopping_text
from kgdesk.model.advice import Advice, BestAfter, Estimate, advise, advise_batch, best_after, recommended
from kgdesk.model.decisions import correct as decide_correction
from kgdesk.model.events import Event, Head
from kgdesk.model.facing import situation
from kgdesk.model.findings import favoured
from kgdesk.model.logodds import LEVEL
from kgdesk.model.stopping import Budget, Progress, Verdict
from kgdesk.model.whatif import why_not

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kgdesk.actions.who import Who
    from kgdesk.model.study import Study

#: At most so many points in the picture of the best candidate after each run.
_POINTS = 200


def suggestion(study: Study, *, count: int = 1) -> dict[str, Any]:
    """Return what ``kgdesk suggest --count K --json`` prints: K suggestions, each an open run for the next.

    A single one also says why it and not the next in line, and when a candidate is worth running several times at
    once: ``repeats``, else null. ``stop`` is what the stopping rule of the study says.
    """
    picks: tuple[Advice, ...] = advise_batch(study, count)
    advice = picks[0]
    suggestions = [pick.suggestion.as_json() for pick in picks]
    if count == 1 and (not_another := why_not(advice)):
        suggestions[0]["why"] += f" {not_another}"
    again = advice.best_repeats() if count == 1 else None
    if again is not None:
        suggestions[0]["why"] += f" {advice.repeating(again)}"
    return {
        "study": study.name,
        "revision": study.revision,
        "policy": advice.policy,
        "belief": advice.belief,
        "suggestions": suggestions,
        "recommended": advice.recommended.as_json(),
        "repeats": None if again is None else again.as_json(),
        "stop": _stop(study, advice),
    }


def stopping(study: Study, advice: Advice | None = None) -> Verdict:
    """Return whether the stopping rule of a study says to stop, and why; a finished study has stopped.

    Parameters
    ----------
    advice
        Of the present state; worked out where it is not given and the rule looks at more than the number of runs.
    """
    if study.closing is not None:
        return Verdict(stop=True, why=f"Finished by {study.closing.operator}: {study.closing.reason}")
    rule = study.settings.stopping
    if isinstance(rule, Budget) and advice is None:
        return rule.check(Progress(situation(study, policy="kg"), len(study.pending)))
    return rule.check((advise(study) if advice is None else advice).progress)


def _stop(study: Study, advice: Advice | None = None) -> dict[str, Any]:
    verdict = stopping(study, advice)
    return {"rule": stopping_text.written(study.settings.stopping), "stop": verdict.stop, "why": verdict.why}


def status(study: Study) -> dict[str, Any]:
    """Return what ``kgdesk status --json`` prints; the runs in progress in the order of their starts.

    Where terms are averaged, ``favoured`` says whether the outcomes speak for a bend.
    """
    valid = study.valid
    return {
        "study": study.name,
        "outcomes": len(valid),
        "successes": study.successes,
        "voids": len(study.runs) - len(valid),
        "pending": [
            {"candidate": s.candidate, "started_at": s.started_at, "operator": s.operator}
            for s in study.pending
        ],
        "budget": study.settings.budget,
        "state": "open" if study.is_open else "finished" if study.lock is None else "locked",
        "attributes": list(study.scaling.names),
        "belief": study.belief.as_json(),
        "recommended": recommended(study).as_json(),
        **({"favoured": said} if (said := favoured(study)) else {}),
        "head": {"seq": study.head.seq, "hash": study.head.hash},
        "stop": _stop(study),
    }


def trajectory(
    study: Study,
    known: Sequence[BestAfter] = (),
    goes_on: Callable[[], bool] = lambda: True,
    *,
    level: float = LEVEL,
) -> tuple[BestAfter, ...]:
    """Return the best candidate as believed right after each run, from run 0 on; the last point is the present.

    Parameters
    ----------
    known
        An earlier answer for the same study and level: what was believed then never changes.
    goes_on
        Asked between runs; False ends the work with what there is.
    level
        The share of the probability, 0..1, that the intervals hold.
    """
    have = {point.run: point for point in known[:-1]}
    last = len(study.runs)
    step = max(1, -(-last // _POINTS))
    points: list[BestAfter] = []
    for run in range(0, last, step):
        if run not in have and not goes_on():
            return tuple(points)
        points.append(have.get(run) or best_after(study, run, level))
    return (*points, BestAfter(last, recommended(study, level)))


def effect_of_correction(
    study: Study, run: int, outcome: str, candidate: str | None, who: Who
) -> tuple[Estimate, Estimate, int]:
    """Return the best candidate now, after a correction, and how many later suggestions used the old value.

    Nothing is written.
    """
    facts = decide_correction(study, run, outcome, "what if", candidate=candidate)
    imagined = study.applied(_imagined(study, who.events(facts)))
    later = study.runs[run:]
    return recommended(study), recommended(imagined), sum(bool(r.suggested) for r in later)


def _imagined(study: Study, new: Iterable[Any]) -> tuple[Event, ...]:
    head = study.head
    events = []
    for event in new:
        head = Head(head.seq + 1, "imagined")
        events.append(Event(head.seq, event, "", head.hash))
    return tuple(events)
