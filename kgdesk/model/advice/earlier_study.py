"""What an earlier study weighs in the belief now, in words and in JSON."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from kgdesk.model.beliefs.earlier import weight_of_earlier
from kgdesk.model.study.earlier import matched
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kgdesk.model.study.study import Study


def weight_sentence(study: Study) -> str:
    """Return what the earlier study weighs now, as a sentence; empty where the study learns from none."""
    weights = weight_of_earlier(study.belief)
    if study.earlier is None or weights is None:
        return ""
    return phrase(
        "What “{name}” found ({runs} runs): {exactly} that it holds here as it stands, {nearly} nearly, {loosely} "
        "loosely, {none} not at all.",
        name=study.earlier.name,
        runs=len(study.earlier.outcomes),
        **{word: f"{100.0 * weights[key]:.0f} %" for word, key in _WORDS.items()},
    )


def earlier_sentences(study: Study) -> tuple[str, ...]:
    """Return which study this one learns from, what it learns, and what that weighs now; empty if there is none."""
    earlier = study.earlier
    if earlier is None:
        return ()
    source = phrase(
        "This study learns from “{name}” as it stood at entry {seq} ({hash}), whose runs are kept in its record.",
        name=earlier.name,
        seq=earlier.head.seq,
        hash=earlier.head.hash[:12],
    )
    chain = list(earlier.chain())
    before = (
        phrase(
            "“{name}” had learnt from “{before}” itself, as it stood at entry {seq} ({hash}): its runs count here too, "
            "{runs} of them.",
            name=later.name,
            before=one.name,
            seq=one.head.seq,
            hash=one.head.hash[:12],
            runs=len(one.outcomes),
        )
        for later, one in itertools.pairwise(chain)
    )
    found = matched(study.pool, study.scaling, earlier).sentences(earlier.name)
    return (source, *before, *found, weight_sentence(study))


_WORDS: Mapping[str, float | None] = {"exactly": 0.0, "nearly": 0.25, "loosely": 1.0, "none": None}


def earlier_json(study: Study) -> dict[str, Any]:
    """Return what a study says of the earlier one in JSON: name, head, runs, and its weights now, 0..1 each."""
    earlier, weights = study.earlier, weight_of_earlier(study.belief)
    if earlier is None or weights is None:
        return {}
    found = matched(study.pool, study.scaling, earlier)
    return {
        "study": earlier.name,
        "head": {"seq": earlier.head.seq, "hash": earlier.head.hash},
        "runs": len(earlier.outcomes),
        "learnt": list(found.both),
        "not_learnt": [*found.new, *found.new_levels],
        "weights": {word: weights[key] for word, key in _WORDS.items()},
    }
