"""Two plates in the window, one of which departs by 1.5 in log-odds: worklists, results by drop, what Checks say."""

from __future__ import annotations

import csv
import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "entry"))

from entry_bench import Bench, make_study
from gestures import Hands

from kgdesk.ui.dialogs.results_preview import ResultsDialog
from kgdesk.ui.dialogs.worklist import WorklistDialog
from kgdesk.ui.pages.checks import ChecksPage

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from kgdesk.model.study.study import Study

CANDIDATES, ON_A_PLATE, DEPARTURE = 36, 24, -1.5


def plate(bench: Bench, qtbot: QtBot, names: list[str]) -> Path:
    """Start the runs of a plate with candidates of one's choice; return the worklist."""
    bench.window.ask("worklist")
    qtbot.waitUntil(lambda: bench.window.findChild(WorklistDialog) is not None)
    dialog = bench.window.findChild(WorklistDialog)
    assert dialog is not None
    qtbot.waitUntil(lambda: bool(dialog.picks) and dialog.start.isEnabled())
    dialog.candidates.setText(", ".join(names))
    dialog.candidates.editingFinished.emit()
    qtbot.waitUntil(lambda: dialog.start.isEnabled() and f"{len(names)} runs" in dialog.start.text())
    dialog.accept()
    qtbot.waitUntil(lambda: dialog.saved is not None)
    assert dialog.saved is not None
    return Path(dialog.saved)


def day(folder: Path, qtbot: QtBot, *, departs: bool) -> Study:
    """Run two plates, half of whose candidates are the same, and return the study; look at Checks at the end."""
    path = make_study(
        folder / f"departs-{departs}.kgstudy",
        rows=CANDIDATES,
        attributes=2,
        runs=0,
        blocks="plate",
        terms="linear",
        budget=60,
    )
    bench = Bench(path, qtbot, tabs=False)
    try:
        pool = bench.controller.study.pool
        first = np.array(pool.values[0], dtype=float)
        log_odds = -0.5 + 2.0 * (first - first.mean()) / first.std()
        uniform = np.random.default_rng(20261129).random((2, CANDIDATES))
        for nth in range(2):
            begin = nth * (CANDIDATES - ON_A_PLATE)
            worklist = plate(bench, qtbot, list(pool.ids[begin : begin + ON_A_PLATE]))
            rows = list(csv.DictReader(io.StringIO(worklist.read_text("utf-8-sig"))))
            shift = DEPARTURE if departs and nth else 0.0
            for row in rows:
                which = pool.row(row["candidate"])
                chance = 1.0 / (1.0 + np.exp(-(log_odds[which] + shift)))
                row["outcome"] = "success" if uniform[nth, which] < chance else "failure"
            results = folder / f"results-{departs}-{nth}.csv"
            with results.open("w", newline="", encoding="utf-8") as file:
                writer = csv.DictWriter(file, list(rows[0]))
                writer.writeheader()
                writer.writerows(rows)
            assert Hands(bench.window).drop(results, bench.window)
            qtbot.waitUntil(lambda: bench.window.findChild(ResultsDialog) is not None)
            dialog = bench.window.findChild(ResultsDialog)
            qtbot.waitUntil(lambda dialog=dialog: dialog.record.isEnabled())
            dialog.record.click()
            qtbot.waitUntil(lambda nth=nth: bench.runs == ON_A_PLATE * (nth + 1))
            qtbot.waitUntil(lambda: bench.window.findChild(ResultsDialog) is None)
            bench.wait_ready()
        page = ChecksPage(bench.controller)
        qtbot.addWidget(page)
        page.show()
        page.reveal("groups")
        page.blocks.as_table.setChecked(True)
        qtbot.waitUntil(lambda: page.blocks.twin.model().rowCount() == 2, timeout=60_000)
        return bench.controller.study
    finally:
        bench.close()


def test_a_plate_that_departs_has_its_estimate_in_the_window_and_does_not_change_the_best(
    tmp_path: Path, qtbot: QtBot
) -> None:
    departed, plain = (day(tmp_path, qtbot, departs=departs) for departs in (True, False))
    fit, alike = departed.block_fit, plain.block_fit
    assert fit is not None
    assert alike is not None
    _, second = fit.effects()
    assert second.low <= DEPARTURE <= second.high
    assert second.mean < min(alike.effects()[1].mean, fit.effects()[0].mean)
    best = [
        study.design.X[int(np.argmax(study.belief.predict(study.design.rows)))] for study in (departed, plain)
    ]
    np.testing.assert_array_equal(best[0], best[1])
