"""What the documents say of the program is so: options that they name, its limits, and what of a study may change."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import pytest

from kgdesk.actions.samples import write_sample_tables
from kgdesk.cli.parser import build
from kgdesk.model.advice.batches import MOST_AT_ONCE
from kgdesk.model.policies import POLICIES
from kgdesk.model.study.settings import SETTINGS, new_settings
from kgdesk.model.study.setup import AMENDABLE

ROOT = Path(__file__).parents[2]
PAGES = [
    *(ROOT / name for name in ("FORMAT.md", "METHOD.md", "SECURITY.md", "CHANGELOG.md")),
    *sorted((ROOT / "resources" / "help").glob("*/*.md")),
    *(ROOT / "resources" / name for name in ("examples.md", "policies.md", "commands.md")),
    *sorted((ROOT / "resources" / "site").glob("*.md")),
]
#: Beginnings of commands that are not those of kgdesk.
OTHERS = (".venv", "PYTHONPATH", "installer", "pip", "python", "apt-get", "sha256sum")


def options() -> set[str]:
    parser = build()
    (commands,) = (a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    known = {o for p in (parser, *commands.choices.values()) for a in p._actions for o in a.option_strings}
    return known | {"--for-all-users"}  # of `kernels`, which is in no list


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_option_that_a_document_names_exists(page: Path) -> None:
    spans = re.findall(r"`([^`\n]+)`", page.read_text("utf-8"))
    named = {
        option
        for span in spans
        if not span.startswith(OTHERS)
        for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", span)
    }
    assert named <= options()


#: How the page about a new study names each setting that may change.
CHANGES = {
    "title": "the title",
    "budget": "the number of planned runs",
    "policy": "the policy",
    "stop": "the stopping rule",
    "repeats": "whether a candidate is run again",
    "at_once": "how many run at once",
    "blind": "blind entry",
    "barcode": "codes on the samples",
    "location": "their places",
    "card_columns": "kept columns on the card",
    "likelihood": "learns from measured values",
    "scale": "on which scale",
    "blocks": "what runs share",
    "threshold": "the threshold",
}


def test_the_manual_names_every_setting_that_may_change() -> None:
    assert set(CHANGES) == set(AMENDABLE)
    page = (ROOT / "resources" / "help" / "en" / "setting-up.md").read_text("utf-8")
    (sentence,) = re.findall(r"What may change, .*", page)
    assert [name for name, words in CHANGES.items() if words not in sentence] == []


@pytest.mark.parametrize(
    ("language", "limit"), [("en", f"{MOST_AT_ONCE:,}"), ("de", f"{MOST_AT_ONCE:,}".replace(",", "."))]
)
def test_the_largest_number_of_suggestions_is_that_of_the_program(language: str, limit: str) -> None:
    folder = ROOT / "resources" / "help" / language
    told = re.findall(
        r"(?:between 1 and|zwischen 1 und|up to|bis zu) ([\d.,]+\d) (?:candidates|Kandidaten)",
        (folder / "messages.md").read_text("utf-8"),
    )
    assert told == [limit]
    assert limit in (folder / "command-line.md").read_text("utf-8")


def test_the_defaults_of_numbers_in_the_manual_are_those_of_the_program() -> None:
    page = (ROOT / "resources" / "help" / "en" / "command-line.md").read_text("utf-8")
    told = dict(re.findall(r"^\| `--([a-z-]+) [A-Z]+` \|[^|]*; ([\d.]+) if not given", page, re.MULTILINE))
    known = {name.replace("_", "-"): setting.default for name, setting in SETTINGS.items()}
    assert {"budget", "prior-precision", "seed"} <= set(told)
    assert {name: known[name] for name in told if name in known} == {
        name: float(number) for name, number in told.items() if name in known
    }


@pytest.mark.parametrize(
    ("language", "words"), [("en", "If not given, `{terms}`"), ("de", "Ohne Angabe `{terms}`")]
)
def test_the_default_terms_and_policy_in_the_manual_are_those_of_the_program(
    language: str, words: str
) -> None:
    page = (ROOT / "resources" / "help" / language / "command-line.md").read_text("utf-8")
    (terms,) = re.findall(r"^\| `--terms NAME` \|.*", page, re.MULTILINE)
    assert words.format(terms=new_settings({}).terms) in terms
    (policy,) = re.findall(r"^\| `--policy NAME` \|.*", page, re.MULTILINE)
    default = {"en": "if not given, `{}`", "de": "ohne Angabe `{}`"}[language]
    assert default.format(new_settings({}).policy) in policy


def test_the_list_of_changes_counts_the_policies() -> None:
    counted = {16: "Sixteen", 17: "Seventeen", 15: "Fifteen"}[len(POLICIES)]
    assert f"- {counted} policies" in (ROOT / "CHANGELOG.md").read_text("utf-8")


@pytest.mark.parametrize(("language", "counted"), [("en", "three tables"), ("de", "drei Tabellen")])
def test_the_manual_counts_and_names_the_sample_tables(language: str, counted: str, tmp_path: Path) -> None:
    page = (ROOT / "resources" / "help" / language / "command-line.md").read_text("utf-8")
    (sentence,) = re.findall(r"`kgdesk sample FOLDER` .*?\.(?= )", page)
    written = {path.name for path in write_sample_tables(tmp_path)}
    assert set(re.findall(r"`([\w-]+\.csv)`", sentence)) == written
    assert counted in sentence
    assert len(written) == 3
    assert "three tables to try" in (ROOT / "resources" / "examples.md").read_text("utf-8")
