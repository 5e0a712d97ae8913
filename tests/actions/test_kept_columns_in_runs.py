"""Kept columns are exported with the runs, and are restored from a file that a spreadsheet has changed."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import openpyxl
import pytest

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.errors import BadTable
from kgdesk.model.advice.picks import advise
from kgdesk.model.study.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

#: Texts that a spreadsheet converts, under headings that the export of runs uses as well.
TABLE = "code;x;Batch;Delivered;Well;note\n" + "".join(
    f"P-{n};{n},5;{'007' if n % 2 else '1E5'};{20 + n}.08.2026;2-B{10 + n};{n},5\n" for n in range(1, 7)
)
KEPT = ("Batch", "Delivered", "Well", "note")


def study_at(folder: Path, name: str, who: actions.Operator) -> actions.Session:
    table = folder / f"{name}.csv"
    table.write_text(TABLE, encoding="utf-8")
    read = read_pool(table, id="code", extras=KEPT)
    return actions.create_study(folder / f"{name}.kgstudy", read, Settings(), who)


@pytest.fixture
def lived(tmp_path: Path, who: actions.Operator) -> Iterator[actions.Session]:
    with study_at(tmp_path, "lived", who) as session:
        for outcome in ("failure", "success", "void", "success"):
            advice = advise(session.study)
            actions.record(session, advice.suggestion.candidate, outcome, advice=advice)
        yield session


@pytest.fixture
def fresh(tmp_path: Path, who: actions.Operator) -> Iterator[actions.Session]:
    with study_at(tmp_path, "fresh", who) as session:
        yield session


def rows_of(path: Path) -> list[list[str]]:
    return list(csv.reader(io.StringIO(path.read_text(encoding="utf-8-sig"), newline="")))


def saved(path: Path, rows: list[list[str]], delimiter: str = ",") -> Path:
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter, lineterminator="\r\n").writerows(rows)
    path.write_text(text.getvalue(), encoding="utf-8-sig", newline="")
    return path


def test_the_runs_hold_what_is_kept_behind_the_attributes(lived: actions.Session, tmp_path: Path) -> None:
    header, first, *_ = rows_of(actions.export(lived, tmp_path / "runs.csv"))
    assert header[10:] == [
        "x",
        "run_token",
        "measured",
        "really_set",
        "blocks",
        "measured_from",
        "Batch",
        "Delivered",
        "Well",
        "kept:note",
    ]
    at = lived.study.pool.row(first[1])
    assert first[11:] == ["", "", "", "", "", *(lived.study.pool.extras[name][at] for name in KEPT)]
    book = openpyxl.load_workbook(actions.export(lived, tmp_path / "study.xlsx"))
    sheet = [list(row) for row in book["runs"].iter_rows(values_only=True)]
    book.close()
    assert sheet[0] == header
    assert [cell or "" for cell in sheet[1][11:]] == first[11:]


def test_runs_with_kept_columns_restore_a_fresh_study(
    lived: actions.Session, fresh: actions.Session, tmp_path: Path
) -> None:
    """The table has decimal points in x and a decimal comma in the kept column `note`."""
    for name in ("runs.csv", "study.xlsx"):
        dest = actions.export(lived, tmp_path / name)
        assert actions.import_outcomes(lived, dest, **sheet(name)).added == 0
    done = actions.import_outcomes(fresh, tmp_path / "runs.csv")
    assert (done.added, done.known, done.remarks) == (4, 0, ())
    again = actions.export(fresh, tmp_path / "again.csv")
    assert again.read_bytes() == (tmp_path / "runs.csv").read_bytes()
    assert actions.import_outcomes(fresh, tmp_path / "study.xlsx", sheet="runs").known == 4


def sheet(name: str) -> dict[str, str]:
    return {"sheet": "runs"} if name.endswith(".xlsx") else {}


def test_runs_of_the_earlier_form_come_back_as_well(
    lived: actions.Session, fresh: actions.Session, tmp_path: Path
) -> None:
    old = [row[:11] for row in rows_of(actions.export(lived, tmp_path / "runs.csv"))]
    table = saved(tmp_path / "old.csv", old)
    done = actions.import_outcomes(fresh, table)
    assert (done.added, done.remarks) == (4, ())
    assert fresh.study.belief.digest == lived.study.belief.digest
    done = actions.import_outcomes(lived, table)
    assert (done.added, done.known, done.remarks) == (0, 4, ())


#: Changes by a spreadsheet to the kept cells, by heading, and the number of cells reported for each.
MANGLED: dict[str, tuple[dict[str, Callable[[str], str]], int]] = {
    "zeros lost, digits for an exponent": ({"Batch": lambda t: "7" if t == "007" else "100000"}, 0),
    "dates the other way": ({"Delivered": lambda t: f"2026-08-{t[:2]}"}, 4),
    "a well taken for a date": ({"Well": lambda _: "02.Feb"}, 4),
    "everything at once": (
        dict.fromkeys(("Delivered", "Well", "Batch", "kept:note"), lambda _: "#REF!"),
        16,
    ),
}  # fmt: skip


@pytest.mark.parametrize("harm", MANGLED)
@pytest.mark.parametrize("known", [False, True])
def test_a_kept_cell_that_a_spreadsheet_changed_refuses_no_run(
    lived: actions.Session, fresh: actions.Session, tmp_path: Path, harm: str, known: bool
) -> None:
    header, *rows = rows_of(actions.export(lived, tmp_path / "runs.csv"))
    changes, remarks = MANGLED[harm]
    for row in rows:
        for name, change in changes.items():
            row[header.index(name)] = change(row[header.index(name)])
    table = saved(tmp_path / "back.csv", [header, *rows])
    done = actions.import_outcomes(lived if known else fresh, table)
    assert (done.added, done.known) == ((0, 4) if known else (4, 0))
    assert len(done.remarks) == remarks
    assert all("the study's stays" in remark for remark in done.remarks)
    assert fresh.study.pool == lived.study.pool
    if not known:
        assert fresh.study.belief.digest == lived.study.belief.digest


def test_both_decimal_marks_in_a_kept_column_leave_the_numbers_clear(
    tmp_path: Path, who: actions.Operator
) -> None:
    table = tmp_path / "pool.csv"
    table.write_text('code,x,lot\nA,1.5,"2,5"\nB,2.5,3.5\nC,3.5,4\n', encoding="utf-8")
    read = read_pool(table, id="code", extras=["lot"], decimal="point", delimiter=",")
    with actions.create_study(tmp_path / "a.kgstudy", read, Settings(), who) as session:
        for candidate in "ABC":
            actions.record(session, candidate, "success")
        dest = actions.export(session, tmp_path / "runs.csv")
    with actions.create_study(tmp_path / "b.kgstudy", read, Settings(), who) as fresh:
        assert actions.import_outcomes(fresh, dest).added == 3
        assert actions.import_outcomes(fresh, dest).known == 3


def with_tokens(session: actions.Session, *started: tuple[str, str]) -> None:
    """Start runs as a worklist does, each with its run token."""
    for candidate, token in started:
        session.append([("experiment_started", {"candidate": candidate, "run_token": token})])


@pytest.fixture
def measuring(tmp_path: Path, who: actions.Operator) -> Callable[[str], actions.Session]:
    def make(name: str) -> actions.Session:
        table = tmp_path / f"{name}.csv"
        table.write_text(TABLE, encoding="utf-8")
        settings = Settings(measured="yield", measured_unit="%", threshold=40.0, direction="at-least")
        read = read_pool(table, id="code", extras=KEPT)
        return actions.create_study(tmp_path / f"{name}.kgstudy", read, settings, who)

    return make


def test_run_token_and_measured_value_leave_with_a_run_and_are_restored(
    measuring: Callable[[str], actions.Session], tmp_path: Path
) -> None:
    with measuring("one") as session, measuring("two") as fresh:
        with_tokens(session, ("P-2", "K7F2"))
        start = session.study.pending[0].seq
        session.append(
            [
                (
                    "outcome_recorded",
                    {
                        "candidate": "P-2",
                        "outcome": "success",
                        "start": start,
                        "run_token": "K7F2",
                        "measured": 52.5,
                    },
                )
            ]
        )
        actions.record(session, "P-3", "failure")
        dest = actions.export(session, tmp_path / "runs.csv")
        header, first, second = rows_of(dest)
        at = header.index("run_token")
        assert header[at : at + 2] == ["run_token", "measured"]
        assert (first[at : at + 2], second[at : at + 2]) == (["K7F2", "52.5"], ["", ""])
        assert actions.import_outcomes(session, dest).remarks == ()
        assert actions.import_outcomes(fresh, dest).added == 2
        assert [(run.run_token, run.measured) for run in fresh.study.runs] == [("K7F2", 52.5), ("", None)]
        assert actions.export(fresh, tmp_path / "again.csv").read_bytes() == dest.read_bytes()


def test_a_run_token_in_the_runs_closes_the_run_that_it_names_and_not_the_oldest(
    measuring: Callable[[str], actions.Session], tmp_path: Path
) -> None:
    with measuring("one") as session, measuring("two") as other:
        for each in (session, other):
            with_tokens(each, ("P-2", "K1"), ("P-2", "K2"), ("P-2", "K3"))
        _, second, _ = other.study.pending
        actions.record(other, "P-2", "failure", run=second.number)
        actions.record(other, "P-2", "success")
        done = actions.import_outcomes(session, actions.export(other, tmp_path / "runs.csv"))
        assert done.closed == 2
        assert [run.run_token for run in session.study.runs] == ["K2", "K1"]
        assert [start.run_token for start in session.study.pending] == ["K3"]
        with actions.open_study(session.path, session.who, read_only=True) as reopened:
            assert reopened.study.runs == session.study.runs


@pytest.mark.parametrize(
    ("column", "text", "words"),
    [
        ("run_token", "two words", "“two words” is not a run token"),
        ("measured", "often", "“often” is not a number: write the value of yield"),
        ("measured", "12.5", "success does not go with 12.5: yield >= 40 % is a success"),
    ],
)
def test_a_token_or_a_value_that_cannot_be_is_refused_with_its_place(
    measuring: Callable[[str], actions.Session], tmp_path: Path, column: str, text: str, words: str
) -> None:
    with measuring("one") as session, measuring("two") as fresh:
        actions.record(session, "P-3", "success")
        header, row = rows_of(actions.export(session, tmp_path / "runs.csv"))
        row[header.index(column)] = text
        table = saved(tmp_path / "back.csv", [header, row])
        with pytest.raises(BadTable, match=rf"back\.csv, line 2, column “{column}”: {words}"):
            actions.import_outcomes(fresh, table)
        assert not fresh.study.runs


def test_a_measured_value_is_refused_where_the_study_names_none(
    lived: actions.Session, fresh: actions.Session, tmp_path: Path
) -> None:
    header, *rows = rows_of(actions.export(lived, tmp_path / "runs.csv"))
    rows[0][header.index("measured")] = "3.5"
    with pytest.raises(BadTable, match=r"“3\.5” is a measured value, but this study names none"):
        actions.import_outcomes(fresh, saved(tmp_path / "back.csv", [header, *rows]))
    assert not fresh.study.runs


def test_an_attribute_that_is_called_measured_is_no_measured_value(
    tmp_path: Path, who: actions.Operator
) -> None:
    table = tmp_path / "pool.csv"
    table.write_text("code,measured,run_token\nA,1.5,7\nB,2.5,8\nC,3.5,9\n", encoding="utf-8")
    read = read_pool(table, id="code")
    with actions.create_study(tmp_path / "a.kgstudy", read, Settings(), who) as session:
        actions.record(session, "B", "success")
        dest = actions.export(session, tmp_path / "runs.csv")
    header, row = rows_of(dest)
    assert header[10:] == [
        "measured",
        "run_token",
        "run_token (run)",
        "measured (run)",
        "really_set",
        "blocks",
        "measured_from",
    ]
    for name, cells in (("new", [header, row]), ("old", [header[:12], row[:12]])):
        with actions.create_study(tmp_path / f"{name}.kgstudy", read, Settings(), who) as fresh:
            assert actions.import_outcomes(fresh, saved(tmp_path / "back.csv", cells)).added == 1
            assert (fresh.study.runs[0].run_token, fresh.study.runs[0].measured) == ("", None)
