"""A day in the installed Windows program through real keys and mouse, on a screen of its own.

    working_day.py FOLDER-OF-THE-PROGRAM FOLDER-FOR-PICTURES

Steps name widgets by their object names and commands by their keys, so that another window changes a step and not its
sense. What the file holds is asked of ``kgdesk-cli.exe``.
"""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests" / "whole"))

# What is pure Python of what was put there for Windows; NumPy is not, and openpyxl does without.
sys.modules["numpy"] = None  # type: ignore[assignment]
sys.path += ["/opt/tests", "/opt/python/Lib/site-packages"]

import openpyxl  # noqa: E402 - of what the tests need, for Windows as for Linux
import screenkit  # noqa: E402 - of the tests, just made known
from screenkit import Running, Screen, until  # noqa: E402 - likewise

screenkit.PATIENCE = 240.0
PROGRAM, PICTURES = Path(sys.argv[1]), Path(sys.argv[2])
DOCUMENTS = Path.home() / "prefix" / "drive_c" / "users" / "lab" / "Documents"
FOLDER = DOCUMENTS / "Größenversuche µm"
OUTCOMES = ("F8", "F9", "F9", "F8", "F9", "F8", "F9", "F8", "F9", "F9")


def windows(path: Path) -> str:
    """Return the name by which Windows knows a file."""
    drive = Path.home() / "prefix" / "drive_c"
    if path.is_relative_to(drive):
        return "C:\\" + str(path.relative_to(drive)).replace("/", "\\")
    return "Z:" + str(path).replace("/", "\\")


class Day:
    """The program's window, its command line, and the study of the day."""

    def __init__(self) -> None:
        self.screen = Screen()
        os.environ["DISPLAY"] = self.screen.environment["DISPLAY"]
        self.study = Path()

    def start(self, *words: str) -> Running:
        """Start the window; it reports where its widgets are."""
        place = Path.home() / "day"
        place.mkdir(exist_ok=True)
        environment = {"KGDESK_SPY": windows(place / "seen.json"), "KGDESK_OPERATOR": "Kim"}
        lab = Running(self.screen, place, *words, program=(("win", str(PROGRAM / "kgdesk.exe")), environment))
        began = time.monotonic()
        lab.wait(lambda seen: seen["window"])
        print(f"  its window had the focus after {time.monotonic() - began:.1f} s", flush=True)
        return lab

    def cli(self, *words: str, code: int = 0) -> str:
        """Run a command; return what it printed."""
        done = subprocess.run(
            ["win", str(PROGRAM / "kgdesk-cli.exe"), *words], capture_output=True, check=False
        )
        told = done.stdout.decode("utf-8") + done.stderr.decode("utf-8")
        assert done.returncode == code, told
        return told.replace("\r\n", "\n")

    def status(self) -> dict[str, Any]:
        """Return the state of the study, read from its file."""
        told: dict[str, Any] = json.loads(self.cli("status", windows(self.study), "--json"))
        return told

    def picture(self, name: str) -> None:
        """Take a picture of the screen."""
        subprocess.run(["import", "-window", "root", str(PICTURES / f"day-{name}.png")], check=True)

    def paste(self, lab: Running, text: str) -> None:
        """Put a text into the focused line by the clipboard: no keyboard here has its letters."""
        subprocess.run(["xclip", "-selection", "clipboard"], input=text.encode(), check=True)
        lab.key("ctrl+a", "ctrl+v")
        lab.wait(lambda seen: seen["written"] == text)

    def window(self, title: str) -> str:
        """Wait for a window and return its number; xdotool's own waiting ends when another window goes meanwhile."""
        found: list[str] = []

        def is_there() -> bool:
            words = ["xdotool", "search", "--onlyvisible", "--name", title]
            found[:] = subprocess.run(words, capture_output=True, text=True, check=False).stdout.split()
            return bool(found)

        until(is_there, lambda: f"no window “{title}”")
        return found[0]

    def into_file_dialog(self, lab: Running, opened_by: str, title: str, path: Path) -> None:
        """Name a file in a dialog of Windows' own, which knows no object names; then back to the window."""
        before = subprocess.run(["xdotool", "getactivewindow"], capture_output=True, text=True, check=True)
        lab.key(opened_by)
        window = self.window(title)
        subprocess.run(["xclip", "-selection", "clipboard"], input=windows(path).encode(), check=True)
        time.sleep(1)  # Windows' dialog takes the keys only when it is drawn, and tells nobody
        for key in ("ctrl+a", "ctrl+v", "Return"):
            subprocess.run(["xdotool", "windowfocus", window, "key", key], check=True)
            time.sleep(0.5)
        # The window manager here gives the keys to nobody when such a dialog closes.
        subprocess.run(["xdotool", "windowactivate", "--sync", before.stdout.strip()], check=True)

    def drop(self, lab: Running, path: Path, part: str) -> None:
        """Drag a file out of another program's window and drop it on a widget."""
        script = Path(__file__).with_name("drag_source.py")
        source = subprocess.Popen(["win", "/opt/python/python.exe", windows(script), windows(path)])
        found = subprocess.run(
            ["xdotool", "getwindowgeometry", "--shell", self.window("A file to drag")],
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
        place = dict(line.split("=") for line in found.split())
        left, top = int(place["X"]) + int(place["WIDTH"]) // 2, int(place["Y"]) + int(place["HEIGHT"]) // 2
        x, y = lab.seen["places"][part]
        time.sleep(2)  # a window that is mapped is not drawn yet
        self.screen.do("mousemove", str(left), str(top), "mousedown", "1")
        for at in range(1, 21):
            self.screen.do("mousemove", str(left + (x - left) * at // 20), str(top + (y - top) * at // 20))
            time.sleep(0.1)  # each place is told to what lies there
        self.picture("dragged")
        self.screen.do("mouseup", "1")
        assert source.wait(screenkit.PATIENCE) == 0, "nobody took the file"

    def written(self, path: Path) -> Path:
        """Wait until a file is there and whole."""
        until(lambda: path.is_file() and path.stat().st_size > 0, lambda: f"{path} was not written")
        return path


def ready(lab: Running, *parts: str) -> None:
    """Wait until widgets are enabled; sign where the program asks who is there."""

    def is_ready(seen: dict[str, Any]) -> bool:
        if seen["focus"] == "operator.name" and "operator.name" not in parts:
            lab.type("Kim")
            lab.key("Return")
            return False
        return all(part in seen["places"] for part in parts)

    lab.wait(is_ready)


def table() -> Path:
    """Write a table as a German spreadsheet saves it: umlauts, semicolons, decimal commas."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    lines = ["Kürzel;Temperatur;Verhältnis;Lösungsmittel"]
    for at in range(1, 25):
        solvent = ("Wasser", "Äthanol", "Süßöl")[at % 3]
        lines.append(f"Ä-{at:02d};{20 + 3 * at},5;0,{at * 7 % 10};{solvent}")
    path = FOLDER / "Kandidaten für Größe.csv"
    path.write_text("\r\n".join(lines) + "\r\n", encoding="utf-8")
    return path


def new_study(day: Day) -> Running:
    """Make a study of a table with umlauts in its path and cells."""
    source = table()
    lab = day.start()
    lab.key("ctrl+n")
    ready(lab, "wizard.path")
    day.paste(lab, windows(source))
    lab.key("Return")
    for part, button in (("wizard.columns", "wizard.next"), ("wizard.budget", "wizard.create")):
        ready(lab, part, button)
        day.picture(part)
        lab.key("Return")
    asked = time.monotonic()
    ready(lab, "entry.success", "entry.failure")
    print(f"  first suggestion {time.monotonic() - asked:.1f} s after Create", flush=True)
    day.picture("first-suggestion")
    (day.study,) = DOCUMENTS.rglob("*.kgstudy")
    assert day.study.stem == source.stem, day.study
    return lab


def outcomes(day: Day, lab: Running) -> None:
    """Record ten outcomes, a void, take one back and record it again, correct another."""
    for key in OUTCOMES:
        ready(lab, "entry.success", "entry.failure")
        lab.key(key)
        ready(lab, "entry.record")
        lab.key("Return")
        lab.wait(lambda seen: "entry.record" not in seen["places"] and "entry.success" in seen["places"])
    until(lambda: day.status()["outcomes"] == len(OUTCOMES), lambda: json.dumps(day.status()))
    day.picture("ten-outcomes")
    lab.click("Run")
    lab.click("run.void")
    ready(lab, "reason")
    lab.key("Down", "Return")
    ready(lab, "entry.success")
    lab.key("F8", "Return")
    until(lambda: day.status()["outcomes"] == len(OUTCOMES) + 1, lambda: json.dumps(day.status()))
    ready(lab, "entry.takeBack")
    lab.key("ctrl+z")
    until(lambda: day.status()["outcomes"] == len(OUTCOMES), lambda: json.dumps(day.status()))
    for at, key in enumerate(("F9", "F8"), start=len(OUTCOMES) + 1):
        ready(lab, "entry.success", "entry.failure")
        lab.key(key)
        ready(lab, "entry.record")
        lab.key("Return")
        until(lambda at=at: day.status()["outcomes"] == at, lambda: json.dumps(day.status()))
    # A correction that is begun before the next suggestion is there would be of a study that has changed.
    ready(lab, "entry.success", "entry.failure")
    lab.key("alt+4")  # the Timeline
    lab.wait(lambda seen: seen["focus"] == "history.table")
    lab.key("Down", "Return")  # newest first: the failure before the last success
    ready(lab, "correct.reason")
    lab.key("alt+s", "alt+r", "t", "ctrl+Return")
    lab.wait(lambda seen: "correct.reason" not in seen["places"])
    day.picture("history")
    told = day.cli("audit", windows(day.study))
    for word in ("void", "taken back", "corrected"):
        assert word in told.lower(), told


def worklist(day: Day, lab: Running) -> None:
    """Start a worklist of three runs."""
    ready(lab, "entry.success")
    lab.key("ctrl+shift+w")
    ready(lab, "worklist.count", "worklist.preview/0")
    lab.key("alt+n")
    lab.wait(lambda seen: seen["focus"] == "worklist.count")
    lab.key("ctrl+a", "3", "Tab")
    lab.wait(
        lambda seen: "worklist.preview/2" in seen["places"] and "worklist.preview/3" not in seen["places"]
    )
    ready(lab, "worklist.start")
    day.picture("worklist")
    lab.click("worklist.start")
    lab.wait(lambda seen: "worklist.start" not in seen["places"])
    day.written(worklist_file(day))


def worklist_file(day: Day) -> Path:
    """Return the path that the window proposes for the first worklist."""
    return day.study.with_name(f"{day.study.stem} W1.csv")


def results(day: Day, lab: Running) -> None:
    """Drop the file of results that comes back onto the window."""
    ready(lab, "entry.success")
    with worklist_file(day).open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 3, rows
    for at, row in enumerate(rows):
        row["outcome"] = ("success", "failure")[at % 2]
    came = FOLDER / "Ergebnisse.csv"
    with came.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    before = day.status()["outcomes"]
    day.drop(lab, came, "tabs")
    ready(lab, "results.record")
    day.picture("results")
    lab.click("results.record")
    until(lambda: day.status()["outcomes"] == before + len(rows), lambda: json.dumps(day.status()))


def exports(day: Day, lab: Running) -> None:
    """Export CSV and XLSX and open them again; report as PDF and HTML, and in German by the command line."""
    ready(lab, "entry.success")
    lab.key("ctrl+e")
    ready(lab, "export.save", "export.path")
    day.picture("export")
    lab.key("Return")
    runs = day.written(day.study.with_suffix(".csv"))
    assert "Äthanol" in runs.read_text("utf-8-sig")
    ready(lab, "entry.success")
    lab.key("ctrl+e")
    ready(lab, "export.kind.xlsx")
    lab.key("alt+e", "alt+s")
    book = day.written(day.study.with_suffix(".xlsx"))
    rows = list(openpyxl.load_workbook(book).worksheets[0].iter_rows(values_only=True))
    assert any("Äthanol" in row for row in rows), rows
    assert len(rows) > day.status()["outcomes"], rows
    ready(lab, "entry.success")
    page, paper = FOLDER / "Bericht.html", FOLDER / "Bericht.pdf"
    day.into_file_dialog(lab, "ctrl+p", "Report", paper)
    assert day.written(paper).read_bytes().startswith(b"%PDF")
    lab.wait(lambda seen: seen["window"].endswith("kgdesk"))
    day.into_file_dialog(lab, "ctrl+p", "Report", page)
    assert "Äthanol" in day.written(page).read_text("utf-8")
    lab.wait(lambda seen: seen["window"].endswith("kgdesk"))
    day.cli("report", windows(day.study), windows(page.with_stem("Bericht de")), "--language", "de")
    assert "Äthanol" in page.with_stem("Bericht de").read_text("utf-8")


def second_start(day: Day, lab: Running) -> None:
    """Hand a second study to the window that is open, by a second start and by a double click."""
    other = FOLDER / "Zweite.kgstudy"
    day.cli(
        "new",
        windows(other),
        "--candidates",
        windows(FOLDER / "Kandidaten für Größe.csv"),
        "--id",
        "Kürzel",
        "--category",
        "Lösungsmittel",
        "--by",
        "Kim",
    )
    done = subprocess.run(["win", str(PROGRAM / "kgdesk.exe"), windows(other)], check=False, timeout=120)
    assert done.returncode == 0
    lab.wait(lambda seen: "Zweite" in seen["window"])
    # What a double click does: Windows starts the program that the file type names. Wine's own `start` finds only the
    # types of all users, and this one is of one user.
    key = r"HKCU\Software\Classes\kgdesk.study\shell\open\command"
    told = subprocess.run(["win", "reg", "query", key, "/ve"], capture_output=True, text=True, check=True)
    program, argument = re.findall(r'"([^"]*)"', told.stdout)
    assert argument == "%1", told.stdout
    subprocess.run(["win", program, windows(day.study)], check=True, timeout=120)
    lab.wait(lambda seen: day.study.stem in seen["window"])
    day.picture("second-start")


def end(day: Day, lab: Running) -> None:
    """Close, start without compiled kernels and close while they compile; kill, and start again."""
    lab.key("ctrl+q")
    assert lab.process.wait(screenkit.PATIENCE) == 0
    before = day.status()["outcomes"]
    lab = day.start("open", windows(day.study), "--by", "Kim")
    lab.key("ctrl+q")
    assert lab.process.wait(screenkit.PATIENCE) == 0, lab.said.read_text()
    lab = day.start("open", windows(day.study), "--by", "Kim")
    ready(lab, "entry.success")
    lab.key("F8", "Return")
    until(lambda: day.status()["outcomes"] == before + 1, lambda: json.dumps(day.status()))
    lab.kill()
    assert "whole" in day.cli("verify", windows(day.study)).lower()
    lab = day.start("open", windows(day.study), "--by", "Kim")
    ready(lab, "entry.success")  # a strip beside it says that the program was not closed properly
    day.picture("after-the-kill")
    assert day.status()["outcomes"] == before + 1
    lab.key("ctrl+q")
    assert lab.process.wait(screenkit.PATIENCE) == 0, lab.said.read_text()


def main() -> None:
    """Go through the day; an assertion that fails ends it."""
    PICTURES.mkdir(exist_ok=True)
    day = Day()
    try:
        print("== new study from a table with umlauts", flush=True)
        lab = new_study(day)
        for step in (outcomes, worklist, results, exports, second_start, end):
            print(f"== {step.__doc__}", flush=True)
            step(day, lab)
    except BaseException:
        day.picture("broke")
        raise
    finally:
        day.screen.close()


main()
