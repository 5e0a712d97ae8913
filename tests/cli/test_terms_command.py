"""Terms on the command line: new, suggest, record, status, export, verify and rehearse."""

from __future__ import annotations

import csv
import json
import os
from typing import TYPE_CHECKING

import pytest
from seldom import seldom

from kgdesk import actions
from kgdesk.actions import time_estimates, verify
from kgdesk.actions.importing import read_pool
from kgdesk.cli import main
from kgdesk.model.study.settings import Settings
from kgdesk.model.study.study import Study, fold

if TYPE_CHECKING:
    from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "plates.csv"
    rows = [f"C-{i}{j},{20 + 5 * i},{1 + j * j}" for i in range(5) for j in range(4)]
    path.write_text("code,heat,load\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return path


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    code = main([str(word) for word in words])
    out, err = capsys.readouterr()
    return code, out, err


def test_new_says_how_long_a_suggestion_takes_and_warns_only_where_that_is_long(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["--candidates", table, "--id", "code", "--terms", "average"]
    out = run(capsys, "new", tmp_path / "a.kgstudy", *words)[1]
    assert "A suggestion takes less than a second on this computer." in out
    told = json.loads(run(capsys, "new", tmp_path / "b.kgstudy", *words, "--json")[1])
    assert 0.0 < told["suggestion_seconds"] < 1.0
    monkeypatch.setattr(time_estimates, "slowness", lambda: 1e4)
    assert "make it faster" not in out
    assert "make it faster" in run(capsys, "new", tmp_path / "c.kgstudy", *words)[1]


@pytest.mark.parametrize("belief", ["moments", *seldom("full")])
def test_a_study_with_averaged_terms_lives_like_any_other(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], belief: str
) -> None:
    path = tmp_path / "bend.kgstudy"
    words = ["new", path, "--candidates", table, "--id", "code", "--terms", "average", "--belief", belief]
    assert run(capsys, *words)[0] == 0
    for outcome in ("failure", "success", "failure", "failure"):
        told = json.loads(run(capsys, "suggest", path, "--json")[1])
        assert told["belief"] == belief
        assert run(capsys, "record", path, told["suggestions"][0]["candidate"], outcome)[0] == 0
    assert run(capsys, "start", path, "C-00")[0] == 0
    batch = json.loads(run(capsys, "suggest", path, "--count", 2, "--json")[1])
    assert len(batch["suggestions"]) == 2
    status = json.loads(run(capsys, "status", path, "--json")[1])
    assert status["attributes"] == ["intercept", "heat", "load", "heat × load", "heat²", "load²"]
    parts = status["belief"]["components"]
    assert status["belief"]["kind"] == "average"
    columns = {
        "linear": 3,
        "quadratic": 6,
        "radius": 3,
    }  # of the attributes: features and deviations are not listed
    assert {c["kind"] for c in parts} == {belief}
    assert [len(c["mean"]) for c in parts if c["terms"] in columns] == [
        columns[c["terms"]] for c in parts if c["terms"] in columns
    ]
    assert {c["deviation"] for c in parts if c["terms"] == "linear"} == {0.0, 0.8, 1.8}
    assert {"smooth 0.7", "smooth 1.5"} < {c["terms"] for c in parts}
    assert sum(c["weight"] for c in parts) == pytest.approx(1.0)
    assert run(capsys, "status", path)[1].rstrip().splitlines()[-1] == status["favoured"]
    assert status["favoured"].startswith("The outcomes so far ")
    found = verify(path)
    assert (found.problem, found.exact) == (None, found.suggestions)
    archive = tmp_path / "bend.zip"
    for dest in (tmp_path / "runs.csv", tmp_path / "all.xlsx", archive):
        assert run(capsys, "export", path, dest)[0] == 0
    assert verify(archive).problem is None
    assert run(capsys, "import", tmp_path / "again.kgstudy", archive)[0] == 0
    again = json.loads(run(capsys, "status", tmp_path / "again.kgstudy", "--json")[1])
    assert again["belief"] == status["belief"]


def test_terms_that_are_many_for_the_plan_are_told(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--candidates", table, "--id", "code", "--terms", "quadratic"]
    few = run(capsys, "new", tmp_path / "a.kgstudy", *words, "--budget", 4)
    assert "5 columns, 3 of them products and squares, are many for 4 planned runs" in few[1]
    assert "planned runs" not in run(capsys, "new", tmp_path / "b.kgstudy", *words, "--budget", 5)[1]
    plain = ["--candidates", table, "--id", "code", "--terms", "linear"]
    assert "planned runs" not in run(capsys, "new", tmp_path / "c.kgstudy", *plain, "--budget", 2)[1]
    straight = run(capsys, "new", tmp_path / "d.kgstudy", *plain, "--budget", 1)
    assert "2 columns to learn from are many for 1 planned runs" in straight[1]
    averaged = run(
        capsys, "new", tmp_path / "e.kgstudy", *words[:4], "--budget", 4
    )  # one of the models is straight
    assert "2 attributes to learn from" in averaged[1]
    assert "planned runs" not in averaged[1]


def test_the_prior_precision_of_products_and_squares_can_be_set(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for n, (given, wanted) in enumerate(
        [
            ([], [24.0, 6.0, 6.0]),
            (["--term-precision", 3], [3.0, 3.0, 3.0]),
            (["--square-precision", 5], [24.0, 5.0, 5.0]),
            (["--term-precision", 3, "--square-precision", 5], [3.0, 5.0, 5.0]),
        ]
    ):
        path = tmp_path / f"p{n}.kgstudy"
        words = ["new", path, "--candidates", table, "--id", "code", "--terms", "quadratic", *given]
        assert run(capsys, *words, "--prior-precision", 2)[0] == 0
        S = json.loads(run(capsys, "status", path, "--json")[1])["belief"]["covariance"]
        assert [1 / S[j][j] for j in range(6)] == pytest.approx([2.0] * 3 + wanted)


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["--terms", "average", "--belief", "diagonal"], 1, "moments or full"),
        (["--terms", "average", "--policy", "kg/diagonal"], 1, "moments or full"),
        (["--terms", "quadratic", "--raw"], 1, "standardised"),
        (["--terms", "quadratic", "--term-precision", "0"], 2, "greater than 0"),
        (["--terms", "quadratic", "--square-precision", "-1"], 2, "greater than 0"),
    ],
)
def test_terms_that_cannot_be_are_refused_in_a_sentence_and_leave_nothing(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], status: int, said: str
) -> None:
    path = tmp_path / "no.kgstudy"
    code, out, err = run(capsys, "new", path, "--candidates", table, "--id", "code", *words)
    assert (code, out) == (status, "")
    assert said in err
    assert not path.exists()


def test_a_pool_of_words_says_that_nothing_can_bend(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "words.csv"
    table.write_text("code,kind\nA,x\nB,y\nC,x\n", encoding="utf-8")
    words = ["--candidates", table, "--id", "code", "--category", "kind", "--terms", "average"]
    assert "No number can bend here" not in run(capsys, "new", tmp_path / "w.kgstudy", *words)[1]
    told = json.loads(run(capsys, "status", tmp_path / "w.kgstudy", "--json")[1])
    assert told["belief"]["kind"] == "average"
    assert "favoured" not in told
    words[-1] = "quadratic"
    assert "No number can bend here" in run(capsys, "new", tmp_path / "q.kgstudy", *words)[1]


@pytest.mark.usefixtures("without_processes")
@pytest.mark.usefixtures("qapp")
def test_a_rehearsal_compares_terms_on_straight_and_peaked_truths(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    words = ["rehearse", table, "--id", "code", "--policies", "kg", "--runs", 2, "--budget", 2, "--out", out]
    code, _, err = run(
        capsys, *words, "--truth", "prior,peak", "--compare-terms", "linear,average", "--workers", 1
    )
    assert code == 0, err
    with (out / "opportunity_cost.csv").open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert {(r["pool"], r["belief"]) for r in rows} == {
        (pool, belief) for pool in ("plates", "plates+peak") for belief in ("moments", "moments+average")
    }


def test_a_study_of_before_terms_reads_as_linear(table: Path, tmp_path: Path) -> None:
    who = actions.Operator("MK")
    with actions.create_study(tmp_path / "old.kgstudy", read_pool(table, id="code"), Settings(), who) as made:
        events = made.study.events
    payload = events[0].new.payload
    old = {k: v for k, v in payload["settings"].items() if k not in ("terms", "term_precision")}
    first = events[0]._replace(new=events[0].new._replace(payload={**payload, "settings": old}))
    study = fold((first, *events[1:]))
    assert isinstance(study, Study)
    assert (study.settings.terms, study.settings.term_precision) == ("linear", None)
    assert study.belief.digest == made.study.belief.digest


@pytest.mark.parametrize("terms", ["quadratic", "average"])
def test_a_study_keeps_the_precision_that_it_was_made_with(table: Path, tmp_path: Path, terms: str) -> None:
    who = actions.Operator("MK")
    with actions.create_study(
        tmp_path / "new.kgstudy", read_pool(table, id="code"), Settings(terms=terms), who
    ) as made:
        events = made.study.events
    payload = events[0].new.payload
    assert (payload["settings"]["term_precision"], payload["settings"]["square_precision"]) == (12.0, 3.0)
    # As in studies from before the precision was recorded: both four times that of the other weights.
    old = {k: v for k, v in payload["settings"].items() if k != "square_precision"} | {"term_precision": None}
    first = events[0]._replace(new=events[0].new._replace(payload={**payload, "settings": old}))
    study = fold((first, *events[1:]))
    assert isinstance(study, Study)
    higher = study.scaling.higher
    precisions = study.settings.precisions(higher, study.scaling.squares)
    assert set(precisions[higher].tolist()) == {4.0}
    assert study.prior.digest != made.study.prior.digest


@pytest.mark.parametrize(
    ("terms", "policy"),
    [((), "kg"), (("--raw",), "kg-then-turns"), (("--terms", "linear"), "kg-then-turns")]
    + [(("--terms", terms), "kg") for terms in ("interactions", "quadratic", "average")]
    + [((*terms, "--repeats", "no"), "exploit") for terms in ((), ("--terms", "linear"))]
    + [
        (("--policy", "kg", "--repeats", "no"), "kg"),
        (("--terms", "average", "--policy", "kg-then-turns"), "kg-then-turns"),
    ],
)
def test_the_policy_of_a_new_study_follows_from_its_terms_and_repeats_unless_it_is_given(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], terms: tuple[str, ...], policy: str
) -> None:
    path = tmp_path / "made.kgstudy"
    plan = ("--budget", "3", "--repeats", "2")
    assert run(capsys, "new", path, "--candidates", table, "--id", "code", *plan, *terms)[0] == 0
    told = json.loads(run(capsys, "suggest", path, "--json")[1])
    assert told["policy"] == policy
    assert run(capsys, "record", path, told["suggestions"][0]["candidate"], "success")[0] == 0
    second = json.loads(run(capsys, "suggest", path, "--json")[1])["suggestions"][0]["why"]
    turn = "Chosen to find out which candidate is best."
    assert second.startswith(turn) == (policy == "kg-then-turns")


def test_the_help_of_new_names_the_three_defaults(capsys: pytest.CaptureFixture[str]) -> None:
    code, told, _ = run(capsys, "new", "--help-all")
    assert code == 0
    assert "(default:kg;kg-then-turnswithlinearterms;exploitifacandidatecanberunonlyonce)" in "".join(
        told.split()
    )
