"""Data frames as tables: the same candidates as from a file, in the caller's library, with every digit."""

from __future__ import annotations

import builtins
import math
from typing import TYPE_CHECKING, Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from kgdesk import read_pool
from kgdesk.errors import BadTable
from kgdesk.tables.data_frames import backend_of, frame_columns, make_frame, table_of_frame

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

COLUMNS = {
    "code": ["A-1", "=B", "ä, “C”"],
    "x": [0.1, 1e-300, 12345678.901234567],
    "n": [1, 2, 3],
    "kind": ["u", "v", "u"],
}
MAKERS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "": dict,
    "pandas": pd.DataFrame,
    "polars": pl.DataFrame,
    "pyarrow": pa.table,
}


@pytest.mark.parametrize("backend", MAKERS, ids=["mapping", *list(MAKERS)[1:]])
def test_a_frame_gives_the_candidates_of_the_table_with_every_digit(backend: str) -> None:
    pool = read_pool(MAKERS[backend](COLUMNS), id="code", categories=["kind"]).pool
    assert pool.ids == ("A-1", "=B", "ä, “C”")
    assert pool.values == (  # noqa: PD011 - a Pool, not a frame
        (0.1, 1e-300, 12345678.901234567),
        (1.0, 2.0, 3.0),
        ("u", "v", "u"),
    )


@pytest.mark.parametrize("backend", MAKERS, ids=["mapping", *list(MAKERS)[1:]])
def test_a_frame_comes_back_in_the_library_that_it_came_from(backend: str) -> None:
    frame = MAKERS[backend](COLUMNS)
    again = make_frame(frame_columns(frame), backend_of(frame))
    assert type(again) is type(frame)
    assert frame_columns(again) == COLUMNS


@pytest.mark.parametrize("blank", [None, math.nan, pd.NA])
def test_a_missing_value_is_a_blank_cell(blank: object) -> None:
    assert table_of_frame({"x": [1.5, blank], "y": [1, 2]}).rows == (("1.5", "1"), ("", "2"))
    with pytest.raises(BadTable, match="blank"):
        read_pool({"x": [1.0, blank, 3.0], "y": [1, 2, 3]})


def test_a_file_and_the_frame_that_a_library_reads_from_it_make_one_pool(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("code,t,s\nP-1,0.30000000000000004,DMF\nP-2,1e5,water\n", encoding="utf-8")
    by_file = read_pool(path, id="code", categories=["s"]).pool
    assert read_pool(pl.read_csv(path), id="code", categories=["s"]).pool == by_file


@pytest.mark.parametrize(
    ("frame", "words"),
    [
        ({"x": [1, 2], "y": [1]}, "differ in length"),
        ({1: [1, 2]}, "heading 1 is not text"),
        (42, "not a int"),
        ({"x": ["one", "two"]}, 'id="x"'),
        ({"x": []}, "nothing below"),
    ],
)
def test_what_is_no_table_is_refused_in_one_sentence(frame: object, words: str) -> None:
    with pytest.raises(BadTable, match=words):
        read_pool(frame)


def test_without_narwhals_a_mapping_serves_and_a_frame_names_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name == "narwhals":
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    assert len(read_pool(COLUMNS, id="code", categories=["kind"]).pool) == 3
    with pytest.raises(BadTable, match=r"kgdesk\[frames\]"):
        read_pool(pd.DataFrame(COLUMNS), id="code")
