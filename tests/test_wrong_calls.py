"""Wrong calls of the library: each is refused by the exception that it documents, in a sentence with the way out."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from kgdesk import Campaign, DiagonalBelief, MomentBelief, read_pool, rehearse
from kgdesk.errors import BadInput, BadTable, FileExists, KgdeskError, UnknownCandidate, UnknownRun

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

TABLE = {"code": ["A", "B", "C", "D"], "dose": [1.0, 2.0, 3.0, 4.0]}


@pytest.fixture
def campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Campaign]:
    monkeypatch.chdir(tmp_path)
    with Campaign.create(TABLE, "s.kgstudy", id="code", budget=6, by="robot") as made:
        yield made


def own(scores: Callable[[Any], Any], name: Any = "own") -> Any:
    """Return an object that may pass for a policy."""
    return SimpleNamespace(name=name, scores=scores)


def new(**how: Any) -> Campaign:
    return Campaign.create(TABLE, "new.kgstudy", **{"id": "code", **how})


#: A call on an open study, the exception, and what its sentence has to hold.
ON_A_STUDY: list[tuple[Callable[[Any], object], type[Exception], str]] = [
    (lambda c: c.record("A", None), BadInput, "Write True, False or success/failure"),
    (lambda c: c.record("A", float("nan")), BadInput, "“nan” is not an outcome"),
    (lambda c: c.record("A", 0.7), BadInput, "“0.7” is not an outcome"),
    (lambda c: c.record("A", np.array([True])), BadInput, "is not an outcome"),
    (lambda c: c.record("A", (3, 5)), BadInput, "or a count like 3/5"),
    (lambda c: c.record(1, True), UnknownCandidate, "named by a text, not by 1"),
    (lambda c: c.record(["A"], True), UnknownCandidate, "named by a text, not by ['A']"),
    (lambda c: c.record("a", True), UnknownCandidate, "Did you mean “A”?"),
    (lambda c: c.record(run=1.5, outcome=True), BadInput, "a whole number, not 1.5"),
    (lambda c: c.record(run="1", outcome=True), UnknownRun, "P3 for a past outcome"),
    (lambda c: c.record(run=-1, outcome=True), UnknownRun, "no run -1"),
    (lambda c: c.record("A", True, note=3), BadInput, "The note must be a text, not 3."),
    (lambda c: c.record("A", True, happened_at=datetime.now(UTC)), BadInput, "2026-11-20T14:00+01:00"),
    (lambda c: c.record("A", True, happened_at="0026-01-01T00:00+00:00"), BadInput, "before the year 1900"),
    (lambda c: c.record("A", True, set_values=[("dose", 1)]), BadInput, "attributes with their values"),
    (lambda c: c.record("A", True, set_values={"dose": "1.5"}), BadInput, "give a number"),
    (lambda c: c.record("A", True, set_values={"dose": True}), BadInput, "give a number"),
    (lambda c: c.suggest(0), BadInput, "Between 1 and 1,536"),
    (lambda c: c.suggest("2"), BadInput, "a whole number, not '2'"),
    (lambda c: c.suggest(policy="best"), BadInput, "choose one of kg,"),
    (lambda c: c.suggest(policy=own(lambda context: ["a"] * len(context.X))), BadInput, "finite number"),
    (lambda c: c.suggest(policy=own(lambda context: context.mu[:1])), BadInput, "array of shape (1,)"),
    (lambda c: c.suggest(policy=own(lambda context: context.mu, "kg")), BadInput, "cannot be named “kg”"),
    (lambda c: c.suggest(policy=own(lambda context: context.mu, "")), BadInput, "an object with a name"),
    (lambda c: c.suggest(where={"dose": 3}), BadInput, "write, for example"),
    (lambda c: c.suggest(where="dose ~ 3"), BadInput, "(where): is it “dose”?"),
    (lambda c: c.suggest(2, per_level="dose=1"), BadInput, 'as {"Solvent": 2}'),
    (lambda c: c.suggest(2, shared={"dose": 1.5}), BadInput, "a whole number, not 1.5"),
    (lambda c: c.start(3), UnknownCandidate, "named by a text, not by 3"),
    (lambda c: c.start([]), BadInput, "give at least one"),
    (lambda c: c.exclude([]), BadInput, "(where=...)"),
    (lambda c: c.note(None), BadInput, "The note must be a text"),
    (lambda c: c.correct(None, False, "why"), BadInput, "a whole number, not None"),
    (lambda c: c.set("why"), BadInput, "at least one setting"),
    (lambda c: c.set("why", belief="full"), TypeError, "it has reason, token, title"),
    (lambda c: c.set("why", budget=3.5), BadInput, "budget must be a whole number, not 3.5."),
    (lambda c: c.set("why", repeats=False), BadInput, "repeats must be a text, not False."),
    (lambda c: c.set("why", budget=10**12), BadInput, "between 1 and 1,000,000"),
    (lambda c: c.set("why", title=""), BadInput, "The title cannot be empty"),
    (lambda c: c.finish("why", chosen="Q"), UnknownCandidate, "no candidate “Q”"),
    (lambda c: (c.export("a.csv"), c.export("a.csv")), FileExists, "let it be replaced (overwrite=True)."),
    (lambda c: c.export("a.doc"), BadInput, "choose one of .csv"),
    (lambda c: c.report("r.html", language="fr"), BadInput, "choose en or de"),
    (lambda c: c.predict({"dose": [1e308]}), BadInput, "too large to calculate with"),
    (lambda c: c.predict({"dose": 1.0}), BadTable, "give one value per row"),
    (lambda c: c.predict({"dose": "12"}), BadTable, "give one value per row"),
    (lambda c: c.predict(np.ones((1, 1))), BadTable, "a mapping of headings to columns"),
    (lambda c: c.worklist("a.csv", plate=7), BadInput, "choose one of 6, 12"),
    (lambda c: c.record_many([("A", True)]), BadTable, "a mapping of headings to columns"),
    (lambda c: c.record_many({"candidate": ["A"], "outcome": [0.5]}), BadTable, 'meanings=("0.5=none",)'),
    (lambda c: c.rehearse(["kg"], runs="3"), BadInput, "whole numbers"),
    (lambda c: c.rehearse(["kg"], runs=1, workers=-1), BadInput, "at least 1, not -1"),
]

#: The same for calls that need no study.
ALONE: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: new(budgt=3), TypeError, "did you mean 'budget'?"),
    (lambda: new(budget=True), BadInput, "a whole number, not True"),
    (lambda: new(by=3), BadInput, "name of the operator must be a text, not 3."),
    (lambda: new(policy=own(lambda context: context.mu)), BadInput, "policy must be a text"),
    (lambda: new(success_name="Void"), BadInput, "give success and failure other names"),
    (lambda: new(measured="yield > 3"), BadInput, "“yield >= 20 %”"),
    (lambda: Campaign.create(None, "new.kgstudy"), BadTable, "not a NoneType"),
    (lambda: Campaign.create({0: [1.0, 2.0]}, "new.kgstudy"), BadTable, "The heading 0 is not text"),
    (lambda: Campaign.create({"dose": [1.0, "x", 2.0]}, "new.kgstudy"), BadTable, 'words="leave_out"'),
    (lambda: Campaign.open("none.kgstudy"), FileNotFoundError, "There is no file"),
    (lambda: Campaign.open(b"none.kgstudy"), FileNotFoundError, "There is no file"),  # type: ignore[arg-type]
    (lambda: read_pool("none.csv"), FileNotFoundError, "There is no file"),
    (
        lambda: read_pool(TABLE, limit="use"),
        TypeError,
        "read_pool() has no argument 'limit': did you mean 'limits'?",
    ),
    (lambda: rehearse("none.csv", ["kg"]), BadInput, "read_pool(...).pool"),  # type: ignore[arg-type]
    (lambda: MomentBelief.prior(2).updated([1, 2], 0), BadInput, "+1 (success) or -1 (failure), not 0"),
    (lambda: MomentBelief.prior(2).predict([1, 2]), BadInput, "it must be any x 2"),
    (
        lambda: MomentBelief.fitted(MomentBelief.prior(2), [[1, 2]], [1, -1]),
        BadInput,
        "The list of outcomes has shape (2,)",
    ),
    (
        lambda: MomentBelief.fitted(DiagonalBelief.prior(2), [[1, 2]], [1]),  # type: ignore[arg-type]
        BadInput,
        "must be a MomentBelief, not a DiagonalBelief",
    ),
]


def check(call: Callable[[], object], kind: type[Exception], said: str) -> None:
    with pytest.raises(kind) as refused:
        call()
    assert said in str(refused.value)
    if isinstance(refused.value, KgdeskError):
        assert str(refused.value).endswith((".", "?"))
        assert "--" not in str(refused.value)


@pytest.mark.parametrize(("call", "kind", "said"), ON_A_STUDY, ids=[row[2] for row in ON_A_STUDY])
def test_a_wrong_call_on_a_study_is_refused_and_changes_nothing(
    campaign: Campaign, call: Callable[[Campaign], object], kind: type[Exception], said: str
) -> None:
    before = campaign.study.head
    check(lambda: call(campaign), kind, said)
    assert campaign.study.head == before


@pytest.mark.parametrize(("call", "kind", "said"), ALONE, ids=[row[2] for row in ALONE])
def test_a_wrong_call_is_refused(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    call: Callable[[], object],
    kind: type[Exception],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    check(call, kind, said)
    assert not (tmp_path / "new.kgstudy").exists()


@pytest.mark.parametrize("columns", [[0, 1], [("a", "b"), ("a", "c")]])
def test_a_frame_whose_headings_are_no_text_is_refused(tmp_path: Path, columns: list[Any]) -> None:
    pandas = pytest.importorskip("pandas")
    named = pandas.MultiIndex.from_tuples(columns) if isinstance(columns[0], tuple) else columns
    frame = pandas.DataFrame([[1.0, 2.0], [3.0, 5.0]], columns=named)
    with pytest.raises(BadTable, match="is not text: name each column"):
        Campaign.create(frame, tmp_path / "s.kgstudy")


def test_numbers_of_numpy_are_numbers(campaign: Campaign) -> None:
    campaign.set("more material", budget=np.int64(9))
    assert campaign.study.settings.budget == 9
    run = campaign.record("A", np.bool_(True), set_values={"dose": np.int64(2)})
    assert (run.outcome, run.set_values) == ("success", (("dose", 2.0),))
    with new(budget=np.int64(7), prior_precision=np.float64(0.5)) as other:
        assert other.study.settings.budget == 7
