"""The pages of the PDF report as a reader has them: few and many effects, in both languages."""

from __future__ import annotations

import itertools
import re
import shutil
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import pytest
from seldom import seldom
from spoken import Spoken

from kgdesk import actions
from kgdesk.actions.reports import Heading, Page, Picture, ReportTable, compose, html, report
from kgdesk.model.advice.picks import advise
from kgdesk.model.study.settings import Settings
from kgdesk.reports.page import Paragraph
from kgdesk.reports.pdf import page_layout
from kgdesk.reports.pdf.column_widths import tables_of
from kgdesk.ui.plots.effects import Effect, EffectsCard, EffectsData, effects_data
from kgdesk.ui.printing.report_pictures import ReportPictures, _effects
from kgdesk.ui.text.translate import WindowTextFormat
from tests.ui.desks import make_session

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PySide6.QtGui import QTextBlock, QTextDocument, QTextLine
    from PySide6.QtWidgets import QApplication
    from pytestqt.logging import _QtLogLibCapture

    from kgdesk.actions import Session
    from kgdesk.model.advice.advice import Advice

#: Words of the program's inside, which no page shows.
INSIDE = ("picture:", "kg_star", " None,", "nan", "{", "}", "moments", "\u2028")

pytestmark = [
    pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler is not installed"),
    pytest.mark.parametrize("language", [*seldom("en"), "de"]),
]
many = pytest.mark.parametrize(
    "effects", [pytest.param(3, marks=pytest.mark.nightly), 18, pytest.param(40, marks=pytest.mark.nightly)]
)
_BY_DAY = {("average-squares", 3)}
kinds = pytest.mark.parametrize(
    ("terms", "effects"),
    [
        pytest.param(terms, effects, marks=() if (terms, effects) in _BY_DAY else pytest.mark.nightly)
        for terms, effects in itertools.product(("linear", "average-squares"), (3, 18, 40))
    ],
)


@pytest.fixture
def effects() -> int:
    """Return the number of effects of a study, if a test asks for no other."""
    return 4


@pytest.fixture
def terms() -> str:
    """Return the terms of the model, if a test asks for no others."""
    return "linear"


@pytest.fixture
def study(tmp_path: Path, effects: int, terms: str) -> Iterator[Session]:
    """Open a finished study with that many effects and nine runs."""
    settings = Settings(title="Coupling screen", budget=40, terms=terms)
    session = make_session(
        tmp_path, attributes=effects - 2, settings=settings
    )  # and two of the three solvents
    for at, outcome in enumerate(("success", "failure", "failure") * 3):
        actions.record(session, session.study.pool.ids[at * 3], outcome)
    actions.finish(session, "Best candidate found")
    yield session
    session.close()


def content(study: Session, language: Literal["en", "de"]) -> Page:
    advice = advise(study.study)
    return compose(advice, ReportPictures(language)(advice), WindowTextFormat())


def drawn(page: Page) -> tuple[QTextDocument, str]:
    """Return a page as laid out on paper, and the text of its PDF without any white space."""
    pictures = page_layout.PictureObjects(page)
    laid = page_layout.document(page, pictures)
    told = subprocess.run(
        ["pdftotext", "-layout", "-", "-"], input=page_layout.page_pdf(page), capture_output=True, check=True
    )
    return laid, flat(told.stdout.decode())


def flat(text: str) -> str:
    """Return a text without white space, and without what only the way through a PDF changes."""
    return re.sub(r"[\s\u200b\u00a0]", "", text).replace("ﬀ", "ff").replace("ﬁ", "fi").replace("ﬂ", "fl")


def lines_of(block: QTextBlock) -> list[QTextLine]:
    return [block.layout().lineAt(at) for at in range(block.layout().lineCount())]


@dataclass(frozen=True)
class Composed:
    """Report on a study: the page, as laid out on paper, and the text of its PDF without any white space."""

    advice: Advice
    page: Page
    laid: QTextDocument
    text: str


@dataclass(frozen=True)
class Printed:
    """Text of each page of the PDF of a report, and what Qt logged meanwhile."""

    pages: list[str]
    logged: list[str]


#: Terms, number of effects and language of a report.
Kind = tuple[str, int, Literal["en", "de"]]


@pytest.fixture(scope="module")
def reports() -> dict[tuple[type, Kind], Composed | Printed]:
    """Hold the reports that earlier tests have made: each takes a second, and no test changes one."""
    return {}


@pytest.fixture
def kind(terms: str, effects: int, language: Literal["en", "de"]) -> Kind:
    return terms, effects, language


@pytest.fixture
def composed(
    reports: dict[tuple[type, Kind], Composed | Printed],
    request: pytest.FixtureRequest,
    qapp: QApplication,
    kind: Kind,
) -> Composed:
    """Return the report on the study as it is composed and laid out."""
    key, language = (Composed, kind), kind[-1]
    if key not in reports:
        study: Session = request.getfixturevalue("study")
        with Spoken(language, qapp):
            page = content(study, language)
            reports[key] = Composed(advise(study.study), page, *drawn(page))
    made = reports[key]
    assert isinstance(made, Composed)
    return made


@pytest.fixture
def printed(
    reports: dict[tuple[type, Kind], Composed | Printed],
    request: pytest.FixtureRequest,
    tmp_path: Path,
    qapp: QApplication,
    qtlog: _QtLogLibCapture,
    kind: Kind,
) -> Printed:
    """Return the PDF of the report on the study."""
    key, language = (Printed, kind), kind[-1]
    if key not in reports:
        with Spoken(language, qapp):
            draw, speech = ReportPictures(language), WindowTextFormat()
            dest = report(request.getfixturevalue("study"), tmp_path / "r.pdf", draw, speech=speech)
        told = subprocess.run(
            ["pdftotext", "-layout", str(dest), "-"], capture_output=True, text=True, check=True
        )
        logged = [record.message for record in qtlog.records]
        reports[key] = Printed(told.stdout.removesuffix("\f").split("\f"), logged)
    made = reports[key]
    assert isinstance(made, Printed)
    return made


@pytest.fixture
def pages(printed: Printed) -> list[str]:
    """Return the text of each page of the report on the study."""
    return printed.pages


@many
def test_every_effect_and_every_run_is_on_paper_and_nothing_of_the_inside_is(
    printed: Printed, language: str, effects: int
) -> None:
    text = "\n".join(printed.pages)
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
    assert [message for message in printed.logged if not message.startswith("This plugin")] == []


@kinds
def test_no_heading_paragraph_or_picture_of_the_page_is_missing_on_paper(
    composed: Composed,
) -> None:
    for block in composed.page.blocks:
        if isinstance(block, Heading | Paragraph):
            assert flat(block.text) in composed.text, block
        elif isinstance(block, Picture):
            assert flat(block.title) in composed.text, block.title
            assert flat(block.sentence) in composed.text, block.title
    line = composed.laid.begin()
    while line.isValid():
        assert not line.text() or line.layout().lineCount(), line.text()
        line = line.next()


@kinds
def test_the_effects_on_paper_and_in_html_are_those_of_the_screen_row_by_row(
    composed: Composed, qapp: QApplication, language: Literal["en", "de"], effects: int
) -> None:
    with Spoken(language, qapp):
        blocks = composed.page.blocks
        name = "Wirkungen der Merkmale" if language == "de" else "Effects of the attributes"
        (at,) = [n for n, block in enumerate(blocks) if isinstance(block, Heading) and block.text == name]
        table = blocks[at + 1]
        assert isinstance(table, ReportTable)
        card = EffectsCard()
        card.set_data(effects_data(composed.advice))
        screen = [column.words() for column in card._columns(card._data)]
        card.deleteLater()
        text, markup = composed.text, html(composed.page)
    assert len(screen) == 5
    assert len(table.rows) == effects - 1  # one for each attribute; a category has two effects
    to = " bis " if language == "de" else " to "
    for row, (what, change, low, high, *more) in zip(table.rows, zip(*screen, strict=True), strict=True):
        assert row == (what, change, f"{low}{to}{high}", *more)
        assert flat(change) in text
        assert flat(f"{low}{to}{high}") in text
        assert f">{low}{to}{high}<" in markup
    assert ("Prozentpunkte" if language == "de" else "percentage points") in table.head[1]


@kinds
def test_every_table_keeps_within_the_margins_whole_words_and_two_rows_together(
    composed: Composed,
) -> None:
    laid = composed.laid
    layout, height = laid.documentLayout(), laid.pageSize().height()
    for table in tables_of(laid):
        cells = [table.cellAt(row, at) for row in range(table.rows()) for at in range(table.columns())]
        for block in (cell.firstCursorPosition().block() for cell in cells):
            left = layout.blockBoundingRect(block).left()
            widest = max((line.naturalTextRect().right() for line in lines_of(block)), default=0.0)
            assert left + widest <= laid.pageSize().width() - page_layout._MARGIN, block.text()
        tops = [
            layout.blockBoundingRect(table.cellAt(row, 0).firstCursorPosition().block()).top()
            for row in range(table.rows())
        ]
        sheets = [int(top // height) for top in tops]
        if len(sheets) > 2:
            assert sheets[-1] == sheets[-2], table.cellAt(0, 0).firstCursorPosition().block().text()
            assert sheets[0] == sheets[1] == sheets[2]
        for column in range(table.columns()):
            block = table.cellAt(0, column).firstCursorPosition().block()
            ends = [line.textStart() + line.textLength() for line in lines_of(block)][:-1]
            assert all(block.text()[end - 1] in " -\u200b\u2028" for end in ends), block.text()


@many
def test_dates_stand_on_one_line_in_the_language_and_pages_are_numbered(
    pages: list[str], language: str
) -> None:
    text = "\n".join(pages)
    date = r"\b20\. Nov\. 2026" if language == "de" else r"\bNov 20, 2026"
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


@pytest.mark.parametrize("count", [44, *seldom(200, 201)])
def test_single_terms_are_a_table_that_a_browser_folds_and_that_fits_on_paper(
    qapp: QApplication, language: Literal["en", "de"], count: int
) -> None:
    """A picture where it fits a sheet; where the table would fill many, paper says where it is."""
    effects = tuple(Effect(f"term {n:03}", 0.01 * n, -1.0, 2.0, "bend", 0.5) for n in range(count))
    with Spoken(language, qapp):
        blocks = _effects(EffectsData(effects, attributes=(Effect("Time", 3.0, 1.0, 5.0, "1 → 2 h"),)))
        *_, table = blocks
        assert isinstance(table, ReportTable)
        page = Page("Terms", tuple(blocks), language)
        _, text = drawn(page)
        markup = html(page)
    assert [row[0] for row in table.rows] == [effect.name for effect in effects]
    assert len(table.head) == 4
    assert markup.count("<details><summary>") == 1
    folded = markup.split("<details>")[1].split("</details>")[0]
    assert folded.count("term ") >= count
    assert str(count) in folded.split("</summary>")[0]
    assert sum(isinstance(block, Picture) for block in blocks) == (2 if count == 44 else 1)
    assert ("term043" in text) == (count < 201)
    assert bool(table.paper) == (count == 201)
    assert flat(table.paper) in text


@pytest.mark.usefixtures("qapp")
def test_a_long_table_is_divided_at_the_end_of_a_sheet_into_parts_of_equal_columns(language: str) -> None:
    head = ("Attribute", *(f"C-{k:04d}" for k in range(6)))
    rows = [
        (f"Concentration of additive {k} after dilution [mg/L]", *(f"{k * 7.031 + n:.3f}" for n in range(6)))
        for k in range(60)
    ]
    rows[-1] = ("Solvent", "2-methyltetrahydrofuran", "2-methyltetrahydrofuran", "DMF", "DMF", "DMF", "water")
    wide = Page("Wide", (ReportTable(head, tuple(rows)),), language)
    pictures = page_layout.PictureObjects(wide)
    laid = page_layout.document(wide, pictures)
    layout, height = laid.documentLayout(), laid.pageSize().height()
    parts = tables_of(laid)
    assert len(parts) > 1
    lefts = [[layout.blockBoundingRect(page_layout._cell(part, 0)).left()] for part in parts]
    for part, places in zip(parts, lefts, strict=True):
        for at in range(1, part.columns()):
            block = part.cellAt(0, at).firstCursorPosition().block()
            places.append(layout.blockBoundingRect(block).left())
        assert all(len(lines_of(page_layout._cell(part, row))) <= 2 for row in range(part.rows()))
    assert all(places == lefts[0] for places in lefts)
    for part in parts[:-1]:  # no sheet is left half empty
        end = layout.blockBoundingRect(page_layout._cell(part, part.rows() - 1)).bottom()
        assert end % height > 0.85 * height


@pytest.mark.usefixtures("qapp")
def test_a_hash_is_wrapped_between_two_letters_that_the_face_joins(language: str) -> None:
    digest = f"{'0' * 31}ff{'0' * 31}"
    page = Page("Report", (ReportTable((), (("Belief", digest),)),), language)
    pictures = page_layout.PictureObjects(page)
    laid = page_layout.document(page, pictures)
    (table,) = tables_of(laid)
    lines = lines_of(table.cellAt(0, 1).firstCursorPosition().block())
    assert [line.textLength() for line in lines] == [33, 32]
