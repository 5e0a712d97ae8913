"""The site is built by one command without a warning; its links, and those of the questions, lead somewhere."""

from __future__ import annotations

import ast
import importlib.util
import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from seldom import seldom

import kgdesk

ROOT = Path(__file__).parents[2]
SITE = ROOT / "resources" / "site"
NOTEBOOKS = sorted((SITE / "notebooks").glob("*.ipynb"))
LINK = re.compile(r"\]\(([^()\s]+)\)")


def missing() -> str:
    """Return why the site cannot be built here; empty if it can."""
    lacking = [
        name
        for name in ("sphinx", "myst_parser", "furo", "nbclient", "ipykernel")
        if importlib.util.find_spec(name) is None
    ]
    return f"not installed (pip install --group site): {', '.join(lacking)}" if lacking else ""


class Page(HTMLParser):
    """Anchors of a page, and the places that it links to."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.anchors.add(value)
            if value and (name, tag) in {("href", "a"), ("src", "img")}:
                self.links.append(value)


@pytest.mark.nightly
@pytest.mark.slow
def test_the_site_builds_without_a_warning_and_every_link_in_it_resolves(tmp_path: Path) -> None:
    if why := missing():
        pytest.skip(why)
    built = tmp_path / "site"
    done = subprocess.run(
        [sys.executable, SITE / "build.py", built],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    pages = {path: Page(path) for path in built.rglob("*.html")}
    assert len(pages) > 70
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or not (parts.path or parts.fragment):
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            assert target.exists(), f"{path.relative_to(built)}: {link}"
            if parts.fragment and target in pages:
                assert unquote(parts.fragment) in pages[target].anchors, f"{path.relative_to(built)}: {link}"
    for name in kgdesk.__all__:
        if name != "__version__":
            assert f"kgdesk.{name}" in pages[built / "resources" / "site" / "api.html"].anchors, name
    shown = (built / "resources" / "site" / "notebooks" / "first_campaign.html").read_text("utf-8")
    assert "at stake: " in shown  # what the notebook printed


@pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
def test_a_notebook_is_kept_without_outputs_and_imports_public_names_alone(path: Path) -> None:
    cells = json.loads(path.read_text("utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert len(cells) > len(code) > 2
    for cell in code:
        assert (cell["outputs"], cell["execution_count"]) == ([], None)
        for node in ast.walk(ast.parse("".join(cell["source"]))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("kgdesk"):
                assert node.module == "kgdesk"
                assert {name.name for name in node.names} <= set(kgdesk.__all__)


@pytest.mark.parametrize("name", seldom(*(path.stem for path in NOTEBOOKS)))
def test_the_code_of_a_notebook_runs(name: str, tmp_path: Path) -> None:
    path = SITE / "notebooks" / f"{name}.ipynb"
    cells = json.loads(path.read_text("utf-8"))["cells"]
    code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


def slugs(page: Path) -> set[str]:
    """Return the anchors that headings of a Markdown page have on GitHub."""
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    named = set(re.findall(r'<a id="([^"]+)"></a>', text))
    return named | {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


PAGES = [
    *ROOT.glob("*.md"),
    *(page for part in ("resources", "installer", "tests") for page in (ROOT / part).rglob("*.md")),
]


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_every_link_of_a_document_leads_to_a_file_and_to_a_heading_of_it(page: Path) -> None:
    text = re.sub(r"^```.*?^```|`[^`\n]*`", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    base = ROOT if page == SITE / "index.md" else page.parent
    for link in LINK.findall(text):
        parts = urlsplit(link)
        target = base / unquote(parts.path) if parts.path else page
        if parts.scheme:
            continue
        assert target.exists(), link
        if parts.fragment and target.suffix == ".md":
            assert unquote(parts.fragment) in slugs(target), link


def test_four_readers_have_ten_questions_each() -> None:
    text = (SITE / "questions.md").read_text("utf-8")
    lists = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    assert [each.splitlines()[0] for each in lists] == [
        "A scientist asks",
        "IT asks",
        "A Python developer asks",
        "A contributor asks",
    ]
    for each in lists:
        asked = re.findall(r"^\d+\. \[[^\]]+\?\]\(\S+\)$", each, re.MULTILINE)
        assert len(asked) == 10, each


def test_each_answer_exists_and_is_the_readme_or_one_link_from_it() -> None:
    links = LINK.findall((ROOT / "README.md").read_text("utf-8"))
    near = {(ROOT / link.partition("#")[0]).resolve() for link in links}
    near |= {ROOT / "README.md"}
    assert SITE / "questions.md" in near
    for link in LINK.findall((SITE / "questions.md").read_text("utf-8")):
        path, _, anchor = link.partition("#")
        target = (SITE / path).resolve()
        assert target in near, link
        assert anchor in slugs(target), link


def test_every_page_that_a_page_of_the_site_links_to_is_on_the_site() -> None:
    spec = importlib.util.spec_from_file_location("build", SITE / "build.py")
    assert spec is not None
    assert spec.loader is not None
    build = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(build)
    pages = {page for pattern in build.PAGES for page in ROOT.glob(pattern)}
    manual = {
        page for language in build.LANGUAGES for page in (ROOT / "resources/help" / language).glob("*.md")
    }
    site = {*pages, *manual, *SITE.glob("*.md")}
    for page in site - {SITE / "index.md"}:
        for link in LINK.findall(page.read_text("utf-8")):
            target = (page.parent / unquote(urlsplit(link).path)).resolve()
            if not urlsplit(link).scheme and target.suffix == ".md":
                assert target in site, f"{page.relative_to(ROOT)}: {link}"
