"""What was really set: recorded, shown with the candidate, exported, restored and verified."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING

import pytest
from answering import Answer, refused

from kgdesk import actions

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from kgdesk.model.study.study import Study

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


def read(path: Path) -> Study:
    with actions.open_study(path, actions.Operator("x"), read_only=True) as session:
        return session.study


@pytest.mark.qt_log_ignore("^This plugin does not support ")
def test_what_was_really_set_is_recorded_exported_restored_and_verified(
    kgdesk: Callable[..., Answer], study: Path, table_path: Path
) -> None:
    done = kgdesk("record", study, "C-07", "success", "--set", "temperature=62.5", "--set", "solvent=DMF")
    assert done.out.startswith(
        "Run 1 recorded: success for C-07 (really set: temperature 62.5, solvent DMF).\n"
    )
    refused(
        kgdesk("record", study, "C-08", "failure", "--set", "temperature=95"), "outside the range", "--beyond"
    )
    assert kgdesk("record", study, "C-08", "failure", "--set", "temperature=95", "--beyond").code == 0
    assert kgdesk("correct", study, "2", "success", "--reason", "misread").code == 0
    assert "really set: solvent DMF, temperature 62.5" in kgdesk("audit", study).out
    runs = study.with_name("runs.csv")
    assert kgdesk("export", study, runs).code == 0
    rows = list(csv.DictReader(runs.read_text("utf-8-sig").splitlines()))
    assert [(row["candidate"], row["temperature"], row["really_set"]) for row in rows] == [
        ("C-07", "50.0", '{"temperature": 62.5, "solvent": "DMF"}'), ("C-08", "55.0", '{"temperature": 95.0}'),
    ]  # fmt: skip
    again = study.with_name("again.kgstudy")
    made = kgdesk(
        "new", again, "--candidates", table_path, "--id", "code", "--category", "solvent", "--ignore", "well"
    )
    assert made.code == 0
    assert kgdesk("import", again, runs).code == 0
    before, after = read(study), read(again)
    assert [run.set_values for run in after.runs] == [run.set_values for run in before.runs]
    assert after.belief.digest == before.belief.digest
    assert kgdesk("import", again, runs).out.startswith("Added 0 outcomes; 2 were known already.")
    for path in (study, again):
        assert kgdesk("verify", path).code == 0
    report = study.with_name("report.html")
    assert kgdesk("report", study, report).code == 0
    assert "really set: temperature 62.5, solvent DMF" in report.read_text("utf-8")
    runs.write_text(
        runs.read_text("utf-8-sig").replace('62.5, ""solvent', '62.5; ""solvent'), encoding="utf-8"
    )
    third = study.with_name("third.kgstudy")
    kgdesk(
        "new", third, "--candidates", table_path, "--id", "code", "--category", "solvent", "--ignore", "well"
    )
    refused(kgdesk("import", third, runs), "column “really_set”", "does not say what was really set")


def test_the_archive_keeps_what_was_really_set(kgdesk: Callable[..., Answer], study: Path) -> None:
    assert kgdesk("record", study, "C-07", "1/3", "--set", "ratio=0.45").code == 0
    archive, back = study.with_name("a.zip"), study.with_name("back.kgstudy")
    assert kgdesk("export", study, archive).code == 0
    assert kgdesk("import", back, archive).code == 0
    assert read(back) == read(study)
    assert {run.set_values for run in read(back).runs} == {(("ratio", 0.45),)}


def test_what_was_really_set_is_corrected_shown_and_replayed(
    kgdesk: Callable[..., Answer], study: Path
) -> None:
    assert kgdesk("record", study, "C-07", "success").code == 0
    digest = read(study).belief.digest
    plan = kgdesk("correct", study, "1", "success", "--set", "temperature=62.5", "--plan", "--json")
    assert json.loads(plan.out)["recommended"] != json.loads(plan.out)["recommended_then"]
    refused(
        kgdesk("correct", study, "1", "success", "--set", "temperature=95", "--reason", "log"), "--beyond"
    )
    refused(kgdesk("correct", study, "1", "success", "--reason", "log"), "nothing would change")
    done = kgdesk("correct", study, "1", "success", "--set", "temperature=62.5", "--reason", "log")
    assert done.out.startswith(
        "Run 1 is now success, really set: temperature 62.5; it was success, set as planned.\n"
    )
    assert "Corrected run 1 to success for C-07, really set: temperature 62.5" in kgdesk("audit", study).out
    assert read(study).belief.digest != digest
    assert kgdesk("verify", study).code == 0
    runs = study.with_name("runs.csv")
    assert kgdesk("export", study, runs).code == 0
    (row,) = csv.DictReader(runs.read_text("utf-8-sig").splitlines())
    assert row["really_set"] == '{"temperature": 62.5}'
    undone = kgdesk("correct", study, "1", "success", "--set", "temperature=50", "--reason", "log of run 2")
    assert undone.out.startswith(
        "Run 1 is now success, set as planned; it was success, really set: temperature 62.5.\n"
    )
    assert "Corrected run 1 to success for C-07, set as planned" in kgdesk("audit", study).out
    assert read(study).belief.digest == digest
    report = study.with_name("report.html")
    assert kgdesk("report", study, report).code == 0
    assert "(C-07, temperature 62.5)" in report.read_text("utf-8")
