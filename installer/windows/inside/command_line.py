"""The installed ``kgdesk-cli.exe`` as scripts and people on Windows use it; run by Python for Windows.

python.exe command_line.py PROGRAM FOLDER [PART...]
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CLI, FOLDER = sys.argv[1], Path(sys.argv[2])
SAMPLE = Path(__file__).resolve().parents[3] / "resources" / "samples" / "growth-conditions.csv"
STUDY = FOLDER / "Größe α.kgstudy"
#: Of Windows: rights, opening what is there, the value of no handle.
GENERIC_READ, OPEN_EXISTING, NO_HANDLE = 0x80000000, 3, ctypes.c_void_p(-1).value


def kgdesk(*words: object, code: int = 0, given: bytes = b"") -> str:
    """Run a command; return what it printed, which is UTF-8, and see that a refusal is one sentence."""
    done = subprocess.run([CLI, *map(str, words)], input=given, capture_output=True, check=False)
    told, refused = done.stdout.decode("utf-8"), done.stderr.decode("utf-8").strip()
    assert done.returncode == code, (words, done.returncode, told, refused)
    assert "Traceback" not in refused, refused
    if code:
        assert refused, told
        assert "\n" not in refused, refused
        print("   ", refused, flush=True)
    return told.replace("\r\n", "\n") if not code else refused


def outcomes(study: Path = STUDY) -> int:
    """Return how many outcomes a study holds."""
    told: dict[str, int] = json.loads(kgdesk("status", study, "--json"))
    return told["outcomes"]


@contextlib.contextmanager
def held(path: Path) -> Iterator[None]:
    """Have a file open as Excel has it: nobody else may open it."""
    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]
    kernel.CreateFileW.restype = ctypes.c_void_p
    handle = kernel.CreateFileW(str(path), GENERIC_READ, 0, None, OPEN_EXISTING, 0, None)
    assert handle != NO_HANDLE
    try:
        yield
    finally:
        kernel.CloseHandle(ctypes.c_void_p(handle))


def exit_codes_and_utf8() -> None:
    """Exit codes, UTF-8 through pipes and redirection, JSON."""
    table = FOLDER / "Kandidaten µ.csv"
    table.write_text("Kürzel,Größe\n" + "".join(f"α-{at},{at}.5\n" for at in range(1, 13)), encoding="utf-8")
    kgdesk("new", STUDY, "--candidates", table, "--id", "Kürzel", "--by", "Jörg")
    assert "α-" in kgdesk("suggest", STUDY)
    kgdesk("record", STUDY, "α-3", "success", "--by", "Jörg")
    kgdesk("record", STUDY, "α-99", "success", code=1)
    kgdesk("status", FOLDER / "fehlt.kgstudy", code=1)
    done = subprocess.run([CLI, "frobnicate"], capture_output=True, check=False)
    assert done.returncode == 2, done
    told = FOLDER / "told.txt"
    with told.open("wb") as file:
        subprocess.run([CLI, "audit", str(STUDY)], stdout=file, check=False)
    assert "α-3" in told.read_text("utf-8")
    piped = "candidate,outcome\nα-4,failure\nα-5,success\n".encode()
    kgdesk("record", STUDY, "--from", "-", "--past", "--by", "Jörg", given=piped)
    assert outcomes() == 3
    audit = kgdesk("audit", STUDY)
    assert "Jörg" in audit
    assert "α-4" in audit


def places() -> None:
    """Take a path as Windows writes long ones, one above 260 characters, a folder that may only be read."""
    extended = Path("\\\\?\\" + str(STUDY))
    assert outcomes(extended) == 3
    kgdesk("record", extended, "α-6", "failure", "--by", "Jörg")
    assert outcomes() == 4
    deep = FOLDER.joinpath(*(f"Ordner-{at}-{'x' * 50}" for at in range(6)))
    Path("\\\\?\\" + str(deep)).mkdir(parents=True)
    far = deep / "weit.kgstudy"
    assert len(str(far)) > 300
    # Windows takes such a path where it is set up so, and Wine does not.
    done = subprocess.run(
        [CLI, "new", str(far), "--candidates", str(SAMPLE), "--id", "Code", "--by", "J"],
        capture_output=True,
        check=False,
    )
    if done.returncode:
        refused = kgdesk("new", far, "--candidates", SAMPLE, "--id", "Code", "--by", "J", code=1)
        assert "shorter path" in refused, refused
    else:
        kgdesk("record", far, "GC-0001", "success", "--by", "Jörg")
        kgdesk("export", far, deep / "runs.csv")
        assert outcomes(far) == 1
    for name in ("CON.kgstudy", "NUL", "study.kgstudy.", "a?b.kgstudy", "ende .kgstudy "):
        print("   ", name, flush=True)
        done = subprocess.run(
            [CLI, "new", str(FOLDER) + "\\" + name, "--candidates", str(SAMPLE), "--id", "Code", "--by", "J"],
            capture_output=True, check=False,
        )  # fmt: skip
        print("      ", done.returncode, (done.stderr or done.stdout).decode("utf-8").strip(), flush=True)
        assert b"Traceback" not in done.stderr


def read_only() -> None:
    """Use a folder that may only be read: the study is read, nothing is written, and a sentence says so."""
    folder = FOLDER / "read"
    study = folder / "read.kgstudy"
    before = study.read_bytes()
    assert outcomes(study) == 0
    kgdesk("record", study, "GC-0001", "success", code=1)
    kgdesk("export", study, folder / "runs.csv", code=1)
    kgdesk("new", folder / "other.kgstudy", "--candidates", SAMPLE, "--id", "Code", code=1)
    assert study.read_bytes() == before
    assert not (folder / "runs.csv").exists()


def files_that_are_open() -> None:
    """Meet a table, an export and a study that another program has open."""
    table, runs = FOLDER / "Kandidaten µ.csv", FOLDER / "runs.csv"
    kgdesk("export", STUDY, runs)
    before = runs.read_bytes()
    with held(runs):
        told = kgdesk("export", STUDY, runs, "--overwrite", code=1)
        assert "open in another program" in told, told
    assert runs.read_bytes() == before
    with held(table):
        told = kgdesk("new", FOLDER / "x.kgstudy", "--candidates", table, "--id", "Kürzel", code=1)
        assert "close it in the program that has it open" in told, told
    assert not (FOLDER / "x.kgstudy").exists()
    with held(STUDY):
        kgdesk("status", STUDY, code=1)
        kgdesk("record", STUDY, "α-7", "success", code=1)
    assert outcomes() == 4
    left = [path.name for path in FOLDER.iterdir() if path.name.endswith(".part")]
    assert left == [], left


def interrupt() -> None:
    """Ctrl-C ends a rehearsal with one sentence, while it runs and while its processes start."""
    out = FOLDER / "rehearsed"
    finished_runs = out / "unfinished-runs"
    said = FOLDER / "said.txt"
    _interrupted(out, said, lambda: any(finished_runs.rglob("*.jsonl")))
    # It goes on from the runs of before, and says so right before it starts its processes.
    _interrupted(out, said, lambda: "finished before" in said.read_text("utf-8"))


def _interrupted(out: Path, said: Path, is_time: Callable[[], bool]) -> None:
    """Start a rehearsal, press Ctrl-C when it is time, and see that it ends as it should."""
    words = ["rehearse", SAMPLE, "--id", "Code", "--out", out, "--policies", "kg,random", "--runs", "5000"]
    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]
    with said.open("wb") as file:
        process = subprocess.Popen(
            [CLI, *map(str, words)],
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=file,
            creationflags=subprocess.CREATE_NEW_CONSOLE,  # type: ignore[attr-defined,unused-ignore]
        )
        while not is_time():
            assert process.poll() is None, said.read_text("utf-8")
            time.sleep(0.05)
        # The event goes to every process of a console: this one leaves its own, enters that one and leaves it again.
        kernel.FreeConsole()
        assert kernel.AttachConsole(process.pid)
        kernel.SetConsoleCtrlHandler(None, True)
        began, presses = time.monotonic(), 0
        while process.poll() is None:  # one that comes in the instant in which a process is started is lost
            assert presses < 12, said.read_text("utf-8")
            assert kernel.GenerateConsoleCtrlEvent(0, 0)
            presses += 1
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(10)
        kernel.FreeConsole()
        kernel.SetConsoleCtrlHandler(None, False)
    print(f"    answered after {time.monotonic() - began:.1f} s, pressed {presses} times", flush=True)
    code = process.returncode
    told = said.read_text("utf-8")
    assert code == 1, (code, told)
    assert "Stopped; what was recorded before is safe." in told, told
    assert "Traceback" not in told, told
    assert not (out / "curves.csv").exists()


def main() -> None:
    """Go through the parts that are named; an assertion that fails ends it."""
    parts = {
        part.__name__: part
        for part in (exit_codes_and_utf8, places, files_that_are_open, interrupt, read_only)
    }
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    for name in sys.argv[3:]:
        print(f"== {parts[name].__doc__}", flush=True)
        parts[name]()


main()
