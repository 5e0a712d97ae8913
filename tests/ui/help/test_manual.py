"""The manual says something about everything that there is, and nothing about what there is not."""

from __future__ import annotations

import argparse
import ast
import re
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "entry"))

from bench import Bench, make_study
from PySide6.QtGui import QKeySequence

import kgdesk
from kgdesk.cli.parser import build
from kgdesk.errors import KgdeskError
from kgdesk.ui.help.manual import FIRST, SPARE, Section, folders, manual, parse, read, unmarked
from kgdesk.ui.pictures.card import PictureCard

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from kgdesk.ui.commands import Command

UI = Path(kgdesk.__file__).parent / "ui"
BOOK = manual(SPARE)
SECTIONS = list(BOOK.sections())
PAGES = list(BOOK.pages.values())
BOLD = re.compile(r"\*\*(.+?)\*\*")
KEY = re.compile(r"`((?:(?:Ctrl|Alt|Shift)\+)+[^`\s]+|F\d+|Esc|Enter|Tab|Down)`")
#: Keys that widgets know beside the commands.
OWN_KEYS = {
    "Tab",
    "Down",
    "Ctrl+C",
    "Ctrl+F",
    "Ctrl+Enter",
    "Alt+Left",
    "Esc",
    "Enter",
    "Alt+S",
    "Alt+F",
    "Alt+V",
}


def label(section: Section) -> str:
    return f"{section.page}#{section.anchor}"


def import_all() -> None:
    for found in walk_packages(kgdesk.__path__, "kgdesk."):
        if not found.name.endswith("__main__"):
            import_module(found.name)


def below(kind: type) -> Iterator[type]:
    for one in kind.__subclasses__():
        yield one
        yield from below(one)


def pictures() -> list[PictureCard[object]]:
    import_all()
    kinds = [
        kind
        for kind in below(PictureCard)
        if kind._words is not PictureCard._words and kind.__module__.startswith("kgdesk.")
    ]
    return [kind() for kind in sorted(set(kinds), key=lambda kind: kind.__name__)]


def codes() -> set[str]:
    import_all()
    ours = [kind for kind in below(KgdeskError) if kind.__module__.startswith("kgdesk.")]
    return {KgdeskError.code, *(kind.code for kind in ours)}


def subcommands() -> dict[str, argparse.ArgumentParser]:
    parser = build()
    choices = next(a.choices for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    return dict(choices)


@cache
def texts() -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    """Return every text that stands in the window's code, and the patterns of those with gaps."""
    plain, gaps = set(), []
    for path in sorted(UI.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                plain.add(node.value)
                if re.search(r"\{\w+\}", node.value):
                    parts = re.split(r"\{\w+\}", bare(node.value))
                    gaps.append(".+".join(map(re.escape, parts)))
            elif isinstance(node, ast.JoinedStr):
                parts = [re.escape(v.value) if isinstance(v, ast.Constant) else ".+" for v in node.values]
                gaps.append("".join(parts))
    # A pattern of almost nothing but gaps would let everything pass.
    solid = [gap for gap in gaps if len(re.sub(r"\W", "", gap.replace(".+", ""))) >= 5]
    return frozenset(plain), tuple(re.compile(gap) for gap in solid)


def bare(text: str) -> str:
    """Return a text of the window as a person reads it: without mnemonic, keys and dots at its end."""
    return re.split(r" {2,}", text.replace("&", ""))[0].rstrip(".…:").strip()


@pytest.fixture
def bench(tmp_path: Path, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(make_study(tmp_path / "small.kgstudy"), qtbot, ask=False)
    yield made
    made.close()


@pytest.fixture
def commands(bench: Bench) -> list[Command]:
    return list(bench.window.commands)


def test_every_command_has_a_section_with_its_words_and_keys(commands: list[Command]) -> None:
    missing = []
    for command in commands:
        about = [s for s in SECTIONS if command.id in s.covers]
        text = "\n".join(f"{s.title}\n{s.plain}" for s in about)
        words = re.sub(r"^\d ", "", bare(command.text))
        keys = [QKeySequence(key).toString().replace("Return", "Enter") for key in command.keys]
        if (
            not about
            or words not in text
            or not all(f"`{k}`" in "".join(s.text for s in about) for k in keys)
        ):
            missing.append((command.id, words, keys))
    assert not missing


@pytest.mark.usefixtures("qapp")
def test_every_picture_has_a_section_under_its_own_question() -> None:
    for card in pictures():
        section = BOOK.about(card.objectName())
        assert section is not None, card.objectName()
        assert section.title == card.title.text()
        card.deleteLater()


def test_every_code_of_a_message_has_a_section() -> None:
    for code in sorted(codes()):
        section = BOOK.about(code)
        assert section is not None, code
        assert section.title.startswith(f"{code}: ")


def test_every_command_of_the_command_line_has_a_section_with_its_options() -> None:
    everywhere = "\n".join(
        p.markdown for p in PAGES if any(c.startswith("cli:") for s in p.sections for c in s.covers)
    )
    for name, parser in subcommands().items():
        section = BOOK.about(f"cli:{name}")
        assert section is not None, name
        assert name in f"{section.title} {section.text}"
        for action in parser._actions:
            if action.help == argparse.SUPPRESS:
                continue
            for option in action.option_strings:
                if option.startswith("--") and option != "--help":
                    assert option in everywhere, f"{name} {option}"


def test_every_option_that_the_manual_names_exists() -> None:
    known = {o for parser in subcommands().values() for a in parser._actions for o in a.option_strings}
    for page in PAGES:
        for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", page.markdown):
            assert option in known, f"{page.name}: {option}"


@pytest.mark.parametrize("section", SECTIONS, ids=label)
def test_a_section_covers_only_what_exists(section: Section) -> None:
    plain, gaps = texts()
    for name in section.covers:
        kind, _, rest = name.partition(":")
        if kind == "at":
            named = rest in plain or any(gap.fullmatch(rest) for gap in gaps)
            assert named or any(text.startswith(f"{rest}.") for text in plain), name
        elif kind == "cli":
            metavars = {str(a.metavar).split(",")[0] for p in subcommands().values() for a in p._actions}
            assert rest in subcommands() or any(rest in metavar.split("|") for metavar in metavars), name
        elif name.startswith("KD-"):
            assert name in codes()


def test_a_section_covers_no_command_that_does_not_exist(commands: list[Command]) -> None:
    known = {command.id for command in commands}
    named = {c for s in SECTIONS for c in s.covers if ":" not in c and not c.startswith(("KD-", "picture."))}
    assert named == known


@pytest.mark.usefixtures("qapp")
def test_a_section_covers_no_picture_that_does_not_exist() -> None:
    cards = pictures()
    assert {c for s in SECTIONS for c in s.covers if c.startswith("picture.")} == {
        c.objectName() for c in cards
    }
    for card in cards:
        card.deleteLater()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: object) -> None:
    for link in page.links:  # type: ignore[attr-defined]
        target = f"{page.name}.md{link}" if link.startswith("#") else link  # type: ignore[attr-defined]
        assert link.startswith("https://") or BOOK.has(target), link


def test_the_first_page_leads_to_every_other_one() -> None:
    assert {link.removesuffix(".md") for link in BOOK.pages[FIRST].links} == set(BOOK.pages) - {FIRST}


@pytest.mark.parametrize("section", SECTIONS, ids=label)
def test_a_section_has_at_least_two_sentences(section: Section) -> None:
    assert len(re.findall(r"[.?!](?=\s|$)", section.plain)) >= 2
    assert len(section.plain) >= 80


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_two_sections_of_a_page_share_an_anchor(page: object) -> None:
    anchors = [section.anchor for section in page.sections]  # type: ignore[attr-defined]
    assert len(anchors) == len(set(anchors))


def test_words_in_bold_stand_on_the_screen() -> None:
    plain, gaps = texts()
    seen = {bare(text) for text in plain}
    unknown = [
        (section.page, words)
        for section in SECTIONS
        for words in BOLD.findall(section.text)
        if bare(words) not in seen and not any(gap.fullmatch(bare(words)) for gap in gaps)
    ]
    assert not unknown


def test_keys_in_the_manual_do_something(commands: list[Command]) -> None:
    known = OWN_KEYS | {QKeySequence(key).toString() for command in commands for key in command.keys}
    named = {key for page in PAGES for key in KEY.findall(page.markdown)}
    assert named <= known


def test_the_manual_blames_and_begs_nobody() -> None:
    for page in PAGES:
        found = re.search(r"\b(errors?|invalid|exceptions?|null|please)\b", page.markdown, re.IGNORECASE)
        assert found is None, f"{page.name}: {found}"


def test_the_first_steps_end_with_a_take_back_of_ones_own() -> None:
    steps = BOOK.pages["first-steps"].sections
    assert [s.anchor for s in steps][-2:] == ["take-back", "next"]
    assert "`Ctrl+Z`" in steps[-2].text


def test_the_glossary_leads_both_ways() -> None:
    there, back = BOOK.pages["glossary"].sections[:2]
    for plain, paper in (("value of testing", "knowledge gradient"), ("planned runs", "budget")):
        assert re.search(rf"^\| {plain} \| [^|]*{paper}", there.text, re.MULTILINE)
        assert re.search(rf"^\| {paper} \| [^|]*{plain}", back.text, re.MULTILINE)


def test_a_page_that_a_language_lacks_is_in_english(tmp_path: Path) -> None:
    (tmp_path / "correcting.md").write_text(
        "# Berichtigen\n\n<!-- correct | run.correct -->\n## Eine Eingabe\n\nSo geht es.\n", encoding="utf-8"
    )
    mixed = read([tmp_path, *folders(SPARE)])
    assert list(mixed.pages) == list(BOOK.pages)
    assert mixed.pages["correcting"].title == "Berichtigen"
    assert mixed.about("run.correct").first_sentence == "So geht es."
    assert mixed.pages["history"] == BOOK.pages["history"]


@pytest.mark.parametrize("folder", sorted(folders(SPARE)[0].parent.iterdir()), ids=lambda path: path.name)
def test_pages_in_every_language_have_the_same_sections(folder: Path) -> None:
    for path in sorted(folder.glob("*.md")):
        page = parse(path.stem, path.read_text(encoding="utf-8"))
        english = BOOK.pages[path.stem]
        assert [(s.anchor, s.covers) for s in page.sections] == [
            (s.anchor, s.covers) for s in english.sections
        ]


def test_a_heading_without_a_mark_is_refused() -> None:
    with pytest.raises(KgdeskError, match="unmarked section"):
        parse("page", "# Page\n\n## Lost\n\nText.\n")
    with pytest.raises(KgdeskError, match="no title"):
        parse("page", "Text.\n")


def test_plain_text_has_the_words_of_links_and_tables() -> None:
    markdown = "**Save** ([here](a.md#b), `Ctrl+S`).\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n- one\n- two"
    assert unmarked(markdown) == "Save (here, Ctrl+S).\nA B 1 2\none two"


def test_the_search_finds_beginnings_of_words_with_headings_first() -> None:
    found = BOOK.find("taken back")
    assert found
    assert all("taken back" in f"{s.title} {s.plain}".lower() or "back" in s.plain.lower() for s in found)
    assert BOOK.find("glossar")
    assert BOOK.find("void")[0].title.lower().startswith("void")
    assert not BOOK.find("xyzzy")


def test_a_place_without_a_section_belongs_to_what_is_around_it() -> None:
    assert BOOK.at(["history.slider", "history", "window"]).anchor == "slider"
    assert BOOK.at(["", "history.unknown", "history", "window"]).anchor == "tab"
    assert BOOK.at(["entry.failure", "window"]).anchor == "outcome"
    assert BOOK.at(["qt_something", "window"]) is None
