"""Store the finished runs of a rehearsal in a folder until all are done."""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import shutil
from typing import TYPE_CHECKING, Any

from kgdesk.paths import atomic_path
from kgdesk.text import phrase

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

#: Number of seeds whose runs share a file of `KeptRuns`, and maximum number of contests in a folder.
_SEEDS = 64
_MOST_CONTESTS = 50
_CONTEST_FOLDER = re.compile(r"[0-9a-f]{32}", re.ASCII)


class KeptRuns:
    """Finished runs in a folder, so that an interrupted rehearsal resumes where it stopped.

    Each contest has a folder, named by a digest of everything but the seed on which its runs depend, so that runs with
    different settings are never mixed. A file has the runs of up to 64 seeds as JSON lines, each with a digest, and is
    rewritten atomically after every finished run. It is not synced: a power cut may lose runs.

    Parameters
    ----------
    folder
        Created when the first run is kept.
    note
        Called with sentences for the user.
    """

    def __init__(self, folder: Path, note: Callable[[str], None] = lambda _: None) -> None:
        self.folder = folder
        self.note = note
        #: Number of runs in the folder that were read or written.
        self.count = 0
        self._keeps = True
        self._lines: dict[Path, dict[int, str]] = {}
        self._used: set[Path] = set()

    def read(self, key: str, seeds: range) -> dict[int, dict[str, Any]]:
        """Return the kept results of a contest by seed; a damaged line and all after it are ignored, with a message."""
        results: dict[int, dict[str, Any]] = {}
        for path in self._files(key, seeds):
            if not path.is_file():
                continue
            lines = self._lines.setdefault(path, {})
            try:
                texts = path.read_text("utf-8").splitlines()
                for text in texts:
                    seed, result = _parsed(key, text)
                    lines[seed] = text
                    if seed in seeds:
                        results[seed] = result
            except (OSError, ValueError, KeyError, TypeError, RecursionError):
                self.note(
                    phrase(
                        "{path} is damaged, or was not written by kgdesk: runs that it does not hold are simulated "
                        "again.",
                        path=path,
                    )
                )
        self.count += len(results)
        return results

    def keep(self, key: str, seed: int, result: dict[str, Any]) -> None:
        """Write the result of a run. If that fails, report it to the user and write nothing more."""
        if not self._keeps:
            return
        path = self._files(key, range(seed, seed + 1))[0]
        lines = self._lines.setdefault(path, {})
        lines[seed] = _line(key, seed, result)
        try:
            if not path.parent.is_dir():
                path.parent.mkdir(parents=True)
                self._remove_oldest()
            with atomic_path(path, overwrite=True, durable=False) as part:
                part.write_text("".join(f"{text}\n" for text in lines.values()), "utf-8")
        except OSError as problem:
            self._keeps = False
            self.note(
                phrase(
                    "Finished runs cannot be kept in “{folder}” ({problem}): if the rehearsal is cut off, it starts "
                    "from the beginning.",
                    folder=self.folder,
                    problem=problem.strerror,
                )
            )
            return
        self.count += 1
        if len(lines) == _SEEDS:
            del self._lines[path]

    def discard(self) -> None:
        """Remove all runs that were read or written, and folders that are empty then; errors are ignored."""
        for path in self._used:
            for remove in (path.unlink, path.parent.rmdir, self.folder.rmdir):
                with contextlib.suppress(OSError):
                    remove()
        self.count = 0
        self._lines.clear()

    def _files(self, key: str, seeds: range) -> list[Path]:
        parts = range(seeds.start // _SEEDS, (seeds.stop - 1) // _SEEDS + 1)
        paths = [self.folder / key / f"{part * _SEEDS}.jsonl" for part in parts]
        self._used.update(paths)
        return paths

    def _remove_oldest(self) -> None:
        """Remove the least recently used contests, so that at most fifty remain."""
        own = [path for path in self.folder.iterdir() if _CONTEST_FOLDER.fullmatch(path.name)]
        own.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        for path in own[_MOST_CONTESTS:]:
            shutil.rmtree(path, ignore_errors=True)


def _line(key: str, seed: int, result: dict[str, Any]) -> str:
    record = {"seed": seed, "result": result}
    text = json.dumps(record, sort_keys=True, separators=(",", ":"))
    digest = hashlib.sha256(f"{key} {text}".encode()).hexdigest()
    return json.dumps({"digest": digest, **record}, separators=(",", ":"))


def _parsed(key: str, text: str) -> tuple[int, dict[str, Any]]:
    line = json.loads(text)
    seed, result = line["seed"], line["result"]
    if _line(key, seed, result) != text:
        raise ValueError("another digest")
    return seed, result
