"""The Python API in wrong hands: one sentence for each misuse, never a crash, and nothing recorded."""

from __future__ import annotations

import os
import sys
import threading
from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pytest

from kgdesk import Campaign, DiagonalBelief, FullBelief, MomentBelief, Pool, actions, read_pool
from kgdesk.errors import KgdeskError
from kgdesk.model.design import design_matrix
from kgdesk.model.design.pool import Attribute
from kgdesk.model.study.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    Session = actions.Session

BELIEFS = (DiagonalBelief, FullBelief, MomentBelief)
READ_ONLY = np.array([1.0, 2.0, 3.0])
READ_ONLY.flags.writeable = False


def sentence(act: Callable[[], object]) -> None:
    """Call something wrong; check that it ends in one readable sentence."""
    with pytest.raises(KgdeskError) as refused:
        act()
    text = str(refused.value)
    assert text.isprintable(), text
    assert text.endswith((".", "?")), text
    assert len(text) < 400, text


ACTS: dict[str, Callable[[Session], object]] = {
    "candidate None": lambda s: actions.record(s, None, "success"),  # type: ignore[arg-type]
    "candidate list": lambda s: actions.record(s, ["C-01"], "success"),  # type: ignore[arg-type]
    "candidate number": lambda s: actions.record(s, 1, "success"),  # type: ignore[arg-type]
    "outcome list": lambda s: actions.record(s, "C-01", ["success"]),  # type: ignore[arg-type]
    "outcome None": lambda s: actions.record(s, "C-01", None),  # type: ignore[arg-type]
    "note number": lambda s: actions.record(s, "C-01", "success", note=5),  # type: ignore[arg-type]
    "note bytes": lambda s: actions.note(s, b"x"),  # type: ignore[arg-type]
    "note None": lambda s: actions.note(s, None),  # type: ignore[arg-type]
    "note surrogate": lambda s: actions.note(s, "\ud800"),
    "note escape": lambda s: actions.note(s, "\x1b[2J"),
    "note override": lambda s: actions.note(s, "a\u202eb"),
    "run text": lambda s: actions.correct(s, "1", "failure", "why"),  # type: ignore[arg-type]
    "run float": lambda s: actions.correct(s, 1.0, "failure", "why"),  # type: ignore[arg-type]
    "run True": lambda s: actions.correct(s, True, "failure", "why"),
    "run huge": lambda s: actions.correct(s, 10**30, "failure", "why"),
    "reason None": lambda s: actions.correct(s, 1, "failure", None),  # type: ignore[arg-type]
    "skip None": lambda s: actions.skip(s, None),  # type: ignore[arg-type]
    "skip reason None": lambda s: actions.skip(s, "C-01", None),  # type: ignore[arg-type]
    "exclude number": lambda s: actions.exclude(s, 5),  # type: ignore[arg-type]
    "exclude lists": lambda s: actions.exclude(s, [["C-01"]]),  # type: ignore[list-item]
    "include None": lambda s: actions.include(s, None),  # type: ignore[arg-type]
    "start None": lambda s: actions.start(s, None),  # type: ignore[arg-type]
    "start reason": lambda s: actions.start(s, "C-01", reason=5),  # type: ignore[arg-type]
    "count float": lambda s: actions.record(s, "C-01", "success", count=(1.5, 2)),  # type: ignore[arg-type]
    "count number": lambda s: actions.record(s, "C-01", "success", count=3, token="t"),  # type: ignore[arg-type]
    "count huge": lambda s: actions.record(s, "C-01", "success", count=(1, 10**9), token="t"),
    "time number": lambda s: actions.record(s, "C-01", "success", happened_at=3),  # type: ignore[arg-type]
    "finish None": lambda s: actions.finish(s, None),  # type: ignore[arg-type]
}  # fmt: skip


@pytest.mark.parametrize("name", ACTS)
def test_an_entry_of_a_wrong_kind_is_refused_and_nothing_is_recorded(session: Session, name: str) -> None:
    actions.record(session, "C-01", "success")
    before = session.study.head
    sentence(lambda: ACTS[name](session))
    assert session.study.head == before
    actions.record(session, np.str_("C-02"), "failure")
    actions.correct(session, int(np.int64(2)), "success", "seen again")


def test_a_run_may_be_named_by_a_number_of_numpy(session: Session) -> None:
    actions.record(session, "C-01", "success")
    actions.correct(session, np.int64(1), "failure", "seen again")  # type: ignore[arg-type]
    assert session.study.runs[0].outcome == "failure"


@pytest.mark.parametrize(
    "shown",
    [
        datetime(1, 1, 1, tzinfo=UTC),
        datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=2))),
        datetime(9999, 12, 31, 23, 59, tzinfo=timezone(timedelta(hours=-2))),
        None,
    ],
)
def test_a_clock_that_cannot_be_right_gets_a_sentence(session: Session, shown: Any) -> None:
    before = session.study.head
    session.who = actions.Operator("Kim", "LAB-PC-2", lambda: shown)
    sentence(lambda: actions.record(session, "C-01", "success"))
    assert session.study.head == before


@pytest.mark.parametrize("name", [None, 5, "", "K\x1bim", "K\u202eim", "Kim\nPat", "K" * 201])
def test_an_operator_with_an_unusable_name_gets_a_sentence(session: Session, name: Any) -> None:
    session.who = actions.Operator(name, "LAB-PC-2")
    sentence(lambda: actions.record(session, "C-01", "success"))
    assert not session.study.runs


def test_many_threads_record_each_outcome_once(session: Session) -> None:
    def work(thread: int) -> None:
        for nth in range(3):
            actions.record(session, f"C-{thread + 1:02d}", "success", token=f"{thread}/{nth}")
            actions.record(session, f"C-{thread + 1:02d}", "success", token=f"{thread}/{nth}")

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(run.candidate for run in session.study.runs) == sorted(
        f"C-{number:02d}" for number in range(1, 7) for _ in range(3)
    )


@pytest.mark.skipif(sys.platform == "win32", reason="processes are not forked there")
def test_a_forked_process_is_told_to_open_the_study_itself(session: Session) -> None:
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        answer = "recorded"
        try:
            actions.record(session, "C-01", "success")
        except KgdeskError as refused:
            answer = str(refused)
        except BaseException as crash:  # noqa: BLE001 - the child must end here
            answer = f"crash: {crash!r}"
        finally:
            os.write(writer, answer.encode())
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as stream:
        answer = stream.read()
    os.waitpid(child, 0)
    assert "opened by another process" in answer
    actions.record(session, "C-02", "success")
    assert [run.candidate for run in session.study.runs] == ["C-02"]


@pytest.mark.parametrize("kind", BELIEFS)
@pytest.mark.parametrize("weights", [-1, 3.5, "3", None, np.nan, True, [3], 10**30], ids=repr)
def test_a_number_of_weights_that_is_none(kind: Any, weights: Any) -> None:
    sentence(lambda: kind.prior(weights))


PRECISIONS = [0, -1, np.nan, np.inf, "x", None, [1, 2], [[1, 1, 1]], 10**400, 1j, 1e-308]


@pytest.mark.parametrize("kind", BELIEFS)
@pytest.mark.parametrize("nth", range(len(PRECISIONS)))
def test_a_prior_precision_that_is_none(kind: Any, nth: int) -> None:
    sentence(lambda: kind.prior(3, PRECISIONS[nth]))


ROWS = [
    [1, 2], [[1, 2, 3]], 5, None, "abc", [np.nan, 1, 1], [np.inf, 1, 1], [1e308, 1, 1], [10**400, 1, 1], {1, 2, 3},
    np.array([1, None, 2], dtype=object), [1 + 2j, 0, 0], np.array([1 + 2j, 0, 0]), {"a": 1}, [[1], [1, 2]],
    np.ma.array([1.0, 2.0, 3.0], mask=[0, 1, 0]), (each for each in range(3)),
]  # fmt: skip


@pytest.mark.parametrize("kind", BELIEFS)
@pytest.mark.parametrize("nth", range(len(ROWS)))
def test_a_row_that_is_none(kind: Any, nth: int) -> None:
    belief = kind.prior(3)
    sentence(lambda: belief.updated(ROWS[nth], 1))
    if nth == 15:
        return  # NumPy drops the mask of an array in a list before anybody sees it
    for method in (belief.predict, belief.interval, belief.moments):
        sentence(lambda method=method: method([ROWS[nth]]))


@pytest.mark.parametrize("kind", BELIEFS)
def test_arrays_of_other_forms_give_the_same_values(kind: Any) -> None:
    X = np.array([[1.0, 2.0, 3.0], [0.0, 1.0, 1.0]])
    belief = kind.prior(3).updated(READ_ONLY, 1)
    assert belief.digest == kind.prior(3).updated([1, 2, 3], 1).digest
    wanted = belief.knowledge_gradient(X)
    sealed = X.copy()
    sealed.flags.writeable = False
    for form in (
        sealed,
        X.astype(object),
        np.asfortranarray(X),
        X.astype(">f8"),
        X.tolist(),
        X.astype(np.float32),
    ):
        assert np.array_equal(belief.knowledge_gradient(form), wanted)
    for level in (0, 1, -1, np.nan, "x", None, True, 2):
        sentence(lambda level=level: belief.interval(X, level))
        sentence(lambda level=level: belief.quantile(X, level))
    for outcome in (0, 2, "1", None, np.nan, 0.5, [1], 10**30, 1j):
        sentence(lambda outcome=outcome: belief.updated([1, 2, 3], outcome))


POOLS: list[dict[str, Any]] = [
    {"ids": None}, {"ids": 5}, {"ids": "ab"}, {"ids": (1, 2)}, {"ids": (None, "a")}, {"ids": (["a"], "b")}, {"ids": ()},
    {"values": None}, {"values": ((1.0,),)}, {"values": 5}, {"values": (5,)}, {"values": ((np.nan, 1.0),)},
    {"values": (("x", "y"),)}, {"values": ((None, 1.0),)}, {"values": ((10**400, 1.0),)}, {"attributes": None},
    {"attributes": ("x",)}, {"attributes": (Attribute(5),)}, {"extras": None}, {"extras": {"w": 5}},
]  # fmt: skip


@pytest.mark.parametrize("nth", range(len(POOLS)))
def test_a_pool_that_is_none(nth: int) -> None:
    fields: dict[str, Any] = {"ids": ("a", "b"), "attributes": (Attribute("x"),), "values": ((1.0, 2.0),)}

    def made() -> None:
        pool = Pool(**(fields | POOLS[nth]))
        design_matrix.design(pool, design_matrix.fix_scaling(pool))

    sentence(made)


SETTINGS: list[dict[str, Any]] = [
    {"budget": "x"}, {"budget": 1.5}, {"budget": -1}, {"budget": True}, {"prior_precision": np.nan}, {"seed": "x"},
    {"prior_precision": "x"}, {"prior_precision": None}, {"seed": -1}, {"belief": []}, {"policy": None}, {"terms": 5},
    {"title": None}, {"stop": 5}, {"never_together": "abc"}, {"barcode": None}, {"success_name": 5}, {"raw": "yes"},
]  # fmt: skip


@pytest.mark.parametrize("nth", range(len(SETTINGS)))
def test_settings_that_are_none(nth: int) -> None:
    sentence(lambda: Settings(**SETTINGS[nth]))


@pytest.mark.parametrize("path", [None, 5, "", b"x", [1], "a\0b", "no such file"])
def test_a_path_that_is_none(path: Any) -> None:
    sentence(lambda: read_pool(path))


FRAME = pd.DataFrame({"code": ["A", "B", "C"], "temp": [1.0, 2.0, 3.0], "time": [3.0, 1.0, 2.0]})

CAMPAIGN_CALLS: dict[str, Callable[[Campaign], object]] = {
    **{
        f"candidate {value!r}": lambda c, value=value: c.record(value, "success")  # type: ignore[misc]
        for value in (None, 3, float("nan"), ["A"], b"A", "", "Z")
    },
    **{
        f"outcome {value!r}": lambda c, value=value: c.record("A", value)  # type: ignore[misc]
        for value in (None, 2, float("nan"), [], {}, b"success", np.array([1]), "done")
    },
    **{
        f"suggest {value!r}": lambda c, value=value: c.suggest(value)  # type: ignore[misc]
        for value in ("3", 1.5, float("nan"), [], 0, -1, 10**30)
    },
    "start a number": lambda c: c.start([3]),  # type: ignore[list-item]
    "frame of two equal headings": lambda c: c.predict(pd.concat([FRAME, FRAME], axis=1)),
    "frame of nothing": lambda c: c.predict(FRAME.iloc[:0]),
    "array for a frame": lambda c: c.record_many(np.zeros((2, 2))),
    "run of another kind": lambda c: c.correct("1", "failure", "why"),  # type: ignore[arg-type]
}


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Campaign]:
    with Campaign.create(FRAME, tmp_path_factory.mktemp("c") / "c.kgstudy", id="code") as made:
        yield made


@pytest.mark.parametrize("name", CAMPAIGN_CALLS)
def test_a_campaign_refuses_in_one_sentence_and_records_nothing(campaign: Campaign, name: str) -> None:
    before = campaign.study.revision
    sentence(lambda: CAMPAIGN_CALLS[name](campaign))
    assert campaign.study.revision == before


@pytest.mark.parametrize(
    ("table", "heading"),
    [(pd.concat([FRAME, FRAME], axis=1), "code"), (FRAME, 3), (FRAME, "none"), (None, "code")],
)
def test_a_campaign_is_not_made_from_what_is_no_table(tmp_path: Path, table: Any, heading: Any) -> None:
    sentence(lambda: Campaign.create(table, tmp_path / "c.kgstudy", id=heading))
    assert not list(tmp_path.iterdir())


def test_an_outcome_may_be_a_truth_value_of_numpy(tmp_path: Path) -> None:
    with Campaign.create(FRAME, tmp_path / "c.kgstudy", id="code") as campaign:
        assert campaign.record("A", np.True_).outcome == "success"  # type: ignore[arg-type]
        assert campaign.record("A", np.False_).outcome == "failure"  # type: ignore[arg-type]


@pytest.mark.parametrize("terms", ["linear", "average", "quadratic"])
def test_columns_at_the_end_of_the_numbers_give_a_suggestion_or_a_sentence(
    tmp_path: Path, who: actions.Operator, terms: str
) -> None:
    from kgdesk.model.advice import queries

    for nth, cells in enumerate(
        (("1e308", "-1e308", "4"), ("1e308", "1.1e308", "1.2e308"), ("0", "5e-324", "0"))
    ):
        table = tmp_path / f"{nth}.csv"
        lines = [f"A{row},{cell},{row * row}" for row, cell in enumerate(cells)]
        table.write_text("\n".join(("code,temp,time", *lines)) + "\n", encoding="utf-8")
        for raw in (False, True):
            try:
                study = actions.create_study(
                    tmp_path / f"{nth}{raw}.kgstudy",
                    read_pool(table, id="code"),
                    Settings(raw=raw, terms=terms),
                    who,
                )
            except KgdeskError as refused:
                assert str(refused).endswith(".")  # noqa: PT017 - one of two answers
                continue
            with study as session:
                for _ in range(3):
                    answer = queries.suggestion(session.study)["suggestions"][0]
                    assert 0.0 <= answer["probability"] <= 1.0
                    actions.record(session, answer["candidate"], "success")
