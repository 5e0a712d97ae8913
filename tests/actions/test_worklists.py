"""Worklists: which run goes into which well, started in one gesture, with the file for the bench."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

import openpyxl
import pytest

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.actions.results import from_bytes
from kgdesk.actions.worklists import (
    Controls,
    Layout,
    plan_table,
    plan_worklist,
    read_template,
    write_worklist,
)
from kgdesk.errors import BadInput, BadTable, FileExists, KgdeskError, NotWritten
from kgdesk.model.advice.batch_limits import BatchLimits
from kgdesk.model.design.samples import filling_order, plate_format, well_name
from kgdesk.model.study.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

THREE = ["C-01", "C-02", "C-05"]


def rows_of(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_text("utf-8-sig"))))


def test_wells_are_filled_row_by_row_column_by_column_or_in_a_snake() -> None:
    assert filling_order(2, 3, "rows") == ("A01", "A02", "A03", "B01", "B02", "B03")
    assert filling_order(2, 3, "columns") == ("A01", "B01", "A02", "B02", "A03", "B03")
    assert filling_order(2, 3, "rows", snake=True) == ("A01", "A02", "A03", "B03", "B02", "B01")
    assert filling_order(2, 3, "columns", snake=True) == ("A01", "B01", "B02", "A02", "A03", "B03")
    assert filling_order(3, 4, "rows", edge=False) == ("B02", "B03")
    assert len(filling_order(32, 48, "rows")) == 1536
    assert filling_order(32, 48, "rows")[-1] == "AF48"


def test_a_random_order_is_that_of_its_seed() -> None:
    one, again, other = (filling_order(8, 12, "random", seed=seed) for seed in (7, 7, 8))
    assert one == again != other
    assert set(one) == set(filling_order(8, 12, "rows"))


def test_plates_and_wells_have_their_usual_names() -> None:
    assert [plate_format(n) for n in (6, 96, 384, 1536)] == [(2, 3), (8, 12), (16, 24), (32, 48)]
    assert [well_name(text, 8, 12) for text in ("a1", "H 12", "I01", "A13", "D7", "plate A1", "")] == [
        "A01", "H12", "", "", "D07", "", "",
    ]  # fmt: skip
    with pytest.raises(BadInput, match="6, 12, 24"):
        plate_format(97)


def test_the_runs_start_in_one_gesture_with_token_well_and_prediction(
    session: actions.Session, tmp_path: Path
) -> None:
    layout = Layout(plate=24, controls=(Controls("DMSO", ("A01", "d6"), "failure"),), empty=("A02",))
    plan = plan_worklist(session.study, candidates=THREE, layout=layout, name="plate 7")
    change = actions.make_worklist(session, plan, tmp_path / "plate7.csv")
    (gesture,) = {event.gesture for event in change.events}
    assert gesture
    starts = change.study.pending
    assert [(s.candidate, s.worklist, s.well) for s in starts] == [
        ("C-01", "W1", "A03"), ("C-02", "W1", "A04"), ("C-05", "W1", "A05"),
    ]  # fmt: skip
    assert len({s.run_token for s in starts}) == 3
    assert all(0 < (s.probability_before or 0) < 1 for s in starts)
    rows = rows_of(tmp_path / "plate7.csv")
    assert [(r["well"], r["holds"], r["candidate"]) for r in rows] == [
        ("A01", "control", "DMSO"), ("A02", "empty", ""), ("A03", "candidate", "C-01"),
        ("A04", "candidate", "C-02"), ("A05", "candidate", "C-05"), ("D06", "control", "DMSO"),
    ]  # fmt: skip
    assert [r["run_token"] for r in rows[2:5]] == [s.run_token for s in starts]
    assert (rows[2]["temperature"], rows[3]["ratio"], rows[4]["solvent"]) == ("20.0", "0.9", "DMF")
    assert rows[0]["outcome"] == rows[0]["note"] == ""
    assert actions.verify(session.path).problem is None


def test_suggestions_of_a_worklist_are_kept_with_their_runs(session: actions.Session) -> None:
    plan = plan_worklist(session.study, count=3)
    change = actions.make_worklist(session, plan)
    picks = [advice.suggestion for advice in plan.advice.values()]
    assert [(s.candidate, s.suggested) for s in change.study.pending] == [
        (p.candidate, p.candidate) for p in picks
    ]
    assert [e.kind for e in change.events].count("suggestion_made") == 3
    assert actions.verify(session.path).exact == 3


def test_a_workbook_holds_numbers_as_numbers(session: actions.Session, tmp_path: Path) -> None:
    actions.make_worklist(session, plan_worklist(session.study, candidates=THREE), tmp_path / "w.xlsx")
    book = openpyxl.load_workbook(tmp_path / "w.xlsx")
    header, first, *_ = book["worklist"].iter_rows(values_only=True)
    cells = dict(zip(header, first, strict=True))
    assert (cells["candidate"], cells["temperature"], cells["well"]) == ("C-01", 20, "A01")
    book.close()


def test_location_barcode_unit_and_measured_value_have_columns(
    make_study: Callable[..., actions.Session],
) -> None:
    lab = make_study(
        "lab",
        location="well",
        barcode="well",
        measured="yield",
        measured_unit="%",
        threshold=20.0,
        direction="at-least",
    )
    header = plan_table(plan_worklist(lab.study, candidates=THREE)).header
    assert header == (
        "run_token", "worklist", "well (worklist)", "holds", "candidate", "well", "temperature", "ratio", "solvent",
        "yield (%)", "note",
    )  # fmt: skip
    picks = read_template("pick-list")
    table = plan_table(plan_worklist(lab.study, candidates=THREE, template=picks, name="P7"))
    assert table.header == ("SourceBarcode", "DestinationBarcode", "DestinationWell", "Volume", "RunToken")
    assert list(table.rows)[1] == ("A2", "P7", "A2", "5.0", None)


def test_a_unit_that_stands_in_the_heading_already_is_not_written_twice(tmp_path: Path) -> None:
    table = tmp_path / "salts.csv"
    table.write_text("code,Salt (mM),Time [min],Molarity\nA,1,2,3\nB,2,1,4\n", encoding="utf-8")
    units = {"Salt (mM)": "mM", "Time [min]": "min", "Molarity": "M"}
    settings = Settings(measured="Yield (%)", measured_unit="%", threshold=20.0, direction="at-least")
    reading = read_pool(table, id="code", units=units)
    with actions.create_study(tmp_path / "s.kgstudy", reading, settings, actions.Operator("Kim")) as session:
        filled = plan_table(plan_worklist(session.study, candidates=["A"]))
        assert filled.header[5:] == ("Salt (mM)", "Time [min]", "Molarity (M)", "Yield (%)", "note")
        text = "candidate,Salt (mM),Time [min],Molarity (M),Yield (%)\nA,1,2,3,35\n"
        plan = actions.plan_results(session.study, from_bytes("r.csv", text.encode()))
        assert (plan.equal_cells, plan.table.passed_over, plan.results[0].measured) == (3, (), 35.0)


def test_a_template_names_the_columns_and_is_kept_with_the_worklist(
    session: actions.Session, tmp_path: Path
) -> None:
    path = tmp_path / "robot.toml"
    path.write_text(
        'delimiter = ";"\ndecimal = "comma"\nheader = false\nbyte_order_mark = false\nwells = "A1"\n'
        'rows = ["candidate", "control"]\n'
        '[[column]]\nvalue = "number"\n[[column]]\nheading = "T"\nvalue = "attribute:ratio"\n'
        '[[column]]\nvalue = "well"\n[[column]]\nvalue = "kept:well"\n[[column]]\ntext = "x"\nheading = "c"\n',
        encoding="utf-8",
    )
    layout = Layout(plate=6, order="columns", snake=True, controls=(Controls("pos", ("B3",), "success"),))
    plan = plan_worklist(session.study, candidates=THREE, layout=layout, template=read_template(path))
    actions.make_worklist(session, plan, tmp_path / "a.csv")
    assert (
        tmp_path / "a.csv"
    ).read_bytes() == b"1;0,1;A1;A1;x\r\n2;0,9;B1;A2;x\r\n3;0,2;B2;A5;x\r\n4;;B3;;x\r\n"
    assert session.study.worklists[0].snake
    write_worklist(session.study, "W1", tmp_path / "b.csv")
    assert (tmp_path / "b.csv").read_bytes() == (tmp_path / "a.csv").read_bytes()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('colour = "red"', "colour"),
        ('wells = "a"', "A01"),
        ('[[column]]\nvalue = "yield"', "run_token"),
        ("rows = [", "not a template"),
        ('[[column]]\nvalue = "kept:none"', "none"),
    ],
)
def test_a_template_that_does_not_fit_is_refused_before_anything_starts(
    session: actions.Session, tmp_path: Path, text: str, words: str
) -> None:
    path = tmp_path / "t.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(KgdeskError, match=words):
        plan_worklist(session.study, candidates=THREE, template=read_template(path))


@pytest.mark.parametrize(
    ("layout", "words"),
    [
        (Layout(plate=6, empty=("A1", "A2", "A3", "B1")), "2 wells"),
        (Layout(plate=12, edge=False), "2 wells"),
        (Layout(plate=24, empty=("E1",)), "not on this plate"),
        (Layout(plate=24, empty=("A1", "A01")), "two uses"),
        (Layout(plate=90), "no plate"),
        (Layout(order="spiral"), "spiral"),
    ],
)
def test_a_plate_that_cannot_be_filled_is_refused(
    session: actions.Session, layout: Layout, words: str
) -> None:
    with pytest.raises(BadInput, match=words):
        plan_worklist(session.study, candidates=THREE, layout=layout)


def test_nothing_starts_where_the_file_cannot_be_written(session: actions.Session, tmp_path: Path) -> None:
    plan = plan_worklist(session.study, candidates=THREE)
    (tmp_path / "there.csv").write_text("x", encoding="utf-8")
    for dest, kind in (("there.csv", FileExists), ("no/folder.csv", NotWritten), ("a.doc", BadInput)):
        with pytest.raises(kind):
            actions.make_worklist(session, plan, tmp_path / dest)
    assert session.study.revision == 4
    assert sorted(p.name for p in tmp_path.iterdir() if p.suffix == ".csv") == ["candidates.csv", "there.csv"]


def test_a_repeated_token_starts_nothing_twice_and_gives_the_same_file(
    session: actions.Session, tmp_path: Path
) -> None:
    plan = plan_worklist(session.study, candidates=THREE)
    first = actions.make_worklist(session, plan, tmp_path / "a.csv", token="T")
    again = actions.make_worklist(
        session, plan_worklist(session.study, candidates=THREE, name="W1"), tmp_path / "b.csv", token="T"
    )
    assert again.events == first.events
    assert (tmp_path / "b.csv").read_bytes() == (tmp_path / "a.csv").read_bytes()
    with pytest.raises(BadInput, match="belongs to"):
        actions.make_worklist(session, plan_worklist(session.study, candidates=["C-09"]), token="T")


def test_a_file_of_that_name_that_appears_meanwhile_is_kept_and_the_started_runs_are_said(
    session: actions.Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dest, append = tmp_path / "a.csv", session.append

    def meanwhile(*given: Any) -> Any:
        change = append(*given)
        dest.write_text("of somebody else", encoding="utf-8")
        return change

    monkeypatch.setattr(session, "append", meanwhile)
    change = actions.make_worklist(session, plan_worklist(session.study, candidates=THREE), dest)
    assert len(session.study.starts) == 3
    assert "W1 are started" in change.notice
    assert dest.read_text("utf-8") == "of somebody else"


def test_candidates_that_never_run_together_are_not_put_on_one_plate(
    make_study: Callable[..., actions.Session],
) -> None:
    apart = make_study("apart", never_together=("solvent",))
    with pytest.raises(BadInput, match="solvent"):
        actions.make_worklist(apart, plan_worklist(apart.study, candidates=["C-01", "C-03"]))
    assert apart.study.worklists == ()


def test_a_candidate_stands_once_on_a_plate_unless_repeats_are_wanted_and_the_study_has_them(
    session: actions.Session, make_study: Callable[..., actions.Session]
) -> None:
    twice = ["C-01", "C-02", "C-01"]
    with pytest.raises(BadInput, match=r"C-01 is named more than once .*--with-repeats"):
        plan_worklist(session.study, candidates=twice)
    actions.make_worklist(session, plan_worklist(session.study, candidates=twice, repeats=True))
    assert [start.candidate for start in session.study.pending] == twice
    once = make_study("once", repeats="no")
    before = once.study.head
    with pytest.raises(BadInput, match="C-01 is tried as often as this study allows"):
        actions.make_worklist(once, plan_worklist(once.study, candidates=twice, repeats=True))
    assert once.study.head == before
    with pytest.raises(BadInput, match="Limits are for suggestions"):
        plan_worklist(session.study, candidates=["C-05"], limits=BatchLimits({"solvent": 1}))


def test_a_missing_template_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadTable, match=r"none\.toml"):
        read_template(tmp_path / "none.toml")
