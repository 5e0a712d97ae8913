"""Location of samples: set at creation, or once later, and printed with every candidate."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
from answering import Answer, refused

from kgdesk import actions

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

#: Alphabetically the day of delivery is before the well, and the batch before both.
HEADER = "code,Well,temperature,Delivered,Tube,ratio,Batch"


@pytest.fixture
def placed_table(tmp_path: Path) -> Path:
    path = tmp_path / "placed.csv"
    rows = [
        f"C-{n:02d},2-B{n:02d},{20 + 5 * n},{n:02d}.08.2026,40{n:02d},{0.07 * n % 1:.2f},{'ab'[n % 2]}"
        for n in range(1, 11)
    ]
    path.write_text("\n".join((HEADER, *rows)) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def made(kgdesk: Callable[..., Answer], placed_table: Path, tmp_path: Path) -> Callable[..., Path]:
    def make(*options: str, keep: str = "Batch,Delivered") -> Path:
        path = tmp_path / "placed.kgstudy"
        answer = kgdesk(
            *("new", path, "--candidates", placed_table, "--id", "code", "--never-together", keep),
            *("--attributes", "ratio,temperature", *options),
        )
        assert answer.code == 0, answer.err
        return path

    return make


def payload_of(study: Path, kind: str) -> tuple[int, dict[str, Any]]:
    with closing(sqlite3.connect(f"file:{study}?mode=ro", uri=True)) as file:
        version, text = file.execute(
            "SELECT kind_version, payload FROM event WHERE kind = ? ORDER BY seq DESC LIMIT 1", [kind]
        ).fetchone()
    return version, json.loads(text)


def test_new_stores_the_role_of_every_column_in_the_order_of_the_table(made: Callable[..., Path]) -> None:
    study = made("--location", "Well", "--barcode", "Tube")
    version, facts = payload_of(study, "candidates_imported")
    assert version == 1
    assert [(column["name"], column["role"]) for column in facts["columns"]] == [
        ("code", "id"),
        ("Well", "location"),
        ("temperature", "number"),
        ("Delivered", "kept"),
        ("Tube", "barcode"),
        ("ratio", "number"),
        ("Batch", "kept"),
    ]
    assert payload_of(study, "study_created")[1]["settings"]["location"] == "Well"


def test_a_study_that_is_opened_again_has_its_columns_in_the_order_of_the_table(
    made: Callable[..., Path], who: actions.Operator
) -> None:
    with actions.open_study(made("--location", "Well", "--ignore", "Tube"), who, read_only=True) as session:
        study = session.study
        assert list(study.pool.extras) == ["Well", "Delivered", "Batch"]
        assert [a.name for a in study.pool.attributes] == ["temperature", "ratio"]
        roles = {column.name: column.role for column in study.columns}
    assert (roles["Tube"], roles["Batch"], roles["Well"]) == ("ignored", "kept", "location")


def test_runs_are_exported_with_kept_columns_in_the_order_of_the_table(
    kgdesk: Callable[..., Answer], made: Callable[..., Path], tmp_path: Path
) -> None:
    study = made("--location", "Well")
    kgdesk("record", study, "C-03", "success")
    kgdesk("export", study, tmp_path / "runs.csv")
    text = (tmp_path / "runs.csv").read_text(encoding="utf-8-sig")
    header, row = csv.reader(io.StringIO(text, newline=""))
    assert header[10:] == [
        "temperature",
        "ratio",
        "run_token",
        "measured",
        "really_set",
        "blocks",
        "measured_from",
        "Well",
        "Delivered",
        "Batch",
    ]
    assert row[17:] == ["2-B03", "03.08.2026", "b"]


def test_a_study_whose_location_nobody_named_labels_every_kept_column_until_somebody_does(
    kgdesk: Callable[..., Answer], made: Callable[..., Path]
) -> None:
    study = made(keep="Batch,Delivered,Well")
    kgdesk("start", study, "C-07")
    everything = "In progress: run 1, C-07 (Well: 2-B07 · Delivered: 07.08.2026 · Batch: b), started by"
    assert everything in kgdesk("status", study).out
    assert ". Well: 2-B" in kgdesk("suggest", study).out
    assert ".08.2026 · Batch: " in kgdesk("suggest", study).out
    named = kgdesk("set", study, "--location", "Well", "--reason", "the plate came")
    assert named.out == "Named “Well” as the column that says where a sample lies.\n"
    version, facts = payload_of(study, "settings_changed")
    facts.pop("gesture")
    assert version == 1
    assert facts == {"setting": "location", "old": "", "new": "Well", "reason": "the plate came"}
    assert "In progress: run 1, C-07 (Well: 2-B07), started by" in kgdesk("status", study).out
    told = kgdesk("suggest", study).out
    assert ". Well: 2-B" in told
    assert "2026" not in told
    taken = kgdesk("set", study, "--no-location", "--reason", "no plate after all")
    assert taken.out == "Named no column any more as the one that says where a sample lies.\n"
    assert everything in kgdesk("status", study).out
    assert "Named “Well” as the column that says where a sample lies" in kgdesk("audit", study).out
    assert kgdesk("verify", study).code == 0


def test_what_cannot_be_the_location_is_refused_in_a_sentence(
    kgdesk: Callable[..., Answer], made: Callable[..., Path], placed_table: Path, tmp_path: Path
) -> None:
    study = made("--location", "Well")
    for words, sentence in (
        (("--location", "Shelf"), "no column “Shelf” with the places of the samples"),
        (("--location", "ratio"), "no column “ratio”"),
        (("--location", "Well"), "the study has “Well” already"),
    ):
        refused(kgdesk("set", study, *words, "--reason", "why"), sentence)
    refused(kgdesk("set", study, "--location", "Batch", "--reason", " "), "reason")
    for column, sentence in (("Shelf", "has no column “Shelf”"), ("temperature", "is given two roles")):
        new = ("new", tmp_path / "x.kgstudy", "--candidates", placed_table, "--id", "code")
        options = ("--attributes", "temperature", "--location", column)
        refused(kgdesk(*new, *options), sentence)
    assert not (tmp_path / "x.kgstudy").exists()


def test_one_column_may_say_both_where_a_sample_lies_and_what_its_code_is(
    made: Callable[..., Path], who: actions.Operator
) -> None:
    with actions.open_study(made("--location", "Well", "--barcode", "Well"), who, read_only=True) as session:
        assert session.study.barcodes.find("2-B03") == "C-03"
        assert session.study.settings.location == "Well"


def test_answers_for_programs_say_where_a_candidate_is(
    kgdesk: Callable[..., Answer], made: Callable[..., Path]
) -> None:
    study = made("--location", "Well")
    (suggested,) = kgdesk("suggest", study, "--json").json["suggestions"]
    n = int(suggested["candidate"][2:])
    assert suggested["location"] == {"Well": f"2-B{n:02d}"}
    kgdesk("start", study, "C-04")
    (running,) = kgdesk("status", study, "--json").json["pending"]
    assert running["location"] == {"Well": "2-B04"}
