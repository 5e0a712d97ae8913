"""The pages of the PDF report as a reader has them: few and many effects, in both languages."""

from __future__ import annotations

import itertools
import re
import shutil
import subprocess
from typing import TYPE_CHECKING, Literal

import pytest
from spoken import Spoken

from kgdesk import actions
from kgdesk.actions.reports import report
from kgdesk.model.advice.advice import advise
from kgdesk.model.study.settings import Settings
from kgdesk.ui.printing.report_pdf import ReportPdf
from kgdesk.ui.text.translate import text_format_without_screen
from tests.ui.desks import make_session

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QApplication
    from pytestqt.logging import _QtLogLibCapture

#: Words of the program's inside, which no page shows.
INSIDE = ("picture:", "kg_star", " None,", "nan", "{", "}", "moments", "\u2028")

pytestmark = [
    pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext is not installed"),
    pytest.mark.parametrize("language", ["en", "de"]),
]
many = pytest.mark.parametrize("effects", [3, 18, 40])


@pytest.fixture
def effects() -> int:
    """Return the number of effects of a study, if a test asks for no other."""
    return 4


@pytest.fixture
def terms() -> str:
    """Return the terms of the model, if a test asks for no others."""
    return "linear"


@pytest.fixture
def pages(
    tmp_path: Path, qapp: QApplication, language: Literal["en", "de"], effects: int, terms: str
) -> list[str]:
    """Return the text of each page of a report on a study with that many effects and nine runs."""
    settings = Settings(title="Coupling screen", budget=40, terms=terms)
    session = make_session(
        tmp_path, attributes=effects - 2, settings=settings
    )  # and two of the three solvents
    for at, outcome in enumerate(("success", "failure", "failure") * 3):
        actions.record(session, session.study.pool.ids[at * 3], outcome, advice=advise(session.study))
    actions.finish(session, "Best candidate found")
    with Spoken(language, qapp):
        dest = report(
            session, tmp_path / "r.pdf", ReportPdf(language), speech=text_format_without_screen(language)
        )
    session.close()
    told = subprocess.run(
        ["pdftotext", "-layout", str(dest), "-"], capture_output=True, text=True, check=True
    )
    return told.stdout.removesuffix("\f").split("\f")


@many
def test_every_effect_and_every_run_is_on_paper_and_nothing_of_the_inside_is(
    pages: list[str], language: str, effects: int, qtlog: _QtLogLibCapture
) -> None:
    text = "\n".join(pages)
    flat = re.sub(r"\s+", " ", text)
    assert flat.count("Temperature [°C]") >= 2  # conditions and effect
    for level in ("DMF", "water"):
        assert f"Solvent = {level}" in flat
    for k in range(4, effects - 2):
        assert len(re.findall(rf"additive {k}\b", flat)) >= 2, k
    for run in range(1, 10):
        assert re.search(rf"^\s*{run}\s", text, re.MULTILINE), run
    for word in INSIDE:
        assert word not in flat, word
    other = ("Expected success", "Outcome") if language == "de" else ("Erfolgsaussicht", "Ergebnis")
    assert not [word for word in other if word in flat]
    said = [record.message for record in qtlog.records if not record.message.startswith("This plugin")]
    assert said == []


@many
def test_dates_stand_on_one_line_in_the_language_and_pages_are_numbered(
    pages: list[str], language: str
) -> None:
    text = "\n".join(pages)
    date = r"\b20\.11\.2026" if language == "de" else r"\b11/20/2026"
    assert re.search(date, text)
    assert not re.search(r"2026-11-20", text)
    assert not re.search(r"\b11/\s*\n\s*20/|\b20\.\s*\n\s*11\.", text)
    for number, page in enumerate(pages, 1):
        assert re.search(rf"\b{number}\s*(/|of|von)\s*{len(pages)}\b", page), page[-200:]


@many
def test_no_table_is_split_after_one_row(pages: list[str]) -> None:
    """A row may have several lines: its first begins with the number of the run, or the code of a candidate."""
    begins = re.compile(r"^\s*(\d+\s+)?C-\d{4}\s")
    for page, following in itertools.pairwise(pages):
        lines = [line for line in page.splitlines() if line.strip()][:-1]  # without the foot
        after = [line for line in following.splitlines() if line.strip()]
        heads = [
            at for at, line in enumerate(lines) if re.match(r"\s*(Run|Candidate|Versuch|Kandidat)\s", line)
        ]
        goes_on = any(begins.match(line) for line in after[:6])
        if heads and goes_on:
            assert sum(bool(begins.match(line)) for line in lines[heads[-1] :]) != 1, lines[-4:]


@pytest.mark.parametrize("terms", ["average"])
def test_an_average_has_a_row_for_each_attribute_and_one_for_each_term(
    pages: list[str], language: str
) -> None:
    flat = re.sub(r"\s+", " ", "\n".join(pages))
    unit = "Prozentpunkte" if language == "de" else "percentage points"
    by_attribute, by_term = flat.index(unit), flat.index("Temperature [°C]²")
    assert by_attribute < by_term
    shown = flat[by_attribute - 600 : by_term]
    for name in ("Temperature [°C]", "Solvent ratio [%]", "Solvent", "→"):
        assert name in shown, name
    for term in ("Solvent ratio [%]²", "Solvent = DMF", "Temperature [°C] × Solvent ratio [%]"):
        assert term in flat, term
