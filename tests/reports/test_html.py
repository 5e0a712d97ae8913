"""Text is converted to HTML in one place: escaped, and without loss."""

from __future__ import annotations

import ast
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgdesk.plain_text import escaped
from kgdesk.reports.html import Markup, document, element, figure, table

PACKAGE = Path(__file__).parents[2] / "kgdesk"
TEXT = st.text(st.characters(exclude_characters="\0\r", exclude_categories=("Cs",)), min_size=1, max_size=20)


class Reader(HTMLParser):
    """Parser that stores what a browser would display."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.text += data


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    return reader


@given(TEXT, TEXT)
def test_whatever_a_text_holds_it_stays_text(text: str, value: str) -> None:
    reader = read(element("p", text, title=value))
    assert reader.tags == ["p"]
    assert reader.text == escaped(text, keep="\n\t")
    assert reader.attributes == [("title", escaped(value, keep="\n\t"))]


def test_markup_is_not_escaped_again() -> None:
    inner = element("b", "5 < 6 & 7")
    assert element("p", "so: ", inner) == "<p>so: <b>5 &lt; 6 &amp; 7</b></p>"
    assert Markup.of(inner) is not inner
    assert Markup.of(inner) == inner


def test_a_word_of_python_is_an_attribute_with_a_stroke_behind_it() -> None:
    assert element("td", "1", class_="short") == '<td class="short">1</td>'


@pytest.mark.parametrize(
    ("head", "tags"),
    [
        (("a", "b"), ["table", "caption", "thead", "tr", "th", "th", "tbody", "tr", "td", "td"]),
        ((), ["table", "caption", "tbody", "tr", "th", "td"]),
    ],
)
def test_the_first_cell_names_a_row_where_a_table_has_no_headings(
    head: tuple[str, ...], tags: list[str]
) -> None:
    assert read(table(head, [("x", "<y>")], caption="both")).tags == tags


def test_a_drawing_stands_in_the_page_without_its_declaration() -> None:
    drawn = figure('<?xml version="1.0"?>\n<svg><path/></svg>', "a < b")
    assert drawn == "<figure><svg><path/></svg><figcaption>a &lt; b</figcaption></figure>"


def test_a_document_names_its_language_and_needs_no_other_file() -> None:
    page = document("a & b", [element("p", "c")], style="p { color: red; }", language="de")
    assert page.startswith('<!doctype html>\n<html lang="de"><head><meta charset="utf-8">')
    assert "<title>a &amp; b</title><style>p { color: red; }</style>" in page
    assert page.endswith("<body>\n<h1>a &amp; b</h1>\n<p>c</p>\n</body></html>\n")


def test_no_other_file_of_the_package_escapes_html() -> None:
    def imported(path: Path) -> set[str | None]:
        text = path.read_text(encoding="utf-8")
        nodes = list(ast.walk(ast.parse(text))) if "html" in text else []
        modules = {node.module for node in nodes if isinstance(node, ast.ImportFrom)}
        return modules | {
            alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names
        }

    users = {
        path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py") if "html" in imported(path)
    }
    assert users == {"reports/html.py", "ui/widgets/basic.py"}  # pages, and the tool tips of the window
