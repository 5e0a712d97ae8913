"""The manual covers every command, plot, error and option of the program, and nothing that does not exist."""

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

from entry_bench import Bench, make_study
from PySide6.QtGui import QKeySequence

import kgdesk
from kgdesk.cli.parser import build
from kgdesk.errors import KgdeskError
from kgdesk.ui.dialogs.manual import FIRST, SPARE, ManualPage, Section, folders, manual, parse, read, unmarked
from kgdesk.ui.plots.card import PlotCard

sys.path.insert(0, str(Path(__file__).parents[3] / "resources" / "translations"))
import gather  # a script for developers, in no package

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from kgdesk.ui.window.commands import WindowCommand

UI = Path(kgdesk.__file__).parent / "ui"
LANGUAGES = ("en", "de")
BOOK = manual(SPARE)
#: The manual in each language, without the pages of the fallback language.
BOOKS = {language: read([folders(SPARE)[-1].parent / language]) for language in LANGUAGES}
PAGES = [(language, page) for language in LANGUAGES for page in BOOKS[language].pages.values()]
GERMAN = gather.translations()
both = pytest.mark.parametrize("language", LANGUAGES)
BOLD = re.compile(r"\*\*(.+?)\*\*")
KEY = re.compile(
    r"`((?:(?:Ctrl|Alt|Shift|Strg|Umschalt)\+)+[^`\s]+|F\d+|Esc|Enter|Eingabe|Tab|Down|Pfeil ab)`"
)
#: Names of keys on a German keyboard.
GERMAN_KEYS = {"Ctrl": "Strg", "Shift": "Umschalt", "Enter": "Eingabe", "Left": "Links", "Down": "Pfeil ab"}
#: Keys handled by widgets rather than commands.
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
#: What the names of pictures begin with.
PICTURES = ("plot.", "explore.", "candidates.")


def label(one: object) -> str:
    if isinstance(one, Section):
        return f"{one.page}#{one.anchor}"
    return one.name if isinstance(one, ManualPage) else str(one)


def key_in(language: str, key: str) -> str:
    """Return the name of a key on the keyboard of a language."""
    if language == "en":
        return key
    return "+".join(GERMAN_KEYS.get(part, part) for part in key.split("+")) if key != "Ctrl++" else "Strg++"


def words_in(language: str, words: str) -> set[str]:
    """Return the translations of a text of the window, without dots and mnemonic, into a language."""
    if language == "en":
        return {words}
    same, shapes = german_texts()
    found = set(same.get(words, ()))
    for field, shape, german in shapes:
        match = shape.fullmatch(words)
        values = (words_in(language, match[1]) | {match[1]}) if match else set()
        found |= {german.replace(field, value) for value in values}
    return found


@cache
def german_texts() -> tuple[dict[str, list[str]], tuple[tuple[str, re.Pattern[str], str], ...]]:
    """Return the German texts by English ones, and field, English pattern and German text of those with one field."""
    same: dict[str, list[str]] = {}
    shapes = []
    for text, german in GERMAN.items():
        english = bare(text.source)
        same.setdefault(english, []).append(bare(german))
        fields = re.findall(r"\{(\w+)\}", text.source)
        if len(fields) == 1 and len(english) > len(fields[0]) + 6:
            field = f"{{{fields[0]}}}"
            shapes.append(
                (field, re.compile(re.escape(english).replace(re.escape(field), "(.+)")), bare(german))
            )
    return same, tuple(shapes)


@cache
def import_all() -> None:
    for found in walk_packages(kgdesk.__path__, "kgdesk."):
        if not found.name.endswith("__main__"):
            import_module(found.name)


def below(kind: type) -> Iterator[type]:
    for one in kind.__subclasses__():
        yield one
        yield from below(one)


def pictures() -> list[PlotCard[object]]:
    import_all()
    kinds = [
        kind
        for kind in below(PlotCard)
        if kind._words is not PlotCard._words and kind.__module__.startswith("kgdesk.")
    ]
    return [kind() for kind in sorted(set(kinds), key=lambda kind: kind.__name__)]


@cache
def codes() -> set[str]:
    import_all()
    ours = [kind for kind in below(KgdeskError) if kind.__module__.startswith("kgdesk.")]
    return {KgdeskError.code, *(kind.code for kind in ours)}


@cache
def subcommands() -> dict[str, argparse.ArgumentParser]:
    parser = build()
    choices = next(a.choices for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    return dict(choices)


@cache
def texts() -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    """Return every text in the window's code, and patterns of those with fields."""
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
    # A pattern that consists almost entirely of fields would match everything.
    solid = [gap for gap in gaps if len(re.sub(r"\W", "", gap.replace(".+", ""))) >= 5]
    return frozenset(plain), tuple(re.compile(gap) for gap in solid)


@cache
def seen_in(language: str) -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    """Return the texts visible in the window in a language, and patterns of those with fields."""
    plain, gaps = texts()
    if language == "en":
        return frozenset(map(bare, plain)), gaps
    shapes = [".+".join(map(re.escape, re.split(r"\{\w+\}", bare(g)))) for g in GERMAN.values() if "{" in g]
    solid = [shape for shape in shapes if len(re.sub(r"\W", "", shape.replace(".+", ""))) >= 5]
    return frozenset(map(bare, GERMAN.values())), tuple(map(re.compile, solid))


def bare(text: str) -> str:
    """Return a text of the window as displayed: without mnemonic, shortcut and trailing dots."""
    return re.split(r" {2,}", text.replace("&", ""))[0].rstrip(".…:").strip()


@pytest.fixture
def bench(tmp_path: Path, qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(make_study(tmp_path / "small.kgstudy"), qtbot, ask=False)
    yield made
    made.close()


@pytest.fixture(scope="module")
def listed() -> list[WindowCommand]:
    """Hold the commands of a window once a test has opened one; no test calls a command."""
    return []


@pytest.fixture
def commands(request: pytest.FixtureRequest, listed: list[WindowCommand]) -> list[WindowCommand]:
    if not listed:
        bench: Bench = request.getfixturevalue("bench")
        listed += bench.window.commands
    return listed


@both
def test_every_command_has_a_section_with_its_words_and_keys(
    commands: list[WindowCommand], language: str
) -> None:
    missing = []
    for command in commands:
        about = [s for s in BOOKS[language].sections() if command.id in s.covers]
        text = "\n".join(f"{s.title}\n{s.plain}" for s in about)
        words = re.sub(r"^\d ", "", bare(command.text))
        keys = [QKeySequence(key).toString().replace("Return", "Enter") for key in command.keys]
        if (
            not about
            or not any(word in text for word in words_in(language, words))
            or not all(f"`{key_in(language, k)}`" in "".join(s.text for s in about) for k in keys)
        ):
            missing.append((command.id, words, keys))
    assert not missing


@both
@pytest.mark.usefixtures("qapp")
def test_every_picture_has_a_section_under_its_own_question(language: str) -> None:
    for card in pictures():
        name = card.objectName()
        section = BOOKS[language].about(name) or BOOKS[language].about(f"at:{name}")
        assert section is not None, card.objectName()
        assert bare(section.title) in words_in(language, bare(card.title.text()))
        card.deleteLater()


@both
def test_every_code_of_a_message_has_a_section(language: str) -> None:
    for code in sorted(codes()):
        section = BOOKS[language].about(code)
        assert section is not None, code
        assert section.title.startswith(f"{code}: ")


@both
def test_every_command_of_the_command_line_has_a_section_with_its_options(language: str) -> None:
    book = BOOKS[language]
    everywhere = "\n".join(
        p.markdown
        for p in book.pages.values()
        if any(c.startswith("cli:") for s in p.sections for c in s.covers)
    )
    for name, parser in subcommands().items():
        section = book.about(f"cli:{name}")
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
    for _, page in PAGES:
        for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", page.markdown):
            assert option in known, f"{page.name}: {option}"


def exists(name: str) -> bool:
    """Return whether the program has what a mark of a section names; commands and pictures have tests of their own."""
    plain, gaps = texts()
    kind, _, rest = name.partition(":")
    if kind == "at":
        named = rest in plain or any(gap.fullmatch(rest) for gap in gaps)
        return named or any(text.startswith(f"{rest}.") for text in plain)
    if kind == "cli":
        metavars = {str(a.metavar).split(",")[0] for p in subcommands().values() for a in p._actions}
        return rest in subcommands() or any(rest in metavar.split("|") for metavar in metavars)
    return not name.startswith("KD-") or name in codes()


def test_a_section_covers_only_what_exists() -> None:
    assert [(label(s), name) for s in BOOK.sections() for name in s.covers if not exists(name)] == []


def test_a_section_covers_no_command_that_does_not_exist(commands: list[WindowCommand]) -> None:
    known = {command.id for command in commands}
    named = {
        c for s in BOOK.sections() for c in s.covers if ":" not in c and not c.startswith(("KD-", *PICTURES))
    }
    assert named == known


@pytest.mark.usefixtures("qapp")
def test_a_section_covers_no_picture_that_does_not_exist() -> None:
    cards = pictures()
    assert {c for s in BOOK.sections() for c in s.covers if c.startswith(PICTURES)} == {
        name for c in cards if (name := c.objectName()).startswith(PICTURES)
    }
    for card in cards:
        card.deleteLater()


@both
def test_every_link_leads_somewhere(language: str) -> None:
    for page in BOOKS[language].pages.values():
        for link in page.links:
            target = f"{page.name}.md{link}" if link.startswith("#") else link
            assert link.startswith("https://") or BOOKS[language].has(target), (page.name, link)


@both
def test_the_first_page_leads_to_every_other_one(language: str) -> None:
    pages = BOOKS[language].pages
    assert {link.removesuffix(".md") for link in pages[FIRST].links} == set(pages) - {FIRST}


@both
def test_a_section_has_at_least_two_sentences(language: str) -> None:
    for section in BOOKS[language].sections():
        assert len(re.findall(r"[.?!](?=\s|$)", section.plain)) >= 2, label(section)
        assert len(section.plain) >= 80, label(section)


@pytest.mark.parametrize("page", list(BOOK.pages.values()), ids=label)
def test_no_two_sections_of_a_page_share_an_anchor(page: ManualPage) -> None:
    anchors = [section.anchor for section in page.sections]
    assert len(anchors) == len(set(anchors))


@both
def test_words_in_bold_stand_on_the_screen(language: str) -> None:
    seen, gaps = seen_in(language)
    unknown = [
        (section.page, words)
        for section in BOOKS[language].sections()
        for words in BOLD.findall(section.text)
        if bare(words) not in seen and not any(gap.fullmatch(bare(words)) for gap in gaps)
    ]
    assert not unknown


@both
def test_keys_in_the_manual_do_something(commands: list[WindowCommand], language: str) -> None:
    known = OWN_KEYS | {QKeySequence(key).toString() for command in commands for key in command.keys}
    named = {key for page in BOOKS[language].pages.values() for key in KEY.findall(page.markdown)}
    assert named <= {key_in(language, key) for key in known}


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "errors?|invalid|exceptions?|null|please"), ("de", r"fehler\w*|ausnahmen?|bitte")],
)
def test_the_manual_blames_and_begs_nobody(language: str, words: str) -> None:
    for page in BOOKS[language].pages.values():
        # Names such as `kgdesk.errors.StaleHead` blame nobody.
        prose = re.sub(r"`[^`\n]+`", "", page.markdown)
        found = re.search(rf"\b({words})\b", prose, re.IGNORECASE)
        assert found is None, f"{page.name}: {found}"


@both
def test_the_first_steps_end_with_a_take_back_of_ones_own(language: str) -> None:
    steps = BOOKS[language].pages["first-steps"].sections
    assert [s.anchor for s in steps][-2:] == ["take-back", "next"]
    assert f"`{key_in(language, 'Ctrl+Z')}`" in steps[-2].text


@pytest.mark.parametrize(
    ("language", "pairs"),
    [
        ("en", [("value of testing", "knowledge gradient"), ("planned runs", "budget")]),
        ("de", [("Wert eines Versuchs", "knowledge gradient"), ("geplante Versuche", "budget")]),
    ],
)
def test_the_glossary_leads_both_ways(language: str, pairs: list[tuple[str, str]]) -> None:
    there, back = BOOKS[language].pages["glossary"].sections[:2]
    for plain, paper in pairs:
        assert re.search(rf"^\| {plain} \| [^|]*{paper}", there.text, re.MULTILINE)
        assert re.search(rf"^\| {paper} \| [^|]*{plain}", back.text, re.MULTILINE)


def test_a_page_that_a_language_lacks_is_in_english(tmp_path: Path) -> None:
    (tmp_path / "correcting.md").write_text(
        '# Berichtigen\n\n<a id="correct"></a><!-- run.correct -->\n## Eine Eingabe\n\nSo geht es.\n',
        encoding="utf-8",
    )
    mixed = read([tmp_path, *folders(SPARE)])
    assert list(mixed.pages) == list(BOOK.pages)
    assert mixed.pages["correcting"].title == "Berichtigen"
    assert mixed.about("run.correct").first_sentence == "So geht es."
    assert mixed.pages["timeline"] == BOOK.pages["timeline"]


def test_every_language_has_every_page_in_the_same_order() -> None:
    for language in LANGUAGES:
        assert list(BOOKS[language].pages) == list(BOOK.pages), language


@pytest.mark.parametrize("folder", sorted(folders(SPARE)[-1].parent.iterdir()), ids=lambda path: path.name)
def test_every_language_of_the_manual_is_held_to_these_rules(folder: Path) -> None:
    assert folder.name in LANGUAGES


@pytest.mark.parametrize("page", list(BOOKS["de"].pages.values()), ids=label)
def test_a_page_has_the_sections_of_its_english_twin_in_the_same_order(page: ManualPage) -> None:
    english = BOOK.pages[page.name]
    assert [(s.anchor, s.covers) for s in page.sections] == [(s.anchor, s.covers) for s in english.sections]


#: A block of code.
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", list(BOOKS["de"].pages.values()), ids=label)
def test_a_page_names_what_its_english_twin_names(page: ManualPage) -> None:
    """The same commands, options and examples, link targets, and numbers of table rows and list items."""
    for one, other in zip(page.sections, BOOK.pages[page.name].sections, strict=True):
        assert FENCED.findall(one.text) == FENCED.findall(other.text), one.anchor
        here, there = (
            {c for c in re.findall(r"`([^`]+)`", FENCED.sub("", s.text)) if not KEY.fullmatch(f"`{c}`")}
            for s in (one, other)
        )
        assert here == there, one.anchor
        shapes = [
            [line[:2] for line in s.text.splitlines() if line[:2] in {"| ", "- "}] for s in (one, other)
        ]
        assert shapes[0] == shapes[1], one.anchor
    assert sorted(page.links) == sorted(BOOK.pages[page.name].links)


def test_a_heading_without_a_mark_is_refused() -> None:
    with pytest.raises(KgdeskError, match="no anchor above"):
        parse("page", "# Page\n\n## Lost\n\nText.\n")
    with pytest.raises(KgdeskError, match="no title"):
        parse("page", "Text.\n")


def test_plain_text_has_the_words_of_links_and_tables() -> None:
    markdown = "**Save** ([here](a.md#b), `Ctrl+S`).\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n- one\n- two"
    assert unmarked(markdown) == "Save (here, Ctrl+S).\nA B 1 2\none two"


def test_the_search_finds_beginnings_of_words_with_headings_first() -> None:
    found = BOOK.find("undone")
    assert found
    assert all("undone" in f"{s.title} {s.plain}".lower() for s in found)
    assert BOOK.find("glossar")
    assert BOOK.find("void")[0].title.lower().startswith("void")
    assert not BOOK.find("xyzzy")


def test_a_place_without_a_section_belongs_to_what_is_around_it() -> None:
    assert BOOK.section_for_widget(["timeline.lookBack", "timeline", "window"]).anchor == "look-back"
    assert BOOK.section_for_widget(["", "history.unknown", "timeline", "window"]).anchor == "tab"
    assert BOOK.section_for_widget(["entry.failure", "window"]).anchor == "outcome"
    assert BOOK.section_for_widget(["qt_something", "window"]) is None


@both
def test_the_installed_program_is_not_told_to_install_what_it_brings(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = [folders(SPARE)[-1].parent / language]
    assert "pip install" in read(folder).pages["workstations"].markdown
    assert not any("<!--" in page.markdown for page in read(folder).pages.values())
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    installed = read(folder)
    assert not [name for name, page in installed.pages.items() if "pip install" in page.markdown]
    assert not any("<!--" in page.markdown for page in installed.pages.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_of_a_page_is_there_in_both_looks_and_none_is_left_over(language: str) -> None:
    pages = manual(language)
    places = {place for page in pages.pages.values() for place in page.pictures}
    assert {"pictures/blocks.png", "pictures/earlier.png"} <= places
    found = {pages.picture(place, dark=dark) for place in places for dark in (False, True)}
    assert found == set((folders(language)[0] / "pictures").glob("*.png"))
    assert max(path.stat().st_size for path in found if path is not None) < 20_000
    assert pages.picture("pictures/none.png", dark=False) is None
    assert "blocks.png" not in "".join(section.plain for section in pages.sections())
