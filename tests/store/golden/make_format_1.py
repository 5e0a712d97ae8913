"""Create the golden study of format 1 with a program that knows no other format: commit d5b57c0.

Run in a folder with that commit's files, and PYTHONPATH naming it: ``python make_format_1.py DEST PGSERVER``, where
PGSERVER is the folder of pgserver.py. It writes into DEST:

- ``format-1.kgstudy``, a study with every kind of event that the commit can write;
- ``format-1.zip``, its archive;
- ``format-1-server.json``, the rows of the same study on a server;
- ``format-1.json``, results of that commit for both: head, status, settings, belief.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import platform
import sys
import tempfile
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

os.environ["KGDESK_DATA"] = tempfile.mkdtemp()
sys.path.insert(0, sys.argv[2])
platform.node = lambda: "LAB-PC-2"

# These imports must find that commit's files, and its own data folder must be set before.
# ruff: noqa: E402
import psycopg
from kgdesk.actions.tables import read_pool
from kgdesk.model.settings import Settings
from pgserver import Server

from kgdesk import actions
from kgdesk.cli import parser
from kgdesk.store.server import init

TABLE = "code;temp;ratio;solvent;shelf;well;batch\n" + "".join(
    f"C-{n:02d};{20 + 3 * n};{n * 7 % 11 / 10};{('water', 'DMF', 'THF')[n % 3]};"
    f"{n % 4};P1-A{n:02d};{21 - n % 2}.08.2026\n"
    for n in range(1, 13)
)
RUNS = "candidate,outcome\nC-11,success\nC-12,failure\n"


def run(*words: str) -> str:
    """Run a command and return its output."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        status = parser.run(list(words))
    assert status == 0, words
    return out.getvalue()


def live(place: str, folder: Path) -> None:
    """Perform every act on a study that the commit supports."""
    table = folder / "candidates.csv"
    table.write_text(TABLE, encoding="utf-8")
    past = folder / "past.csv"
    past.write_text(RUNS, encoding="utf-8")
    # The command line of that commit cannot keep columns: create the study as its window does.
    pool = read_pool(
        table,
        id="code",
        attributes=["temp", "ratio", "solvent"],
        categories=["solvent"],
        extras=["shelf", "well", "batch"],
        delimiter=";",
        decimal="point",
    )
    settings = Settings(title="Solvents", budget=20, stop="runs 20", never_together=("well",))
    actions.create_study(place, pool, settings, actions.Who("Kim"), file=table.name).close()
    run("record", place, "C-03", "success", "--by", "Kim", "--note", "Größe − 4 °C")
    run("record", place, "C-07", "failure", "--by", "Pat", "--at", "2026-11-01T09:00+01:00")
    run("start", place, "C-05", "--reason", "plate 2", "--by", "Kim")
    run("start", place, "C-06", "--by", "Kim")
    run("record", place, "C-05", "success", "--by", "Kim")
    run("record", place, "C-08", "success", "--count", "2/3", "--by", "Kim")
    run("correct", place, "1", "failure", "--reason", "typed the wrong outcome", "--by", "Pat")
    run("correct", place, "2", "void", "--reason", "the lamp was off", "--by", "Pat")
    run("skip", place, "C-09", "--reason", "not now", "--by", "Kim")
    run("exclude", place, "C-10", "--reason", "used up", "--by", "Kim")
    run("exclude", place, "C-12", "--by", "Kim")
    run("include", place, "C-12", "--reason", "a new bottle", "--by", "Kim")
    run("note", place, "a new lamp", "--by", "Kim")
    run("note", place, "looked cloudy", "--run", "3", "--by", "Kim")
    run("set", place, "--barcode", "well", "--reason", "new labels", "--by", "Kim")
    run("import", place, str(past), "--by", "Kim")
    run("record", place, "C-02", "failure", "--by", "Kim")
    with actions.open_study(place, actions.Who("Kim")) as session:
        actions.take_back(session)
    run("finish", place, "--reason", "enough", "--by", "Kim")
    run("sign", place, "--meaning", "reviewed", "--by", "Pat")
    run("lock", place, "--reason", "approved", "--by", "Pat")
    run("unlock", place, "--reason", "one more look", "--by", "Pat")
    run("reopen", place, "--reason", "one more run", "--by", "Kim")

    def later() -> datetime:
        return datetime.now().astimezone() + timedelta(seconds=60)

    with actions.open_study(place, actions.Who("Kim", clock=later)) as session:
        actions.note(session, "by a clock that is ahead")
    run("record", place, "C-04", "success", "--by", "Kim")


def facts(place: str) -> dict[str, Any]:
    """Return the results of the commit for a study."""
    with actions.open_study(place, actions.Who("Kim"), read_only=True) as session:
        study = session.study
        return {
            "head": [study.head.seq, study.head.hash],
            "status": json.loads(run("status", "--json", place)),
            "settings": study.settings.as_json(),
            "belief": study.belief.as_json(),
            "kinds": sorted({event.kind for event in study.events}),
        }


def main(dest: Path) -> None:
    """Create all files."""
    folder = Path(tempfile.mkdtemp())
    path = dest / "format-1.kgstudy"
    live(str(path), folder)
    run("export", str(path), str(dest / "format-1.zip"))
    server = Server()
    try:
        init(server.address())
        server.sql("CREATE ROLE kim LOGIN IN ROLE kgdesk_lab")
        place = server.address("kim", "format-1")
        live(place, folder)
        with psycopg.connect(server.address()) as link:
            rows = link.execute(
                "SELECT seq, event_id, kind, kind_version, recorded_at_utc, utc_offset, actor, workstation, "
                "app_version, payload, prev_hash, hash FROM kgdesk.event ORDER BY seq"
            ).fetchall()
        (dest / "format-1-server.json").write_text(
            "[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n", encoding="utf-8"
        )
        told = {"file": facts(str(path)), "server": facts(place)}
    finally:
        server.remove()
    (dest / "format-1.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
