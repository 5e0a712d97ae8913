"""`kgdesk new --settings`: what a file states, and one sentence with its place for what it states wrongly."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kgdesk import actions
from kgdesk.actions.importing import prior_in_words, read_pool

if TYPE_CHECKING:
    from collections.abc import Callable

    from answering import Answer

ROOT = Path(__file__).resolve().parents[2]
TABLE = "code,dose,heat,well\n" + "".join(
    f"C-{n},{10**n if n != 3 else ''},{20 + 5 * n},W{n}\n" for n in range(8)
)


@pytest.fixture
def make(kgdesk: Callable[..., Answer], tmp_path: Path) -> Callable[..., Answer]:
    """Return a function that makes a study from settings in a file."""
    (tmp_path / "table.csv").write_text(TABLE, encoding="utf-8")

    def call(settings: str | bytes, *words: object) -> Answer:
        file = tmp_path / "study.toml"
        file.write_bytes(settings if isinstance(settings, bytes) else settings.encode())
        table = tmp_path / "table.csv"
        made = ("new", tmp_path / "s.kgstudy", "--candidates", table, "--id", "code", "--settings", file)
        return kgdesk(*made, *words)

    return call


def test_a_file_states_all_that_the_wizard_asks(make: Callable[..., Answer], tmp_path: Path) -> None:
    made = make("""
        title = "Crystals, round 2"
        budget = 12
        repeats = 2
        stop = ["within 5 at 90", "value 0.1"]
        location = "well"
        log = ["dose"]
        blank = "median"

        [outcomes]
        success = "Crystal"
        failure = "Clear"
        success_means = "seen by two people"
        measured = "yield >= 20 %"

        [units]
        dose = "mg"

        [prior]
        success_rate = 10
        influence = "a lot"
    """)
    assert made.code == 0, made.err
    with actions.open_study(tmp_path / "s.kgstudy", actions.Operator("Kim"), read_only=True) as session:
        study = session.study
    kept = study.settings
    assert (kept.title, kept.budget, kept.repeats, kept.location) == ("Crystals, round 2", 12, "2", "well")
    assert kept.stop == "within 5 at 90 or value 0.1"
    assert (kept.success_name, kept.failure_name, kept.success_means) == (
        "Crystal",
        "Clear",
        "seen by two people",
    )
    assert (kept.measured, kept.threshold, kept.measured_unit) == ("yield", 20.0, "%")
    dose = study.pool.attributes[0]
    assert (dose.name, dose.unit, dose.log) == ("dose", "mg", True)
    assert len(study.pool) == 8
    table = read_pool(tmp_path / "table.csv", id="code", extras=["well"], logs=["dose"], missing="median")
    words = prior_in_words(table, 0.1, "a lot", terms=kept.terms)
    assert (kept.prior_precision, kept.prior_intercept) == (words.precision, words.intercept)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("budget = 12\nbuget = 3\n", "study.toml, line 2: “buget”: there is no such setting; the nearest name is"),
        ("xyz = 1\n", "study.toml, line 1: “xyz”: there is no such setting; there are title, belief"),
        ("\nbudget = 0\n", "study.toml, line 2: The number of planned runs must be between 1 and 1,000,000, not 0."),
        ('budget = "many"\n', "study.toml, line 1: The setting budget must be a whole number"),
        ("budget = \n", "study.toml, line 1, cannot be read"),
        ('title = "open\n', "study.toml, line 1, cannot be read"),
        ('[outcomes]\nsucces = "x"\n', "line 2: “succes”: there is no such setting; the nearest name is “success”"),
        ('[outcomes]\nsuccess = "no"\nfailure = 3\n', "study.toml, line 3: The setting failure_name must be a text"),
        ('[outcomes]\nmeasured = ">= 3"\n', "study.toml, line 2: “>= 3” does not say what is measured"),
        ("outcomes = 3\n", "study.toml, line 1: “outcomes”: it is a table: write [outcomes]"),
        ("\n[prior]\nsuccess_rate = 0\n", "study.toml, line 3: “success_rate”: of 100 candidates"),
        ('[prior]\ninfluence = "much"\n', "study.toml, line 2: “influence”: choose one of little, some, a lot."),
        ("prior_precision = 2.0\n[prior]\nsuccess_rate = 5\n", "line 1: “prior_precision”: the prior is stated"),
        ('blank = "zero"\n', "study.toml, line 1: “blank”: choose one of refuse, leave out, median."),
        ("log = 1\n", "study.toml, line 1: “log”: list the columns"),
        ("[units]\ndose = 5\n", "study.toml, line 2: “dose”: a unit is a text"),
        ('stop = "at-steak 1"\n', "study.toml, line 1: "),
        ("never_together = [3]\n", "study.toml, line 1: “never_together”: write a text"),
        ('blank = "leave out"\n[units]\nwidth = "m"\n', "width"),
        ('policy = "best"\n', "study.toml, line 1: "),
        (b'title = "\xff"\n', "study.toml is not a text in UTF-8"),
    ],
    ids=str,
)  # fmt: skip
def test_what_is_wrong_is_said_in_a_sentence_with_its_line(
    make: Callable[..., Answer], tmp_path: Path, settings: str | bytes, said: str
) -> None:
    made = make(settings)
    assert made.code == 1
    assert said in made.err
    assert "Traceback" not in made.err
    assert not (tmp_path / "s.kgstudy").exists()


def test_a_setting_is_stated_once(make: Callable[..., Answer]) -> None:
    refused = make('budget = 12\nblank = "median"\n', "--budget", 20)
    assert refused.code == 1
    assert "“budget” is in" in refused.err
    assert make('budget = 12\nblank = "median"\n', "--budget", 12, "--ignore", "well").code == 0


@pytest.mark.parametrize(
    ("line", "words"), [("budget = 12", "--budget 30"), ('blank = "median"', "--blanks refuse")]
)
def test_an_option_with_the_value_of_its_default_is_not_overruled_by_the_file(
    make: Callable[..., Answer], tmp_path: Path, line: str, words: str
) -> None:
    told = make(line, *words.split())
    assert told.code == 1
    assert "state it once" in told.err or "state them once" in told.err
    assert not (tmp_path / "s.kgstudy").exists()


def test_a_file_that_is_not_there_is_a_sentence(kgdesk: Callable[..., Answer], tmp_path: Path) -> None:
    (tmp_path / "table.csv").write_text(TABLE, encoding="utf-8")
    told = kgdesk(
        "new", tmp_path / "s.kgstudy", "--candidates", tmp_path / "table.csv", "--settings", "no.toml"
    )
    assert told.code == 1
    assert "no.toml" in told.err


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_example_of_the_manual_runs(
    kgdesk: Callable[..., Answer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    page = (ROOT / "resources" / "help" / language / "command-line.md").read_text("utf-8")
    part = page[page.index("--settings study.toml") :].partition("<!--")[0]
    lines = re.findall(r"^\| `(.*?)` \|", part, re.MULTILINE)
    command = re.search(r"`kgdesk (new [^`]*--settings [^`]*)`", page)
    assert command is not None
    monkeypatch.chdir(tmp_path)
    assert kgdesk("sample", ".").code == 0
    (tmp_path / "study.toml").write_text("\n".join(lines), encoding="utf-8")
    made = kgdesk(*command[1].split())
    assert made.code == 0, made.err
    with actions.open_study(tmp_path / "growth.kgstudy", actions.Operator("Kim"), read_only=True) as session:
        assert session.study.settings.budget == 24
        assert session.study.pool.attributes[0].name == "pH"
