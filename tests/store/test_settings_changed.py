"""Changing a setting of an open study is one event in every store, and is preserved by a move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import openpyxl

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.model.advice.picks import advise
from kgdesk.model.study.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from storekit import PostgresPlaces


def of_pool(place: str | Path, table: Path, who: actions.Operator) -> actions.Session:
    pool = read_pool(table, id="code", categories=["solvent"], extras=["well"])
    return actions.create_study(place, pool, Settings(), who, file=table.name)


def test_new_codes_last_and_go_along_with_archive_workbook_and_check(
    places: Any, table_path: Path, who: actions.Operator, tmp_path: Path
) -> None:
    with of_pool(places("s"), table_path, who) as session:
        actions.record(session, "C-01", "success", advice=advise(session.study))
        actions.change_settings(session, {"barcode": "well"}, "new labels")
        actions.record(session, "C-05", "failure", advice=advise(session.study))
        head, place = session.study.head, session.place
        actions.export(session, tmp_path / "all.zip")
        actions.export(session, tmp_path / "all.xlsx")
    with actions.open_study(place, who, read_only=True) as again:
        assert again.study.settings.barcode == "well"
        assert again.study.barcodes.find("A4") == "C-04"
    found = actions.verify(place)
    assert (found.problem, found.suggestions, found.exact) == (None, 2, 2)
    with actions.import_archive(tmp_path / "all.zip", tmp_path / "here.kgstudy", who) as here:
        assert here.study.head == head
        assert here.study.settings.barcode == "well"
    book = openpyxl.load_workbook(tmp_path / "all.xlsx")
    assert ("barcode", "well") in list(book["settings"].iter_rows(values_only=True))
    kinds = [row[1] for row in book["audit"].iter_rows(values_only=True)]
    assert kinds.count("settings_changed") == 1
    book.close()


def test_both_stores_give_the_entry_the_same_hash(
    on_server: PostgresPlaces, table_path: Path, who: actions.Operator, tmp_path: Path
) -> None:
    with of_pool(tmp_path / "s.kgstudy", table_path, who) as session:
        actions.change_settings(session, {"barcode": "well"}, "new labels: “Wärme” − 4 °C")
        events = session.store.read_from()
    with on_server.store.create(on_server("t"), [event.new for event in events[:-1]]) as store:
        stored = store.append_if_head(store.head(), [events[-1].new])
        assert (stored[-1].kind, stored[-1].hash) == ("settings_changed", events[-1].hash)


def test_a_colleague_at_another_workstation_scans_by_the_new_codes_at_once(
    on_server: PostgresPlaces, table_path: Path, who: actions.Operator
) -> None:
    with of_pool(on_server("s"), table_path, who) as here, actions.open_study(here.place, who) as there:
        assert there.study.barcodes.find("A4") is None
        actions.change_settings(here, {"barcode": "well"}, "new labels")
        change = there.refreshed()
        assert change is not None
        assert change.facts == {"settings"}
        assert there.study.barcodes.find("A4") == "C-04"
