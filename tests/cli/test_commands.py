"""The command line: stable words, JSON shapes and exit statuses."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from answering import Answer, fingerprint, refused
from seldom import seldom

from kgdesk import __version__, actions
from kgdesk.cli.parser import build
from kgdesk.model.policies import default_policy
from kgdesk.store import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Callable


def test_a_day_of_suggesting_and_recording(kgdesk: Callable[..., Answer], study: Path) -> None:
    for turn in range(4):
        asked = kgdesk("suggest", study, "--json").json
        assert asked["study"] == "screen"
        assert asked["policy"] == default_policy("average")
        assert asked["belief"] == "moments"
        candidate = asked["suggestions"][0]["candidate"]
        done = kgdesk(
            "record", study, candidate, "success" if turn % 2 else "failure", "--by", "MK", "--note", "n"
        )
        assert (
            done.out == f"Run {turn + 1} recorded: {'success' if turn % 2 else 'failure'} for {candidate}.\n"
        )
    assert "Best so far: " in kgdesk("status", study).out
    status = kgdesk("status", study, "--json").json
    assert (status["outcomes"], status["successes"], status["voids"], status["state"]) == (4, 2, 0, "open")
    assert status["attributes"][0] == "intercept"
    assert kgdesk("correct", study, 1, "void", "--reason", "instrument fault").code == 0
    assert kgdesk("status", study, "--json").json["voids"] == 1
    assert kgdesk("verify", study, "--json").json["ok"] is True
    assert kgdesk("finish", study, "--reason", "enough").code == 0
    refused(kgdesk("record", study, "C-01", "success"), "finished by Kim", "reopen")
    assert kgdesk("reopen", study, "--reason", "one more").code == 0
    assert kgdesk("record", study, "C-01", "void").code == 0


def test_suggesting_writes_nothing(kgdesk: Callable[..., Answer], study: Path) -> None:
    before = fingerprint(study.parent)
    first = kgdesk("suggest", study, "--json").json
    assert kgdesk("suggest", study, "--json").json == first
    assert "Next: " in kgdesk("suggest", study).out
    assert "no candidate is best so far" in kgdesk("status", study).out
    assert fingerprint(study.parent) == before


def test_the_log_says_who_recorded(kgdesk: Callable[..., Answer], study: Path, tmp_path: Path) -> None:
    kgdesk("record", study, "C-01", "success", "--by", "Åsa")
    kgdesk("record", study, "C-02", "failure")
    kgdesk("export", study, tmp_path / "runs.csv")
    lines = (tmp_path / "runs.csv").read_text(encoding="utf-8-sig").splitlines()
    assert lines[0] == (
        "run,candidate,outcome,recorded_at,operator,suggested,probability_before,note,corrected_from,reason,"
        "temperature,ratio,solvent,run_token,measured,really_set,blocks,measured_from"
    )
    assert ",Åsa," in lines[1]
    assert ",Kim," in lines[2]


@pytest.mark.parametrize("belief", ["moments", "full", "diagonal"])
def test_every_belief_and_policy_can_be_chosen(
    kgdesk: Callable[..., Answer], table_path: Path, tmp_path: Path, belief: str
) -> None:
    for policy in ("kg", "online-kg", "random", "exploit"):
        path = tmp_path / f"{belief}-{policy}.kgstudy"
        kgdesk(
            "new", path, "--candidates", table_path, "--id", "code", "--attributes", "temperature,ratio",
            "--belief", belief, "--policy", policy, "--budget", "9", "--prior-precision", "0.5", "--seed", "3",
            "--terms", "linear",
        )  # fmt: skip
        asked = kgdesk("suggest", path, "--json").json
        assert (asked["policy"], asked["belief"]) == (policy, belief)
        status = kgdesk("status", path, "--json").json
        assert status["budget"] == 9
        assert status["belief"]["kind"] == belief
        assert ("precision" if belief == "diagonal" else "covariance") in status["belief"]
        assert status["attributes"] == ["intercept", "temperature", "ratio"]


def test_the_archive_makes_the_same_study(kgdesk: Callable[..., Answer], study: Path, tmp_path: Path) -> None:
    kgdesk("record", study, "C-01", "success")
    head = kgdesk("status", study, "--json").json["head"]
    assert kgdesk("export", study, tmp_path / "a.zip").code == 0
    assert kgdesk("import", tmp_path / "copy.kgstudy", tmp_path / "a.zip").code == 0
    assert kgdesk("status", tmp_path / "copy.kgstudy", "--json").json["head"] == head
    assert kgdesk("verify", tmp_path / "a.zip").code == 0
    assert kgdesk("export", study, tmp_path / "a.xlsx").code == 0


def test_outcomes_come_in_from_a_table(kgdesk: Callable[..., Answer], study: Path, tmp_path: Path) -> None:
    table = tmp_path / "past.csv"
    table.write_text("candidate;outcome\nC-01;success\nC-02;void\n", encoding="utf-8")
    done = kgdesk("import", study, table)
    assert done.out.splitlines() == [
        "Added 2 outcomes; 0 were known already.",
        "Of these void: 1.",
        "Taken as outcomes from before the study: 2.",
    ]
    refused(kgdesk("import", study, table), "byte for byte", "--again")
    assert kgdesk("import", study, table, "--again").code == 0
    refused(kgdesk("record", study, "C-03", "maybe"), "“maybe” is not an outcome", "success/failure")


GOOD = "code,x,y\nA,1,2\nB,2,3\nC,3,1\n"

#: Invalid tables: file content, options, and words of the error message.
TABLES: dict[str, tuple[bytes, list[str], list[str]]] = {
    "ragged rows": (b"code,x\nA,1\nB,2,3\nC,4\n", ["--id", "code"], ["line 3"]),
    "text in a number column": (b"code,x\nA,1\nB,2\nC,warm\n", ["--id", "code"], ["line 4", "x"]),
    "a text column without --category": (b"code,x,s\nA,1,u\nB,2,v\n", ["--id", "code"], ["s", "--category"]),
    "nan": (b"code,x\nA,1\nB,nan\n", ["--id", "code"], ["line 3", "x"]),
    "inf": (b"code,x\nA,1\nB,inf\n", ["--id", "code"], ["line 3", "x"]),
    "1e400": (b"code,x\nA,1\nB,1e400\n", ["--id", "code"], ["line 3", "x"]),
    "two decimal marks": (b"code;x\nA;1,5\nB;1.5\n", ["--id", "code"], ["2", "3"]),
    "a mark that can be read both ways": (b"code;x\nA;1,234\nB;2,345\n", ["--id", "code"], ["--decimal"]),
    "doubled ids": (b"code,x\nA,1\nB,2\nA,3\n", ["--id", "code"], ["A", "line 2", "line 4"]),
    "no rows": (b"code,x\n", ["--id", "code"], ["line 1", "nothing below"]),
    "an empty file": (b"", [], ["empty"]),
    "a missing cell": (b"code,x\nA,1\nB,\n", ["--id", "code"], ["line 3", "x"]),
    "an unclosed quote": (b'code,x\nA,"1\nB,2\n', ["--id", "code"], ["line 2"]),
    "an unknown column": (GOOD.encode(), ["--id", "name"], ["name"]),
    "numbers out of range": (b"code,x\nA,1e9\nB,2e9\n", ["--id", "code", "--raw"], ["x", "too large"]),
    "bytes that are no text": (b"\x00\x01\x02" * 40, [], []),
    "a title": (b"Screen\n\ncode,x\nA,1\nB,2\n", ["--id", "code"], ["--headings 3"]),
    "latin-1": ("code,x\nÄ,1\nB,2\n".encode("cp1252"), ["--id", "code"], ["--encoding"]),
}


@pytest.mark.parametrize("case", list(TABLES))
def test_a_table_that_cannot_be_read_is_refused_in_a_sentence_and_makes_nothing(
    kgdesk: Callable[..., Answer], tmp_path: Path, case: str
) -> None:
    content, options, words = TABLES[case]
    table = tmp_path / "table.csv"
    table.write_bytes(content)
    before = fingerprint(tmp_path)
    refused(kgdesk("new", tmp_path / "s.kgstudy", "--candidates", table, *options), *words)
    assert fingerprint(tmp_path) == before


@pytest.mark.parametrize(
    ("option", "said"), [("--prior-precision", "prior precision"), ("--budget", "planned runs")]
)
def test_a_setting_that_no_study_has_is_wrong_usage_and_makes_nothing(
    kgdesk: Callable[..., Answer], tmp_path: Path, option: str, said: str
) -> None:
    table = tmp_path / "table.csv"
    table.write_text(GOOD, encoding="utf-8")
    before = fingerprint(tmp_path)
    words = ("new", tmp_path / "s.kgstudy", "--candidates", table, "--id", "code", option, "0")
    refused(kgdesk(*words), option, said, code=2)
    assert fingerprint(tmp_path) == before


def test_a_study_is_made_of_a_table_below_its_title(kgdesk: Callable[..., Answer], tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("Screen\n\ncode,x\nA,1\nB,2\n", encoding="utf-8")
    words = (
        "new",
        tmp_path / "s.kgstudy",
        "--candidates",
        tmp_path / "t.csv",
        "--id",
        "code",
        "--headings",
        "3",
    )
    assert "2 candidates" in kgdesk(*words).out


def test_one_row_leaves_nothing_to_choose_and_is_refused(
    kgdesk: Callable[..., Answer], tmp_path: Path
) -> None:
    table = tmp_path / "one.csv"
    table.write_text("code,x\nA,1\n", encoding="utf-8")
    before = fingerprint(tmp_path)
    refused(
        kgdesk("new", tmp_path / "s.kgstudy", "--candidates", table, "--id", "code"),
        "one.csv",
        "line 2",
        "add",
    )
    assert fingerprint(tmp_path) == before


@pytest.mark.parametrize("command", ["suggest", "status", "verify"])
@pytest.mark.parametrize("kind", ["missing", "folder", "text", "empty", "cut", "damaged", "other database"])
def test_a_file_that_is_no_whole_study_is_refused(
    kgdesk: Callable[..., Answer], study: Path, tmp_path: Path, command: str, kind: str
) -> None:
    content = bytearray(study.read_bytes())
    path = tmp_path / "bad.kgstudy"
    if kind == "folder":
        path.mkdir()
    elif kind == "text":
        path.write_text("not a study")
    elif kind == "empty":
        path.touch()
    elif kind == "cut":
        path.write_bytes(content[: len(content) // 2])
    elif kind == "damaged":
        path.write_bytes(content.replace(b"C-07", b"B-07"))  # a page that is not in use may hold it as well
    elif kind == "other database":
        import apsw

        apsw.Connection(str(path)).execute("CREATE TABLE t(x)")
    before = fingerprint(tmp_path)
    refused(kgdesk(command, path))
    assert fingerprint(tmp_path) == before


def test_a_window_is_not_opened_on_what_is_no_study(kgdesk: Callable[..., Answer], tmp_path: Path) -> None:
    refused(kgdesk("open", tmp_path / "nowhere.kgstudy"), "nowhere.kgstudy")
    (tmp_path / "text.kgstudy").write_text("not a study")
    refused(kgdesk("open", tmp_path / "text.kgstudy"), "text.kgstudy")


def test_what_does_not_fit_the_study_changes_nothing(
    kgdesk: Callable[..., Answer], study: Path, tmp_path: Path
) -> None:
    kgdesk("record", study, "C-01", "success")
    before = fingerprint(tmp_path)
    refused(kgdesk("record", study, "c-02", "success"), "Did you mean “C-02”")
    refused(kgdesk("record", study, "nobody", "success"), "nobody")
    refused(kgdesk("record", study, "C-02", "success", "--by", " "), "--by", code=2)
    refused(kgdesk("correct", study, 7, "failure", "--reason", "typo"), "run 7")
    refused(kgdesk("correct", study, 1, "failure", "--reason", ""), "reason")
    refused(kgdesk("correct", study, 1, "success", "--reason", "typo"), "nothing would change")
    refused(kgdesk("reopen", study, "--reason", "why"), "open already")
    refused(kgdesk("export", study, tmp_path / "runs.txt"), ".csv")
    refused(kgdesk("export", study, tmp_path / "nowhere" / "runs.csv"))
    refused(kgdesk("export", study, study))
    refused(kgdesk("import", study, tmp_path / "nothing.csv"), "nothing.csv")
    refused(
        kgdesk(
            "new",
            study,
            "--candidates",
            tmp_path / "candidates.csv",
            "--id",
            "code",
            "--ignore",
            "solvent,well",
        )
    )
    refused(
        kgdesk("new", tmp_path / "s.txt", "--candidates", tmp_path / "candidates.csv", "--ignore", "solvent")
    )
    assert fingerprint(tmp_path) == before


def test_a_command_records_beside_an_open_window(
    kgdesk: Callable[..., Answer], session: actions.Session
) -> None:
    actions.claim_window(session)
    assert kgdesk("suggest", session.path).code == 0
    assert kgdesk("record", session.path, "C-01", "success").code == 0
    change = session.refreshed()
    assert change is not None
    assert [run.candidate for run in change.study.runs] == ["C-01"]


def test_a_study_that_an_earlier_version_holds_is_read_but_not_written(
    kgdesk: Callable[..., Answer], session: actions.Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kgdesk.store.sqlite.LOCK_S", 0.05)
    session.close()
    with SqliteStore.open(session.path, writer=session.who.writer()):
        assert kgdesk("status", session.path).code == 0
        refused(kgdesk("record", session.path, "C-01", "success"), "Kim", "LAB-PC-2", code=3)


@pytest.mark.parametrize(
    "words",
    [
        ("record", "C-01", "success"),
        ("correct", 1, "failure", "--reason", "read again"),
        ("finish", "--reason", "done"),
    ],
)
def test_a_protected_study_is_refused_with_the_way_out_and_can_still_be_read(
    kgdesk: Callable[..., Answer], session: actions.Session, words: tuple[str | int, ...]
) -> None:
    session.close()
    session.path.chmod(0o444)
    before = fingerprint(session.path.parent)
    command, *rest = words
    refused(kgdesk(command, session.path, *rest), session.path.name, "protected", "Remove the protection")
    assert kgdesk("status", session.path).code == 0
    assert fingerprint(session.path.parent) == before


@pytest.mark.parametrize(
    "words",
    [
        ["record"],
        ["record", "s", "c"],
        ["record", "s", "c", "success", "--from", "f.csv"],
        ["fly"],
        ["new", "s.kgstudy"],
        ["suggest", "s", "--count", "x"],
        ["suggest", "s", "--count", "0"],
        ["worklist", "s", "--count", "-1", "--out", "w.csv"],
        ["start", "s"],
    ],
)
def test_wrong_usage_ends_with_two(kgdesk: Callable[..., Answer], words: list[str]) -> None:
    answer = kgdesk(*words)
    assert answer.code == 2
    problem, usage = answer.err.splitlines()
    assert problem.startswith("kgdesk")
    assert usage.startswith("Usage: kgdesk")
    assert not any(word in answer.err.lower() for word in ("error", "invalid"))
    assert "--help" in answer.err.splitlines()[-1]


def test_help_names_every_command(kgdesk: Callable[..., Answer]) -> None:
    answer = kgdesk("--help")
    assert answer.code == 0
    for command in (
        "demo", "open", "new", "suggest", "record", "correct", "status", "finish", "reopen", "import", "export",
        "verify", "selftest", "start", "skip", "exclude", "include",
    ):  # fmt: skip
        assert f"\n  {command} " in answer.out
        assert kgdesk(command, "--help").code == 0


def test_a_real_process_speaks_utf_8_and_leaves_no_traceback(study: Path) -> None:
    run = [sys.executable, "-m", "kgdesk"]
    env = {k: v for k, v in os.environ.items() if k != "KGDESK_TRACEBACK"} | {"PYTHONUTF8": "1"}
    root = Path(__file__).parents[2]
    good = subprocess.run(
        [*run, "status", study, "--json"], capture_output=True, env=env, cwd=root, check=False
    )
    assert (good.returncode, good.stderr) == (0, b"")
    assert json.loads(good.stdout)["study"] == "screen"
    bad = subprocess.run(
        [*run, "record", study, "Ω", "success"], capture_output=True, env=env, cwd=root, check=False
    )
    assert (bad.returncode, bad.stdout) == (1, b"")
    assert "Ω" in bad.stderr.decode()


@pytest.mark.parametrize("name", ["none.kgstudy", "NONE.KGSTUDY"])
def test_a_double_click_opens_a_study_however_its_name_is_written(tmp_path: Path, name: str) -> None:
    # The window is not reached: there is no such file.
    answer = subprocess.run(
        [sys.executable, "-m", "kgdesk", tmp_path / name],
        capture_output=True, text=True, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"}, check=False,
    )  # fmt: skip
    assert answer.returncode == 1, answer.stderr
    assert f"There is no file {tmp_path / name}" in answer.stderr


def test_a_process_ends_without_a_search_for_garbage() -> None:
    # After kernels have been compiled it would take a second.
    code = (
        "import gc, sys; from kgdesk.cli import main; gc.disable()\n"
        "class Garbage:\n    def __init__(self): self.itself = self\n    def __del__(self): print('searched')\n"
        "sys.argv[1:] = ['--version']; Garbage(); sys.exit(main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") == 1


def test_no_command_but_the_window_loads_qt(study: Path) -> None:
    code = (
        "import sys; from kgdesk.cli import main; "
        f"main(['status', {str(study)!r}]); "
        "sys.exit(any(m.startswith(('PySide6', 'pyqtgraph')) for m in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, cwd=Path(__file__).parents[2], check=False
    )
    assert done.returncode == 0, done.stderr


def test_a_computer_without_a_screen_is_told_so_in_a_sentence(
    kgdesk: Callable[..., Answer], study: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if sys.platform in {"win32", "darwin"}:
        pytest.skip("there a program always has a screen")
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for words in ((), ("open", study)):
        refused(kgdesk(*words), "no screen", "--snapshot")


@pytest.mark.parametrize("words", ["--version", "--help", "-h"])
def test_version_and_help_import_neither_numpy_nor_the_store(
    kgdesk: Callable[..., Answer], words: str
) -> None:
    script = "import sys; from kgdesk.cli import main; main(); print(*sys.modules, file=sys.stderr)"
    ran = subprocess.run(
        [sys.executable, "-c", script, words], capture_output=True, text=True, check=True, timeout=60
    )
    imported = ran.stderr.split()
    assert "kgdesk.cli.console" in imported
    libraries = {name.partition(".")[0] for name in imported} & {"numpy", "numba", "scipy", "apsw", "PySide6"}
    layers = tuple(
        f"kgdesk.{name}" for name in ("store", "model", "kernels", "files", "rehearsal", "actions.")
    )
    assert not libraries
    assert not [name for name in imported if name.startswith(layers)]
    assert ran.stdout == (f"kgdesk {__version__}\n" if words == "--version" else build().format_help())
    assert kgdesk("-V").out == f"kgdesk {__version__}\n"


#: What is there for the window, tables, servers and paper.
_NOT_FOR_RUNS = ("pandas", "PySide6", "pyqtgraph", "psycopg", "xlsxwriter", "openpyxl", "segno",
                 "python_calamine", "scipy", "kgdesk.tables", "kgdesk.kernels.bounded_sweep", "kgdesk.rehearsal",
                 "kgdesk.ui")  # fmt: skip


def imported_by(study: Path, words: tuple[str, ...]) -> set[str]:
    """Return the modules that a command has imported at its end, in a process of its own."""
    script = "import sys; from kgdesk.cli import main; c = main(); print(*sys.modules, file=sys.stderr); sys.exit(c)"
    ran = subprocess.run(
        [sys.executable, "-c", script, words[0], str(study), *words[1:]],
        capture_output=True,
        text=True,
        check=True,
        timeout=250,
    )
    return set(ran.stderr.splitlines()[-1].split())


def within(imported: set[str], packages: tuple[str, ...]) -> set[str]:
    """Return the imported modules of some packages, without what only names their version."""
    return {name for name in imported if f"{name}.".startswith(tuple(f"{each}." for each in packages))}


@pytest.mark.parametrize(
    "words",
    [("audit",), ("status", "--brief"), ("status", "--brief", "--json"), ("note", "new batch"), ("verify",)],
)
def test_what_needs_no_belief_imports_no_numba(
    kgdesk: Callable[..., Answer], study: Path, words: tuple[str, ...]
) -> None:
    kgdesk("record", study, "C-01", "success")
    slow = ("numba", "xlsxwriter", "openpyxl", "segno", "psycopg", "PySide6", "scipy")
    assert not within(imported_by(study, words), slow)


@pytest.mark.parametrize("words", [("suggest",), *seldom((("status",),), (("record", "C-02", "failure"),))])
def test_a_command_about_runs_imports_no_tables(
    kgdesk: Callable[..., Answer], study: Path, words: tuple[str, ...]
) -> None:
    kgdesk("record", study, "C-01", "success")
    imported = imported_by(study, words)
    assert not within(imported, _NOT_FOR_RUNS)
    assert "numba" in imported


def test_a_suggestion_collects_no_garbage(study: Path) -> None:
    script = "import gc, sys; from kgdesk.cli import main; main(); print(gc.get_stats(), file=sys.stderr)"
    before, after = (
        ast.literal_eval(
            subprocess.run(
                [sys.executable, "-c", script, *words],
                capture_output=True,
                text=True,
                check=True,
                timeout=250,
            ).stderr.splitlines()[-1]
        )
        for words in (["--version"], ["suggest", str(study)])
    )
    assert after[0]["collections"] <= before[0]["collections"] + 1


def test_a_brief_status_has_the_counts_of_the_whole_one(kgdesk: Callable[..., Answer], study: Path) -> None:
    kgdesk("record", study, "C-01", "success")
    kgdesk("start", study, "C-02")
    whole, brief = (kgdesk("status", study, "--json", *more).json for more in ((), ("--brief",)))
    assert brief == {key: whole[key] for key in brief}
    assert brief["outcomes"] == 1
    assert len(brief["pending"]) == 1
    assert "1 outcome" in kgdesk("status", study, "--brief").out
    refused(kgdesk("status", study, "--brief", "--at-stake"), "--brief", "leave one")


def test_kernels_are_compiled_for_as_many_candidates_as_differ(
    kgdesk: Callable[..., Answer], study: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []
    monkeypatch.setattr(actions, "compile_first", lambda size, **_: sizes.append(size))
    assert kgdesk("suggest", study).code == 0
    assert sizes == [11]  # of the twelve two are equal


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("record S --run 2 C-01 success", {"candidate": "C-01", "outcome": "success", "run": 2}),
        ("record S C-01 --note cloudy success", {"candidate": "C-01", "outcome": "success"}),
        ("start S C-01 --reason late C-02 C-03", {"candidate": ["C-01", "C-02", "C-03"]}),
        ("exclude S --reason used C-01 C-02", {"candidate": ["C-01", "C-02"]}),
        ("predict S --json C-01", {"candidate": ["C-01"]}),
    ],
)
def test_options_may_stand_before_and_between_the_arguments(line: str, expected: dict[str, object]) -> None:
    options = build().parse_args(line.split())
    assert {name: getattr(options, name) for name in expected} == expected
