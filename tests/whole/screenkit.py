"""A screen without glass, a program on it, and hands outside the program: real keys, real mouse, real windows."""

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
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]
NEEDED = ("Xvfb", "xdotool", "openbox")
PATIENCE = 150.0
_PAUSE = threading.Event()


def missing() -> list[str]:
    """Return which programs a real window needs and this computer has not."""
    return [name for name in NEEDED if shutil.which(name) is None]


def until(done: Callable[[], object], what: Callable[[], str]) -> None:
    """Wait until something holds; say what it was waited for when it does not come."""
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, what()
        _PAUSE.wait(0.03)


class Screen:
    """An X server of its own on a free display, with a window manager.

    Two servers that look for a free display at the same moment can take the same one, so they begin one after
    the other; and one that came up without its window manager is replaced.
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
        """Start a server and its window manager."""
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
        """Wait for the window manager; say whether it came."""
        end = time.monotonic() + PATIENCE / 4
        while time.monotonic() < end and self._manager.poll() is None:
            if "window id #" in self._ask("xprop", "-root", "_NET_SUPPORTING_WM_CHECK"):
                return True
            _PAUSE.wait(0.03)
        return False

    def _ask(self, *words: str) -> str:
        return subprocess.run(words, env=self.environment, capture_output=True, text=True, check=False).stdout

    def do(self, *words: str) -> None:
        """Have xdotool do something."""
        subprocess.run(["xdotool", *words], env=self.environment, check=True, capture_output=True)

    def close(self) -> None:
        """End both."""
        for process in (self._manager, self._server):
            process.terminate()
            process.communicate()


class Running:
    """A program that runs in a window, with counted hands.

    Parameters
    ----------
    screen
        Where its windows are.
    folder
        Of its settings and files.
    words
        Arguments of ``kgdesk``.
    """

    def __init__(self, screen: Screen, folder: Path, *words: str) -> None:
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
        with self.said.open("w") as said:
            command = [sys.executable, "-m", "kgdesk", *words]
            self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=said, stderr=said)

    @property
    def seen(self) -> dict[str, Any]:
        """What the window showed a moment ago."""
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
        """Wait until what is shown is as wanted."""
        until(lambda: done(self.seen), lambda: f"{json.dumps(self.seen)} {self.said.read_text()}")

    def wait_window(self, title: str, *parts: str) -> None:
        """Wait until a window with a title has the keyboard and these parts can be used."""
        self.wait(lambda s: title in s["window"] and all(part in s["places"] for part in parts))

    def key(self, *names: str) -> None:
        """Press keys, one after the other."""
        for name in names:
            self.keys += 1
            self._screen.do("key", name)

    def type(self, text: str, pause_ms: int = 5) -> None:
        """Type as a scanner does; not counted."""
        self._screen.do("type", "--delay", str(pause_ms), text)

    def click(self, name: str, times: int = 1) -> None:
        """Point at a part, see that it is what is pointed at, and click."""
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
        """End it as a power cut does."""
        self.process.kill()
        self.process.wait()

    def quit(self) -> None:
        """Leave by the key for it, and expect a good end.

        An entry is in the file a moment before the dialog that asked for it closes, and that dialog would take the key.
        """
        self.wait(lambda s: s["window"].endswith("– kgdesk") and not s["popup"])
        self._screen.do("key", "ctrl+q")
        assert self.process.wait(PATIENCE) == 0, self.said.read_text()
        assert "Traceback" not in self.said.read_text()
