"""How long the report of a study takes by the number of its attributes, with averaged terms and 39 outcomes.

``PYTHONPATH=. python tests/bench/bench_report.py`` prints one line per number of attributes: columns of the model, and
processor seconds and sheets of the PDF, and processor seconds of the page in HTML.
"""

from __future__ import annotations

import argparse
import os
import re
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from kgdesk import actions
from kgdesk.actions.reports import report
from kgdesk.model.study.settings import Settings
from kgdesk.ui.printing.report_pictures import ReportPictures
from tests.ui.desks import make_session


def seconds(session: actions.Session, dest: Path) -> float:
    """Return the processor time of writing a report, without what was computed for another one."""
    fresh = actions.open_study(session.path, actions.Operator("reader"), read_only=True)
    begun = time.process_time()
    report(fresh, dest, ReportPictures("en"), overwrite=True)
    took = time.process_time() - begun
    fresh.close()
    return took


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Time reports of studies with averaged terms.")
    parser.add_argument("--attributes", type=int, nargs="+", default=[5, 20, 40])
    options = parser.parse_args()
    actions.warm_up()
    print(f"{'attributes':>10} {'columns':>7} {'PDF':>7} {'sheets':>7} {'HTML':>7}")
    for attributes in options.attributes:
        with tempfile.TemporaryDirectory() as folder:
            settings = Settings(title="Report", budget=40, terms="average")
            session = make_session(Path(folder), attributes=attributes - 1, settings=settings)
            ids = session.study.pool.ids
            for at, outcome in enumerate(("success", "failure", "failure") * 13):
                actions.record(session, ids[at * 3 % len(ids)], outcome)
            paper = seconds(session, Path(folder) / "r.pdf")
            sheets = len(re.findall(rb"/Type /Page\b(?!s)", (Path(folder) / "r.pdf").read_bytes()))
            page = seconds(session, Path(folder) / "r.html")
            columns = session.study.design.X.shape[1]
            print(f"{attributes:>10} {columns:>7} {paper:>7.1f} {sheets:>7} {page:>7.1f}", flush=True)
            session.close()


if __name__ == "__main__":
    main()
