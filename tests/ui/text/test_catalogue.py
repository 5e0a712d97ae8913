"""The German catalogue contains every text of the window, translated, and is compiled."""

from __future__ import annotations

import functools
import importlib.util
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
_SPEC = importlib.util.spec_from_file_location("gather", ROOT / "resources" / "translations" / "gather.py")
assert _SPEC is not None
assert _SPEC.loader is not None
gather = importlib.util.module_from_spec(_SPEC)
sys.modules["gather"] = gather
_SPEC.loader.exec_module(gather)

GERMAN = gather.translations()
#: Texts of the program, and places that cannot be read. Found when a test asks: all modules are parsed for it, which
#: would be a quarter of the time in which pytest collects all tests, in each of its processes.
gathered = functools.cache(gather.texts_of)


def test_every_text_is_written_where_it_is_translated() -> None:
    texts, unreadable = gathered()
    assert unreadable == []
    assert len(texts) > 1000


def test_the_catalogue_holds_every_text_of_the_window_and_no_other() -> None:
    assert sorted(GERMAN) == gathered()[0]


def test_every_translation_is_there_and_finished() -> None:
    assert [text for text, words in GERMAN.items() if not words.strip()] == []


def test_every_translation_has_the_fields_of_its_text() -> None:
    wrong = [t for t, words in GERMAN.items() if gather.placeholders(t.source) != gather.placeholders(words)]
    assert wrong == []


def test_a_translation_has_a_mnemonic_where_its_text_has_one() -> None:
    wrong = [
        text
        for text, words in GERMAN.items()
        if (gather.mnemonic(text.source) == "") != (gather.mnemonic(words) == "")
    ]
    assert wrong == []


def test_a_translation_ends_as_its_text_does() -> None:
    """Sentences stay sentences, headings stay headings, and blanks at the ends are preserved."""
    wrong = [
        (text.source, words)
        for text, words in GERMAN.items()
        if any(text.source.endswith(sign) != words.endswith(sign) for sign in "….:? ")
        or text.source.startswith(" ") != words.startswith(" ")
    ]
    assert wrong == []


def test_counted_texts_have_both_german_forms() -> None:
    body = gather.CATALOGUE.read_text("utf-8")
    for message in re.findall(r'<message numerus="yes">.*?</message>', body, re.DOTALL):
        assert len(re.findall(r"<numerusform>[^<]+</numerusform>", message)) == 2, message
    assert not any("%n" in text.source for text in gathered()[0]) or 'numerus="yes"' in body


ENGLISH = re.compile(
    r"\b(the|and|which|with|candidates?|runs?|study|outcome|choose|recorded|of the)\b", re.IGNORECASE
)


def test_no_english_is_left_in_the_translations() -> None:
    """Except for fields, and for names of columns, which are in quotation marks."""
    named = re.compile(r"\{\w+\}|„[^“]*“")
    left = [words for text, words in GERMAN.items() if ENGLISH.search(named.sub("", words))]
    assert left == []


def test_the_translations_blame_nobody_and_do_not_beg() -> None:
    wrong = re.compile(r"\b(Fehler|Ausnahme|Exception|Error)\b")
    assert [words for words in GERMAN.values() if wrong.search(words)] == []


def test_the_reader_refuses_a_text_that_it_cannot_see(tmp_path: Path) -> None:
    code = 'class A:\n    def f(self, word):\n        self.tr(word)\n        self.tr("&Seen {x}")\n'
    (tmp_path / "module.py").write_text(code, "utf-8")
    texts, unreadable = gather.texts_of(tmp_path)
    assert texts == [gather.Text("A", "&Seen {x}")]
    assert unreadable == ["module.py:3"]


def test_a_new_text_is_written_as_unfinished_and_an_old_one_keeps_its_words(tmp_path: Path) -> None:
    old, new = gather.Text("A", "Old"), gather.Text("A", "New & <other>")
    gather.write(sorted([old, new]), {old: "Alt"}, tmp_path / "x.ts")
    assert gather.translations(tmp_path / "x.ts") == {old: "Alt", new: ""}


@pytest.mark.skipif(
    sys.platform == "win32", reason="the catalogue is compiled on Linux; line ends differ elsewhere"
)
def test_the_compiled_catalogue_is_what_the_catalogue_gives(tmp_path: Path) -> None:
    gather.compile_to(tmp_path / "again.qm")
    assert (tmp_path / "again.qm").read_bytes() == gather.COMPILED.read_bytes()


def test_the_words_of_the_screen_are_the_bound_ones() -> None:
    """One word for one thing: the best, most informative, fine; a candidate *would become* the best."""
    bound = (
        "Expected success", "Range", "Value of testing", "At stake", "Runs in progress", "Worklist", "Results",
        "most informative", "fine", "look at this", "only once", "Decide", "percentage points",
    )  # fmt: skip
    sources = [text.source for text in gathered()[0]]
    assert [word for word in bound if not any(word in source for source in sources)] == []
    english = re.compile(
        r"promising|tells? (us )?most|\bin order\b(?! (to|of))|\btak(e|es|en) (it |all )?back\b",
        re.IGNORECASE,
    )
    assert [source for source in sources if english.search(source)] == []
    german = re.compile(r"vielversprech|\bmachte\b", re.IGNORECASE)
    assert [words for words in GERMAN.values() if german.search(words)] == []
