"""Virtual X screen with the real program on it, driven from outside by xdotool: real keys, mouse and windows."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from filelock import FileLock

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ROOT = Path(__file__).parents[2]
NEEDED = ("Xvfb", "xdotool", "openbox")
PATIENCE = 150.0
_PAUSE = threading.Event()


def missing() -> list[str]:
    """Return the programs required for a real window that are not installed."""
    return [name for name in NEEDED if shutil.which(name) is None]


def until(done: Callable[[], object], what: Callable[[], str]) -> None:
    """Wait until a condition holds; on timeout fail with the description `what`."""
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, what()
        _PAUSE.wait(0.03)


class Screen:
    """X server on a free display, with a window manager.

    Servers start one after the other, since two that search for a free display at once may take the same one. A server
    whose window manager did not start is replaced.
    """

    def __init__(self) -> None:
        with FileLock(Path(tempfile.gettempdir()) / f"kgdesk-screens-{os.getuid()}.lock"):
            for _ in range(4):
                self._begin()
                if shutil.which("xprop") is None or self._is_managed():
                    return
                self.close()
        raise AssertionError(f"openbox did not begin: it ended with {self._manager.poll()}")

    def _begin(self) -> None:
        """Start an X server and its window manager."""
        read, write = os.pipe()
        words = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1440x960x24", "-nolisten", "tcp"]
        quiet = subprocess.DEVNULL
        self._server = subprocess.Popen(words, pass_fds=(write,), stdout=quiet, stderr=quiet)
        os.close(write)
        with os.fdopen(read, encoding="ascii") as pipe:
            number = pipe.readline().strip()
        assert number, "Xvfb gave no display"
        self.environment = {**os.environ, "DISPLAY": f":{number}", "LC_ALL": "C.UTF-8"}
        for name in ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY", "KGDESK_DATA"):
            self.environment.pop(name, None)
        self._manager = subprocess.Popen(["openbox"], env=self.environment, stdout=quiet, stderr=quiet)

    def _is_managed(self) -> bool:
        """Wait for the window manager; return whether it started."""
        end = time.monotonic() + PATIENCE / 4
        while time.monotonic() < end and self._manager.poll() is None:
            if "window id #" in self._ask("xprop", "-root", "_NET_SUPPORTING_WM_CHECK"):
                return True
            _PAUSE.wait(0.03)
        return False

    def _ask(self, *words: str) -> str:
        return subprocess.run(words, env=self.environment, capture_output=True, text=True, check=False).stdout

    def do(self, *words: str) -> None:
        """Run xdotool with these arguments."""
        subprocess.run(["xdotool", *words], env=self.environment, check=True, capture_output=True)

    def close(self) -> None:
        """Stop the X server and the window manager."""
        for process in (self._manager, self._server):
            process.terminate()
            process.communicate()


class Running:
    """The program in a window of its own process; key presses and clicks are counted.

    Parameters
    ----------
    screen
        Screen of its windows.
    folder
        Folder of its settings and files.
    words
        Arguments of ``kgdesk``.
    program
        Another program to start instead of this interpreter's, with the variables that it needs; the folder is then
        only that of what it reports.
    """

    def __init__(
        self,
        screen: Screen,
        folder: Path,
        *words: str,
        program: tuple[Sequence[str], dict[str, str]] | None = None,
    ) -> None:
        self._screen, self.folder = screen, folder
        self.keys = self.clicks = 0
        folder.mkdir(exist_ok=True)
        self._seen = folder / "seen.json"
        self._seen.unlink(missing_ok=True)
        cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
        environment = {
            **screen.environment,
            "HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder / "config"),
            "XDG_DATA_HOME": str(folder / "data"),
            "XDG_CACHE_HOME": cache,  # compiled kernels
            "KGDESK_DATA": str(folder / "own"),
            "KGDESK_SPY": str(self._seen),
            "PYTHONPATH": str(Path(__file__).parent / "spy"),
        }
        self.said = folder / "said.txt"
        command = [sys.executable, "-m", "kgdesk", *words]
        if program is not None:
            command = [*program[0], *words]
            environment = {**screen.environment, **program[1]}
        with self.said.open("w") as said:
            self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=said, stderr=said)

    @property
    def seen(self) -> dict[str, Any]:
        """State that the window reported last."""
        assert self.process.poll() is None, f"it ended: {self.said.read_text()}"
        if not self._seen.exists():
            return {
                "places": {},
                "pointer": [0, 0],
                "over": [],
                "window": "",
                "focus": "",
                "written": "",
                "popup": False,
            }
        found: dict[str, Any] = json.loads(self._seen.read_text("utf-8"))
        return found

    def wait(self, done: Callable[[dict[str, Any]], object]) -> None:
        """Wait until the reported state satisfies a condition."""
        until(lambda: done(self.seen), lambda: f"{json.dumps(self.seen)} {self.said.read_text()}")

    def wait_window(self, title: str, *parts: str) -> None:
        """Wait until a window with this title has the focus and these widgets are enabled."""
        self.wait(lambda s: title in s["window"] and all(part in s["places"] for part in parts))

    def key(self, *names: str) -> None:
        """Press keys one after the other."""
        for name in names:
            self.keys += 1
            self._screen.do("key", name)

    def type(self, text: str) -> None:
        """Type a text; not counted."""
        self._screen.do("type", "--delay", "5", text)

    def scan(self, code: str) -> None:
        """Type a code and Enter at 5 ms per key, like a scanner; not counted.

        A line feed in a typed text is another key for an X server, and none that a scanner sends.
        """
        self._screen.do("type", "--delay", "5", "--args", "1", code, "key", "--delay", "5", "Return")

    def click(self, name: str, times: int = 1) -> None:
        """Move to a widget, check that it is under the pointer, and click."""
        part = name.split("/", maxsplit=1)[0]

        def is_under(seen: dict[str, Any]) -> bool:
            place = seen["places"].get(name)
            if place is None:
                return False
            if seen["pointer"] != place:
                self._screen.do("mousemove", *map(str, place))
                return False
            return part in seen["over"] or bool(seen["popup"]) or "QMenuBar" in seen["over"]

        self.wait(is_under)
        self.clicks += times
        self._screen.do("click", "--repeat", str(times), "--delay", "40", "1")

    def kill(self) -> None:
        """Kill the process, as a power cut does."""
        self.process.kill()
        self.process.wait()

    def quit(self) -> None:
        """Quit by the shortcut, and expect exit status 0.

        The entry is in the file shortly before the dialog closes; the dialog would receive the shortcut.
        """
        self.wait(lambda s: s["window"].endswith("– kgdesk") and not s["popup"])
        self._screen.do("key", "ctrl+q")
        assert self.process.wait(PATIENCE) == 0, self.said.read_text()
        assert "Traceback" not in self.said.read_text()
