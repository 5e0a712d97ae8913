"""The answers to ``--json`` have the form of the schemas in resources/schemas, and no key that these do not name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from list_commands import commands

from kgdesk.cli.console import as_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from answering import Answer

SCHEMAS = {
    path.stem: json.loads(path.read_text("utf-8"))
    for path in sorted((Path(__file__).parents[2] / "resources" / "schemas").glob("*.json"))
}
#: Commands whose answers other tests hold or that need a screen, a server or minutes: here only their schema is named.
LONG = {
    "rehearse",
    "paper",
    "calibrate",
    "selftest",
    "server",
    "report",
    "sheet",
    "labels",
}


def holds(schema: str, data: Any) -> None:
    """Check an answer against its schema, and that each of its keys is described."""
    jsonschema.validate(data, SCHEMAS[schema])
    assert set(data) <= set(SCHEMAS[schema]["properties"]), schema


def test_the_schemas_are_schemas_and_each_is_of_a_command() -> None:
    used = {"error"}
    for name, parser in commands().items():
        known = {option for action in parser._actions for option in action.option_strings}
        schemas = parser.get_default("schemas") or ()
        assert bool(schemas) == ("--json" in known), name
        assert bool(schemas) != (name in {"open", "demo", "help", "completion"}), name
        used |= set(schemas)
    assert used == set(SCHEMAS)
    for name, schema in SCHEMAS.items():
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["title"] == name


#: Commands in an order in which each can be done: words, and the schema of the answer. S is the study.
DAY: list[tuple[str, str]] = [
    ("suggest S --json", "suggest"),
    ("suggest S --count 2 --json", "suggest"),
    ("start S C-01 C-02 --json", "entry"),
    ("record S C-01 success --json", "entry"),
    ("record S --from past.csv --past --plan --json", "plan"),
    ("record S --from past.csv --past --json", "entry"),
    ("record S C-03 failure --json", "entry"),
    ("take-back S 3 --json", "entry"),
    ("redo S 3 --json", "entry"),
    ("take-back S 3 --json", "entry"),
    ("worklist S --candidates C-05,C-06 --plan --json", "worklist"),
    ("worklist S --candidates C-05,C-06 --out plate.csv --json", "entry"),
    ("worklist S --list --json", "worklist"),
    ("worklist S --of W1 --json", "worklist"),
    ("worklist S --of W1 --out again.csv --json", "saved"),
    ("void-rest S W1 --reason dropped --json", "entry"),
    ("take-back S past.csv --reason wrong --json", "entry"),
    ("skip S C-07 --json", "entry"),
    ("exclude S C-08 --json", "entry"),
    ("include S C-08 --json", "entry"),
    ("note S text --json", "entry"),
    ("correct S 1 failure --plan --json", "effect"),
    ("correct S 1 failure --reason typed --json", "entry"),
    ("set S --budget 50 --reason more --json", "entry"),
    ("set S --block Lot --reason lots --json", "entry"),
    ("block S Lot=4711 --json", "entry"),
    ("status S --json", "status"),
    ("status S --brief --json", "status"),
    ("status S --at-stake --json", "status"),
    ("predict S C-01 --json", "predict"),
    ("predict S --from table.csv --json", "predict"),
    ("candidates S --top 3 --json", "candidates"),
    ("export S out.csv --json", "saved"),
    ("export S out.zip --json", "saved"),
    ("import other.kgstudy out.zip --json", "new"),
    ("audit S --json", "audit"),
    ("audit S audit.csv --json", "saved"),
    ("verify S --json", "verify"),
    ("backup S --json", "backup"),
    ("backup S --list --json", "backup"),
    ("finish S --reason enough --with-open-runs --json", "entry"),
    ("reopen S --reason more --json", "entry"),
    ("import S late.csv --json", "entry"),
    ("add S more.csv --reason library --json", "entry"),
    ("finish S --reason enough --with-open-runs --json", "entry"),
    ("restore S --as-it-is --json", "done"),
    ("outbox list --json", "outbox"),
    ("outbox export waits.json --json", "done"),
    ("sample tables --json", "sample"),
    ("version --json", "version"),
    ("new made.kgstudy --candidates table.csv --id code --category solvent --ignore well --json", "new"),
    ("record S C-99 success --json", "error"),
]


def test_every_answer_has_the_form_of_its_schema(
    kgdesk: Callable[..., Answer],
    study: Path,
    table_path: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "table.csv").write_bytes(table_path.read_bytes())
    heading, row, *_ = table_path.read_text("utf-8").splitlines()
    (tmp_path / "past.csv").write_text("candidate,outcome\nC-04,failure\n", encoding="utf-8")
    (tmp_path / "late.csv").write_text("candidate,outcome\nC-09,success\n", encoding="utf-8")
    more = row.replace("C-01", "C-90")
    (tmp_path / "more.csv").write_text(f"{heading}\n{more}\n", encoding="utf-8")
    done = set()
    for line, schema in DAY:
        name, *words = line.split()
        answer = kgdesk(name, *(study if word == "S" else word for word in words))
        assert answer.code == (1 if schema == "error" else 0), (line, answer.err)
        holds(schema, answer.json)
        if schema != "error":
            assert schema in commands()[name].get_default("schemas"), line
        done.add(name)
    assert done | LONG | {"open", "demo", "help", "completion"} == set(commands())


@pytest.mark.usefixtures("without_processes")
def test_simulations_answer_in_the_form_of_their_schema(
    kgdesk: Callable[..., Answer], study: Path, tmp_path: Path
) -> None:
    words = ("--policies", "random", "--runs", "2", "--budget", "2", "--workers", "1", "--json")
    answer = kgdesk("rehearse", study, "--out", tmp_path / "out", *words)
    assert answer.code == 0, answer.err
    holds("rehearsal", answer.json)


def test_the_self_test_has_the_keys_of_its_schema() -> None:
    from kgdesk.actions.installation import SelfTest

    holds("selftest", json.loads(as_json(SelfTest((), {}).as_json())))


def test_a_retry_by_token_answers_as_the_first_time(kgdesk: Callable[..., Answer], study: Path) -> None:
    first, again = (
        kgdesk("record", study, "C-01", "success", "--token", "A1", "--json").json for _ in range(2)
    )
    assert first == again
    assert [run["run"] for run in first["runs"]] == [1]
    assert first["stored"] == "study"
