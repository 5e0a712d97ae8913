"""Random studies that limit the runs of a candidate never suggest more, whatever happens to the runs."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import pytest
from lives import begun, then

from kgdesk.errors import AllTried, BadInput
from kgdesk.model.advice.batch_limits import BatchLimits
from kgdesk.model.advice.batches import advise_batch
from kgdesk.model.advice.picks import advise
from kgdesk.model.decisions import recording, runs, stock
from kgdesk.model.design.pool import Attribute, Pool

if TYPE_CHECKING:
    from kgdesk.model.study.study import Study

_UNUSED = ("not done: no vial", "Wrong sample", "taken back")
_POLICIES = ("kg", "kg", "in-turns", "thompson", "top-two", "fisher", "kg-star", "random", "online-kg")


def drawn_study(rng: np.random.Generator) -> Study:
    """Return a small study, in which some candidates have equal attributes and samples of their own."""
    count = int(rng.integers(4, 13))
    heat = np.round(rng.normal(size=count), 1)
    heat[: count // 4] = heat[-1]
    solvent = tuple(rng.choice(["DMF", "water"], size=count).tolist())
    attributes = (Attribute("heat", "number"), Attribute("solvent", "category"))
    kept = {"instrument": tuple(rng.choice(["one", "two", ""], size=count).tolist())}
    pool = Pool(tuple(f"C-{n:02}" for n in range(count)), attributes, (tuple(heat.tolist()), solvent), kept)
    return begun(
        pool,
        repeats=str(rng.choice(["no", "no", "no", "2"])),
        policy=str(rng.choice(_POLICIES)),
        seed=int(rng.integers(100)),
    )


def used(study: Study) -> Counter[str]:
    """Count from the entries alone how often the sample of each candidate was used."""
    runs: dict[int, tuple[str, str, str, int | None]] = {}
    starts: dict[int, str] = {}
    numbers: dict[int, int] = {}
    for event in study.events:
        facts = event.payload
        if event.kind == "experiment_started":
            starts[event.seq] = facts["candidate"]
            numbers[event.seq] = 1 + max([0, *runs, *numbers.values()])
        elif event.kind == "outcome_recorded":
            start = facts.get("start")
            number = 1 + max([0, *runs, *numbers.values()]) if start is None else numbers[start]
            runs[number] = (facts["candidate"], facts["outcome"], facts.get("reason", ""), start)
        elif event.kind in {"outcome_corrected", "outcome_voided"}:
            _, _, _, start = runs[facts["run"]]
            runs[facts["run"]] = (
                facts["new"]["candidate"],
                facts["new"]["outcome"],
                facts["reason"],
                start,
            )
    freed = ("taken back", "not done", "wrong sample")
    settled = {
        start for _, outcome, why, start in runs.values() if not (outcome == "void" and why == "taken back")
    }
    counts = Counter(name for seq, name in starts.items() if seq not in settled)
    counts.update(
        n for n, outcome, why, _ in runs.values() if outcome != "void" or not why.lower().startswith(freed)
    )
    return counts


def act(study: Study, rng: np.random.Generator, most: int) -> Study:  # noqa: PLR0911 - one per act
    """Return the study after one act of a person, with a check of what was suggested."""
    what = str(rng.choice(["follow", "follow", "batch", "settle", "correct", "back", "stray", "stock"]))
    outcome = str(rng.choice(["success", "failure", "failure", "void"]))
    if what == "follow":
        name = advise(study).next
        if name is None:
            return study
        assert used(study)[name] < most, (name, "suggested again")
        verb = runs.start if rng.random() < 0.4 else None
        return then(study, verb(study, name) if verb else recording.record(study, name, outcome))
    if what == "batch":
        return batch(study, rng, most)
    if what == "settle" and study.pending:
        start = study.pending[int(rng.integers(len(study.pending)))]
        return then(study, recording.record(study, start.candidate, outcome, run=start.number))
    if what == "correct" and study.runs:
        run = study.runs[int(rng.integers(len(study.runs)))]
        reason = str(rng.choice(_UNUSED[:2])) if outcome == "void" and rng.random() < 0.5 else "misread"
        other = str(rng.choice(study.pool.ids)) if rng.random() < 0.3 else None
        return then(study, recording.correct(study, run.number, outcome, reason, candidate=other))
    if what == "back":
        return then(study, runs.take_back(study))
    if what == "stray":  # a person runs what was not suggested, perhaps a second time
        return then(study, recording.record(study, str(rng.choice(study.pool.ids)), outcome, repeat=True))
    if what == "stock":
        gone = [absence.candidate for absence in study.retired]
        verb = stock.include if gone and rng.random() < 0.6 else stock.exclude
        name = gone[0] if verb is stock.include else str(rng.choice(study.pool.ids))
        return then(study, verb(study, name, "no reason"))
    return study


def batch(study: Study, rng: np.random.Generator, most: int) -> Study:
    """Return the study with a batch started, after a check of its limits."""
    limits = BatchLimits()
    if rng.random() < 0.5:
        limits = BatchLimits({"solvent": 2}, "solvent" if rng.random() < 0.3 else "", {"instrument": 1})
    repeats = bool(rng.random() < 0.3)
    picks = advise_batch(study, int(rng.integers(2, 5)), repeats=repeats, limits=limits)
    names = [str(pick.next) for pick in picks]
    before = used(study)
    assert repeats or len(set(names)) == len(names)
    assert all(before[name] + number <= most for name, number in Counter(names).items())
    assert not {absence.candidate for absence in study.retired} & set(names)
    solvent = dict(zip(study.pool.ids, study.pool.values[1], strict=True))
    instrument = dict(zip(study.pool.ids, study.pool.extras["instrument"], strict=True))
    if limits.any:
        assert max(Counter(solvent[name] for name in names).values()) <= 2
        assert not limits.one_level or len({solvent[name] for name in names}) == 1
        running = Counter(instrument[start.candidate] for start in study.pending)
        for name, number in Counter(instrument[name] for name in names).items():
            assert not name or number + running[name] <= 1
    return then(study, runs.start_together(study, picks))


def live(seed: int, acts: int = 14) -> None:
    rng = np.random.default_rng((22, seed))
    study = drawn_study(rng)
    most = study.settings.run_limit
    assert most is not None
    for _ in range(acts):
        try:
            study = act(study, rng, most)
        except (AllTried, BadInput):
            continue
    left = [
        name
        for name in study.pool.ids
        if used(study)[name] < most and name not in {absence.candidate for absence in study.retired}
    ]
    assert (advise(study).next is None) == (not left)


def test_studies_at_random_never_repeat_and_keep_their_limits() -> None:
    for seed in range(12):
        live(seed)


@pytest.mark.nightly
def test_a_thousand_studies_at_random_never_repeat_and_keep_their_limits() -> None:
    for seed in range(1000):
        live(seed)
