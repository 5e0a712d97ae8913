"""Runs edited by a spreadsheet are restored exactly, or a message says where that is impossible."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.errors import BadInput, BadTable, KgdeskError, UnknownCandidate
from kgdesk.model.advice.picks import advise
from kgdesk.model.study.settings import Settings
from kgdesk.tables.coercions import CoercedNames, is_coercion_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

TABLE = "code,temperature,load,lot\n" + "".join(
    f"{n:04d},{20 + n / 8!r},{0.1 * n!r},{'007' if n % 2 else 'B-2'}\n" for n in range(1, 9)
)


def study_at(folder: Path, name: str, who: actions.Operator) -> actions.Session:
    table = folder / f"{name}.csv"
    table.write_text(TABLE, encoding="utf-8")
    read = read_pool(table, id="code", categories=["lot"])
    return actions.create_study(folder / f"{name}.kgstudy", read, Settings(), who)


@pytest.fixture
def lived(tmp_path: Path, who: actions.Operator) -> Iterator[actions.Session]:
    """Return a study of candidates 0001 to 0008 with a void, a moved run, and a note that looks like a formula."""
    with study_at(tmp_path, "lived", who) as session:
        for outcome in ("failure", "success", "void", "failure"):
            advice = advise(session.study)
            actions.record(session, advice.suggestion.candidate, outcome, advice=advice)
        actions.record(session, "0007", "success", note="=1+1; see page 3,5")
        actions.correct(session, 5, "failure", "wrong sample", candidate="0008")
        yield session


@pytest.fixture
def fresh(tmp_path: Path, who: actions.Operator) -> Iterator[actions.Session]:
    with study_at(tmp_path, "fresh", who) as session:
        yield session


@dataclass(frozen=True)
class Sheet:
    """Exported table as a spreadsheet changes it."""

    header: list[str]
    rows: list[list[str]]

    def saved(self, path: Path, delimiter: str = ",", encoding: str = "utf-8-sig") -> Path:
        text = io.StringIO()
        csv.writer(text, delimiter=delimiter, lineterminator="\r\n").writerows([self.header, *self.rows])
        path.write_bytes(text.getvalue().encode(encoding))
        return path

    def with_cells(self, column: str, change: Callable[[str], str]) -> Sheet:
        at = self.header.index(column)
        return Sheet(
            self.header,
            [[*row[:at], change(row[at]) if row[at] else "", *row[at + 1 :]] for row in self.rows],
        )

    def with_numbers(self, change: Callable[[str], str]) -> Sheet:
        sheet = self
        for column in ("probability_before", "temperature", "load"):
            sheet = sheet.with_cells(column, change)
        return sheet


def exported(session: actions.Session, folder: Path) -> Sheet:
    dest = actions.export(session, folder / "runs.csv", overwrite=True)
    header, *rows = csv.reader(io.StringIO(dest.read_text(encoding="utf-8-sig"), newline=""))
    return Sheet(header, rows)


def comma(text: str) -> str:
    return text.replace(".", ",")


def unzeroed(text: str) -> str:
    return text.lstrip("0") or "0"


def shortened(text: str) -> str:
    return f"{float(text):.9g}"


def reordered(sheet: Sheet) -> Sheet:
    return Sheet(sheet.header[::-1], [row[::-1] for row in sheet.rows])


def with_blank_columns(sheet: Sheet) -> Sheet:
    def spread(row: list[str]) -> list[str]:
        return ["", *row[:3], "", *row[3:], "", ""]

    return Sheet(spread(sheet.header), [spread(row) for row in sheet.rows])


def without_zeros(sheet: Sheet) -> Sheet:
    for column in ("candidate", "suggested", "lot"):
        sheet = sheet.with_cells(column, lambda text: unzeroed(text) if text.isdigit() else text)
    return sheet


HARMLESS: dict[str, tuple[Callable[[Sheet], Sheet], str, str]] = {
    "no mark of byte order": (lambda s: s, ",", "utf-8"),
    "semicolons": (lambda s: s, ";", "utf-8-sig"),
    "tabs, UTF-16": (lambda s: s, "\t", "utf-16"),
    "decimal commas": (lambda s: s.with_numbers(comma), ";", "utf-8-sig"),
    "columns the other way round": (reordered, ",", "utf-8-sig"),
    "blank columns": (with_blank_columns, ",", "utf-8-sig"),
    "zeros lost": (without_zeros, ",", "utf-8-sig"),
    "run numbers with decimals": (lambda s: s.with_cells("run", lambda t: f"{t}.00"), ",", "utf-8-sig"),
    "all at once": (
        lambda s: with_blank_columns(reordered(without_zeros(s.with_numbers(comma)))),
        ";",
        "utf-8",
    ),
}


@pytest.mark.parametrize("harm", HARMLESS)
def test_a_mangled_export_restores_the_runs_of_a_fresh_study(
    lived: actions.Session, fresh: actions.Session, tmp_path: Path, harm: str
) -> None:
    change, delimiter, encoding = HARMLESS[harm]
    table = change(exported(lived, tmp_path)).saved(tmp_path / "back.csv", delimiter, encoding)
    done = actions.import_outcomes(fresh, table)
    assert (done.added, done.known, done.remarks) == (5, 0, ())
    assert fresh.study.belief.digest == lived.study.belief.digest
    assert exported(fresh, tmp_path) == exported(lived, tmp_path)
    assert actions.import_outcomes(fresh, table).added == 0


def test_the_plan_of_a_runs_csv_says_which_runs_are_restored_and_which_are_known(
    lived: actions.Session, fresh: actions.Session, tmp_path: Path
) -> None:
    exported(lived, tmp_path)
    rows = actions.plan_results(fresh.study, tmp_path / "runs.csv").rows
    assert [(row.run, row.does) for row in rows] == [(number, "restores") for number in range(1, 6)]
    assert rows[4].sentence(fresh.study) == "Failure, restored as run 5"
    plan = actions.plan_results(lived.study, tmp_path / "runs.csv")
    assert {row.does for row in plan.rows} == {"known"}
    assert plan.results == ()
    assert plan.summary()[0].startswith("runs.csv: 0 outcomes to record")


DOUBTFUL: dict[str, Callable[[Sheet], Sheet]] = {
    "dates set anew": lambda s: s.with_cells(
        "recorded_at", lambda t: f"{t[8:10]}.{t[5:7]}.{t[:4]} {t[11:16]}"
    ),
    "dates the American way": lambda s: s.with_cells("recorded_at", lambda t: f"{t[5:7]}/{t[8:10]}/{t[2:4]}"),
    "the zone lost": lambda s: s.with_cells("recorded_at", lambda t: t.removesuffix("Z").replace("T", " ")),
    "probabilities as per cent": lambda s: s.with_cells(
        "probability_before", lambda t: f"{100 * float(t):.0f}%"
    ),
}


@pytest.mark.parametrize("harm", DOUBTFUL)
def test_what_cannot_be_undone_is_refused_by_line_and_column_in_a_fresh_study(
    lived: actions.Session, fresh: actions.Session, tmp_path: Path, harm: str
) -> None:
    table = DOUBTFUL[harm](exported(lived, tmp_path)).saved(tmp_path / "back.csv")
    head = fresh.study.head
    with pytest.raises(BadTable, match=r"back\.csv, line \d, column “(recorded_at|probability_before)”"):
        actions.import_outcomes(fresh, table)
    assert fresh.study.head == head


@pytest.mark.parametrize("harm", [*HARMLESS, *DOUBTFUL])
def test_the_study_itself_knows_its_runs_however_they_were_mangled(
    lived: actions.Session, tmp_path: Path, harm: str
) -> None:
    change, delimiter, encoding = HARMLESS.get(harm) or (DOUBTFUL[harm], ",", "utf-8-sig")
    table = change(exported(lived, tmp_path)).saved(tmp_path / "back.csv", delimiter, encoding)
    head = lived.study.head
    done = actions.import_outcomes(lived, table)
    assert (done.added, done.known) == (0, 5)
    assert lived.study.head == head
    assert bool(done.remarks) == (harm in DOUBTFUL)
    assert all("the study's stays" in remark for remark in done.remarks)


def test_numbers_rounded_to_what_a_spreadsheet_shows_are_no_other_numbers(
    lived: actions.Session, tmp_path: Path
) -> None:
    table = exported(lived, tmp_path).with_numbers(shortened).saved(tmp_path / "back.csv")
    assert actions.import_outcomes(lived, table).remarks == ()


def test_a_cell_that_was_changed_by_hand_is_told_and_changes_nothing(
    lived: actions.Session, tmp_path: Path
) -> None:
    sheet = exported(lived, tmp_path).with_cells("note", lambda _: "another note")
    head = lived.study.head
    done = actions.import_outcomes(lived, sheet.saved(tmp_path / "back.csv"))
    assert done.remarks == (
        "back.csv, line 6, column “note”: “another note” is not what the study has; the study's stays.",
    )
    assert lived.study.head == head


def test_a_run_of_another_candidate_than_its_values_say_is_refused(
    lived: actions.Session, fresh: actions.Session, tmp_path: Path
) -> None:
    sheet = exported(lived, tmp_path).with_cells("temperature", lambda _: "99.5")
    with pytest.raises(BadTable, match=r"line 2, column “temperature”: “99.5” is not the value of 000\d"):
        actions.import_outcomes(fresh, sheet.saved(tmp_path / "back.csv"))
    assert not fresh.study.runs


def test_a_run_that_has_another_outcome_than_the_study_is_refused(
    lived: actions.Session, tmp_path: Path
) -> None:
    sheet = exported(lived, tmp_path).with_cells(
        "outcome", lambda text: "void" if text == "success" else text
    )
    with pytest.raises(BadInput, match=r"line 3: run 2 is .* in the study"):
        actions.import_outcomes(lived, sheet.saved(tmp_path / "back.csv"))


def test_a_name_that_two_candidates_may_have_had_is_refused_with_both(
    tmp_path: Path, who: actions.Operator
) -> None:
    pool = tmp_path / "pool.csv"
    pool.write_text("code,x\n7,1\n07,2\n007,3\n8A,4\n", encoding="utf-8")
    past = tmp_path / "past.csv"
    with actions.create_study(tmp_path / "t.kgstudy", read_pool(pool, id="code"), Settings(), who) as session:
        past.write_text("candidate,outcome\n8A,success\n0007,failure\n", encoding="utf-8")
        with pytest.raises(
            UnknownCandidate, match="line 3, column “candidate”: “0007” may be 007 or 07 or 7"
        ):
            actions.import_outcomes(session, past)
        past.write_text("candidate,outcome\n08-Jan,success\n", encoding="utf-8")
        with pytest.raises(UnknownCandidate, match="line 2, column “candidate”"):
            actions.import_outcomes(session, past)
        assert not session.study.runs
        past.write_text("candidate,outcome\n7,success\n", encoding="utf-8")
        assert actions.import_outcomes(session, past).added == 1
        assert session.study.runs[0].candidate == "7"


def test_a_decimal_mark_that_only_the_study_can_tell_is_told_by_it(
    tmp_path: Path, who: actions.Operator
) -> None:
    """A column of 1,250 and 2,500 is ambiguous by itself; in the study the values are 1.25 and 2.5."""
    pool = tmp_path / "pool.csv"
    pool.write_text("code,x\nA,1.25\nB,2.5\nC,3.125\n", encoding="utf-8")
    read = read_pool(pool, id="code")
    with actions.create_study(tmp_path / "a.kgstudy", read, Settings(), who) as session:
        actions.record(session, "A", "success")
        actions.record(session, "B", "failure")
        sheet = exported(session, tmp_path).with_cells(
            "x", lambda text: f"{float(text):.3f}".replace(".", ",")
        )
        sheet = sheet.with_cells("probability_before", lambda _: "")  # 0,5 would tell
    table = sheet.saved(tmp_path / "back.csv", ";")
    with actions.create_study(tmp_path / "b.kgstudy", read, Settings(), who) as other:
        assert actions.import_outcomes(other, table).added == 2
    pool.write_text("code,x\nA,1250\nB,2500\nC,3125\n", encoding="utf-8")
    with actions.create_study(tmp_path / "c.kgstudy", read_pool(pool, id="code"), Settings(), who) as large:
        with pytest.raises(KgdeskError, match="column “x”"):
            actions.import_outcomes(large, table, decimal="comma")
        assert actions.import_outcomes(large, table).added == 2  # here the commas separate thousands


FORMS = [
    ("0.3", 0.1 + 0.2, "point", True),
    ("0,333", 1 / 3, "comma", True),
    ("0.334", 1 / 3, "point", False),
    ("0.333", 1 / 3, "comma", False),
    ("1E+05", 100000.0, "point", True),
    ("1e400", 1.0, "point", False),
    ("1e-999999999", 0.0, "point", False),
    ("", 1.0, "point", False),
    ("", "", "point", True),
    ("", None, "point", True),
    ("x", None, "point", False),
    ("7", "007", "point", True),
    ("100000", "1E5", "point", True),
    ("1,5", "1.5", "comma", True),
    ("15", "1.5", "comma", False),
    ("Dmf", "DMF", "point", False),
]


@pytest.mark.parametrize(("cell", "original", "decimal", "same"), FORMS)
def test_a_cell_is_a_form_of_a_value_only_if_nothing_but_form_was_lost(
    cell: str, original: str | float | None, decimal: str, same: bool
) -> None:
    assert is_coercion_of(cell, original, "comma" if decimal == "comma" else "point") is same


def test_the_very_same_name_is_never_taken_for_another() -> None:
    names = CoercedNames(["7", "07", "1E5", "x"])
    assert names.originals(" 07 ", "point") == ("07",)
    assert names.originals("100000", "point") == ("1E5",)
    assert names.originals("007", "point") == ("07", "7")
    assert names.originals("y", "point") == ()
