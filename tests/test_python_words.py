"""One sentence, two doors: what the library refuses names arguments of Python where the command line names options."""

from __future__ import annotations

import ast
import inspect
import re
from dataclasses import fields
from pathlib import Path

import pytest

import kgdesk
from kgdesk import Campaign, KgdeskError, read_pool, rehearse, replay
from kgdesk.campaign import NewStudy
from kgdesk.cli.table_options import LAB, TABLE
from kgdesk.python_words import FLAGS, NAMED, RENAMED, in_python
from kgdesk.tables import ColumnChoice

PACKAGE = Path(kgdesk.__file__).parent


@pytest.mark.parametrize(
    ("said", "in_words"),
    [
        ("Fill it (--blanks leave-out).", 'Fill it (missing="leave_out").'),
        ("say so (--id Code); else (--ignore “a”)", 'say so (id="Code"); else (ignore “a”)'),
        ('leave it out (--ignore "Plate location").', 'leave it out (ignore="Plate location").'),
        ("learn (--category Solvent,Base) or", 'learn (categories=["Solvent", "Base"]) or'),
        (
            "choose (--decimal point or --decimal comma, or “Sign”).",
            'choose (decimal="point" or decimal="comma").',
        ),
        ("with line 3 (--headings 3, or “Headings”).", "with line 3 (headings=3)."),
        ("(--meaning 0=failure --meaning 1=success), or", '(meanings=("0=failure", "1=success")), or'),
        ('means (--meaning "n.d.=none" for none yet)', 'means (meanings=("n.d.=none",) for none yet)'),
        (
            'at once: --id Code --meaning "n.d. (a, b)=none" --meaning "?=none" --meaning ok=success --ignore A,B.',
            'at once: id="Code", meanings=("n.d. (a, b)=none", "?=none", "ok=success"), ignore=["A", "B"].',
        ),
        ("take (--limits use --words blank).", 'take (limits="use", words="blank").'),
        ("all the same (--repeat).", "all the same (repeat=True)."),
        ("standardise them (leave out --raw).", "standardise them (leave out raw=True)."),
        ("treated in another way (--blanks, --limits).", "treated in another way (missing, limits)."),
        ("add a column “worklist” (or --worklist ID).", "add a column “worklist”."),
        ("with it (kgdesk set STUDY --policy kg).", "with it (kgdesk set STUDY --policy kg)."),
        ("It is: kgdesk outbox set-aside --reason TEXT", "It is: kgdesk outbox set-aside --reason TEXT"),
        ("The well H13 is not on this plate.", "The well H13 is not on this plate."),
    ],
)
def test_a_sentence_names_arguments(said: str, in_words: str) -> None:
    assert in_python(said) == in_words


def _options_in_sentences() -> dict[str, str]:
    """Return the options that sentences below the command line name, each with one of the sentences."""
    found: dict[str, str] = {}
    for folder in ("model", "actions", "tables", "rehearsal", "store"):
        for path in sorted((PACKAGE / folder).rglob("*.py")):
            tree = ast.parse(path.read_text("utf-8"))
            described = {
                id(node.body[0].value)
                for node in ast.walk(tree)
                if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module)
                and node.body
                and isinstance(node.body[0], ast.Expr)
            }
            named = {
                id(keyword.value)
                for node in ast.walk(tree)
                if isinstance(node, ast.Call)
                for keyword in node.keywords
                if keyword.arg in {"help", "unset"}
            }
            for node in ast.walk(tree):
                if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
                    continue
                if id(node) in described | named or " " not in node.value:
                    continue
                text = re.sub(r"kgdesk [a-z{][^().“”]*", "", node.value)
                found |= dict.fromkeys(re.findall(r"--([a-z]+(?:-[a-z]+)*)", text), node.value)
    return found


#: Options of sentences that no call of the library raises.
OF_COMMANDS = {
    "as-it-is", "by", "column", "data", "from", "head", "into", "of", "out", "past", "settle", "unstarted", "worklist",
    "background", "first", "part",
}  # fmt: skip


def test_every_option_in_a_sentence_has_an_argument_or_belongs_to_a_command() -> None:
    named = {*RENAMED, *NAMED, *FLAGS, "no-headings"}
    options = _options_in_sentences()
    assert len(options) > 30
    assert {option: text for option, text in options.items() if option not in named | OF_COMMANDS} == {}


def test_every_argument_exists() -> None:
    methods = [getattr(Campaign, name) for name in dir(Campaign) if not name.startswith("_")]
    called = [read_pool, rehearse, replay, *filter(inspect.isroutine, methods)]
    known = {name for one in called for name in inspect.signature(one).parameters}
    known |= {one.name for one in fields(ColumnChoice)} | set(NewStudy.__annotations__)
    arguments = {*RENAMED.values(), *(name.replace("-", "_") for name in NAMED | FLAGS - {"with-repeats"})}
    assert arguments - known == set()


def test_options_and_arguments_belong_together_as_at_the_command_line() -> None:
    for option in (*TABLE, *LAB):
        word = option.flag.removeprefix("--")
        if word in {*RENAMED, *NAMED, *FLAGS}:
            assert RENAMED.get(word, word.replace("-", "_")) == option.keyword


TABLE_WITH_A_BLANK = {"code": ["A", "B", "C"], "dose": [1.0, None, 3.0]}


@pytest.mark.parametrize("call", [read_pool, lambda table, **how: Campaign.create(table, "x.kgstudy", **how)])
def test_a_blank_cell_is_refused_with_the_argument_that_settles_it(
    call: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(KgdeskError, match='missing="leave_out"') as refused:
        call(TABLE_WITH_A_BLANK, id="code")  # type: ignore[operator]
    assert "--" not in str(refused.value)


def test_a_run_too_many_is_refused_with_the_argument_that_records_it(tmp_path: Path) -> None:
    table = {"code": ["A", "B"], "dose": [1.0, 2.0]}
    with Campaign.create(table, tmp_path / "once.kgstudy", id="code", repeats="no") as campaign:
        campaign.record("A", True)
        with pytest.raises(KgdeskError, match=r"\(repeat=True\)"):
            campaign.record("A", False)
        campaign.record("A", False, repeat=True)
        with pytest.raises(KgdeskError, match=r"\(beyond=True\)"):
            campaign.record("B", False, set_values={"dose": 2.5})
