"""A new study learns from a study on a server, from its archive and from a file alike, and needs none of them after."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from kgdesk import Campaign, actions
from kgdesk.cli import main
from kgdesk.errors import BadInput

if TYPE_CHECKING:
    from pathlib import Path

    from pgserver import Server
    from storekit import PostgresPlaces

COLUMNS = ("--id", "code", "--category", "solvent", "--terms", "average")


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a table of twelve candidates."""
    monkeypatch.setenv("KGDESK_OPERATOR", "kim")
    path = tmp_path / "candidates.csv"
    lines = [f"C-{k:02},{20 + 5 * k},{('water', 'DMF')[k % 2]}" for k in range(1, 13)]
    path.write_text("code,temperature,solvent\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return path


def ran(*words: object) -> None:
    assert main([str(word) for word in words]) == 0


def digest(place: str | Path) -> str:
    with actions.open_study(place, actions.Operator("kim"), read_only=True) as session:
        assert session.study.earlier is not None
        return session.study.belief.digest


def head(place: Path) -> object:
    with actions.open_study(place, actions.Operator("kim"), read_only=True) as session:
        assert session.study.earlier is not None
        return session.study.earlier.head


def test_a_study_learns_the_same_from_a_server_an_archive_and_a_file(
    table: Path, tmp_path: Path, on_server: PostgresPlaces, capsys: pytest.CaptureFixture[str]
) -> None:
    address = on_server("spring")
    ran("new", address, "--candidates", table, *COLUMNS)
    for name, outcome in (("C-01", "failure"), ("C-07", "success"), ("C-12", "success"), ("C-02", "failure")):
        ran("record", address, name, outcome)
    archive = tmp_path / "spring.zip"
    ran("export", address, archive)
    capsys.readouterr()
    new = tmp_path / "new.kgstudy"
    ran("new", new, "--candidates", table, *COLUMNS, "--learn-from", address)
    assert "temperature, solvent." in capsys.readouterr().out
    ran("new", tmp_path / "other.kgstudy", "--candidates", table, *COLUMNS, "--learn-from", archive)
    with Campaign.create(
        table,
        on_server("autumn"),
        id="code",
        categories=["solvent"],
        terms="average",
        learn_from=address,
    ) as campaign:
        campaign.record("C-03", "failure")
    for place in (new, tmp_path / "other.kgstudy"):
        ran("record", place, "C-03", "failure")
    assert len({digest(place) for place in (new, tmp_path / "other.kgstudy", on_server("autumn"))}) == 1
    capsys.readouterr()
    ran("status", new, "--json")
    said = json.loads(capsys.readouterr().out)["earlier"]
    assert said["runs"] == 4
    assert sum(said["weights"].values()) == pytest.approx(1.0)
    assert "postgresql:" not in new.read_bytes().decode("latin-1")  # an address may name hosts and users


def test_a_study_that_learnt_from_a_server_needs_it_no_more(
    table: Path, tmp_path: Path, server: Server, on_server: PostgresPlaces
) -> None:
    address, new = on_server("gone"), tmp_path / "new.kgstudy"
    ran("new", address, "--candidates", table, *COLUMNS)
    with pytest.raises(BadInput, match="has no outcome yet"):
        Campaign.create(table, new, id="code", categories=["solvent"], learn_from=address)
    ran("record", address, "C-01", "success")
    ran("new", new, "--candidates", table, *COLUMNS, "--learn-from", address)
    server.stop()
    try:
        ran("verify", new)
        ran("record", new, "C-02", "failure")
        ran("verify", new)
        # This computer has a copy of what it last saw on the server.
        other = tmp_path / "other.kgstudy"
        ran("new", other, "--candidates", table, *COLUMNS, "--learn-from", address)
        assert head(other) == head(new)
    finally:
        server.start()
