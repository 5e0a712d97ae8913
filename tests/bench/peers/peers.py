"""kgdesk compared with AEPsych, scikit-learn and random measurements in the same simulated studies.

    PYTHONPATH=. python tests/bench/peers/peers.py --log FILE [--worlds 24] [--data FOLDER] [--table FILE]

makes the peers' environment where it is missing (`--venv`), plays what the log lacks, one study at a time, and prints
the tables. `--data` (or KGDESK_UCI_DIR) names the folder of the UCI tables. The log takes one JSON line for each study
and may be interrupted anywhere; runs of other versions stay in it, but only the newest of each method are counted.
`--pip "--extra-index-url https://download.pytorch.org/whl/cpu"` brings PyTorch without CUDA.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

_HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(_HERE.parent))

from peers import table, worlds  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

#: Method -> the program that plays it, and whether it runs in the peers' environment.
METHODS = {
    "kgdesk-average": ("own_player.py", False),
    "kgdesk-linear": ("own_player.py", False),
    "aepsych": ("aepsych_player.py", True),
    "logistic-uncertainty": ("logistic_player.py", True),
    "random-average": ("own_player.py", False),
    "random-logistic": ("logistic_player.py", True),
    "aepsych-5": ("aepsych_player.py", True),
}
#: Fresh processes of each method that play one study for start and memory.
STARTS = 3
_THREADS = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS")


def make_environment(venv: Path, options: list[str]) -> Path:
    """Make the peers' environment, or bring it to the pinned requirements; return its interpreter."""
    python = venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    wanted, done = _HERE / "requirements.txt", venv / "requirements.txt"
    if done.is_file() and done.read_bytes() == wanted.read_bytes():
        return python
    if not python.is_file():
        subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    print(f"installing the peers in {venv}", file=sys.stderr)
    subprocess.run([python, "-m", "pip", "install", "-q", *options, "-r", wanted], check=True)
    shutil.copyfile(wanted, done)
    return python


class PlayerProcess:
    """The program of a method in a process of its own, with one thread.

    Parameters
    ----------
    method
        One of `METHODS`.
    python
        Interpreter of the peers' environment.
    tables
        Folder of the UCI tables.
    folder
        Working folder: AEPsych writes logs there.
    """

    def __init__(self, method: str, python: Path, tables: Path | None, folder: Path) -> None:
        program, foreign = METHODS[method]
        environment = {**os.environ, **dict.fromkeys(_THREADS, "1")}
        if foreign:
            environment.pop("PYTHONPATH", None)
        else:
            environment["PYTHONPATH"] = str(_HERE.parents[2])
        if tables is not None:
            environment["KGDESK_UCI_DIR"] = str(tables.resolve())
        interpreter = str(python) if foreign else sys.executable
        self.method = method
        self._process = subprocess.Popen(
            [interpreter, str(_HERE / program)], env=environment, cwd=folder, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        self.hello = self._read()

    @property
    def stamp(self) -> str:
        """Versions of what plays."""
        return ", ".join(f"{name} {version}" for name, version in self.hello["versions"].items())

    def play(self, path: Path) -> dict[str, Any]:
        """Play the world of a file."""
        assert self._process.stdin is not None
        print(json.dumps({"method": self.method, "world": str(path)}), file=self._process.stdin, flush=True)
        return self._read()

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            sys.exit(f"{self.method} ended before its time, status {self._process.wait()}.")
        answer: dict[str, Any] = json.loads(line)
        return answer


class Log:
    """The log: one JSON line for each study, each on disk before the next study begins."""

    def __init__(self, path: Path) -> None:
        self._path = path
        if path.is_file():
            whole = path.read_bytes()
            # An interruption may have cut the last line short: that study is played again.
            path.write_bytes(whole[: whole.rfind(b"\n") + 1])
        self.entries = table.read(path)
        self._done = {table.key(entry) for entry in self.entries if "loss" in entry}

    def has(self, entry: dict[str, Any]) -> bool:
        """Return whether this study was played before by the same versions."""
        return table.key(entry) in self._done

    def starts(self, method: str, stamp: str) -> int:
        """Return how many fresh processes of a method were measured."""
        return sum(e.get("cost") == method and e["stamp"] == stamp for e in self.entries)

    def add(self, entry: dict[str, Any]) -> None:
        """Write one line."""
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")
            file.flush()
            os.fsync(file.fileno())
        self.entries.append(entry)


def scored(world: worlds.World, answer: dict[str, Any]) -> dict[str, Any]:
    """Return the entry of a study: losses by the true chances, and the median times in milliseconds."""
    if answer["digest"] != world.digest:
        sys.exit(f"{world.pool}, seed {world.seed}: a player saw another world.")
    loss: dict[str, dict[str, float]] = {}
    for n, rules in answer["recommended"].items():
        for rule, row in rules.items():
            loss.setdefault(rule, {})[n] = round(world.loss(row), 9)
    times = {which: table.median_ms(answer[which]) for which in ("wall", "cpu")}
    return {"loss": loss, **times, "faults": answer["faults"], "measured": answer["measured"]}


def play_all(given: argparse.Namespace, log: Log, python: Path) -> None:
    """Play every study that the log lacks, world by world, so that an interruption leaves the pools level."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        players = [PlayerProcess(method, python, given.data, folder) for method in given.methods]
        for seed in range(worlds.SEED, worlds.SEED + given.worlds):
            for pool in given.pools:
                world = worlds.world_of(worlds.contest_of(pool, seed, given.data), seed)
                path = folder / "world.npz"
                world.save(path)
                for player in players:
                    entry = {"pool": pool, "seed": seed, "method": player.method,
                             "stamp": player.stamp, "digest": world.digest}  # fmt: skip
                    if not log.has(entry):
                        began = time.perf_counter()
                        log.add({**entry, **scored(world, player.play(path))})
                        took = time.perf_counter() - began
                        print(f"{pool} {seed} {player.method}: {took:.1f} s", file=sys.stderr)
        for player in players:
            player.close()


def start_all(given: argparse.Namespace, log: Log, python: Path) -> None:
    """Start each method in fresh processes and let it play the first world of the first pool."""
    pool, seed = given.pools[0], worlds.SEED
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "world.npz"
        worlds.world_of(worlds.contest_of(pool, seed, given.data), seed).save(path)
        for method in given.methods:
            for _ in range(STARTS):
                began = time.perf_counter()
                player = PlayerProcess(method, python, given.data, Path(name))
                lacking = log.starts(method, player.stamp) < STARTS
                if lacking:
                    answer = player.play(path)
                    whole = round(time.perf_counter() - began, 2)
                    log.add({
                        "cost": method, "stamp": player.stamp, "pool": pool, "when": table.now(),
                        "machine": table.machine(), "imported": player.hello["imported"],
                        "after_import": player.hello["memory"], "peak": answer["memory"], "whole": whole,
                    })  # fmt: skip
                player.close()
                if not lacking:
                    break


def _names(choices: Collection[str]) -> Callable[[str], list[str]]:
    """Return a parser of names separated by commas."""

    def parse(text: str) -> list[str]:
        names = text.split(",")
        unknown = [name for name in names if name not in choices]
        if unknown:
            raise argparse.ArgumentTypeError(f"{', '.join(unknown)}: choose from {', '.join(choices)}.")
        return names

    return parse


def main() -> None:
    """Play and print."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    uci = os.environ.get("KGDESK_UCI_DIR")
    options.add_argument("--log", type=Path, required=True, help="JSON lines; goes on where it stopped")
    options.add_argument("--worlds", type=int, default=24, help="studies of each pool and method")
    options.add_argument(
        "--data", type=Path, default=Path(uci) if uci else None, help="folder of the UCI tables"
    )
    options.add_argument(
        "--pools", type=_names(worlds.POOLS), default=list(worlds.POOLS), help=", ".join(worlds.POOLS)
    )
    options.add_argument(
        "--methods", type=_names(METHODS), default=list(METHODS)[:-1], help=", ".join(METHODS)
    )
    options.add_argument(
        "--venv", type=Path, default=_HERE.parents[2] / ".venv-peers", help="the peers' environment"
    )
    options.add_argument("--pip", type=shlex.split, default=[], help="further options of pip install")
    options.add_argument("--table", type=Path, help="write the tables here as Markdown as well")
    options.add_argument("--only-table", action="store_true", help="play nothing")
    given = options.parse_args()
    log = Log(given.log)
    if not given.only_table:
        foreign = any(METHODS[method][1] for method in given.methods)
        python = make_environment(given.venv.resolve(), given.pip) if foreign else Path(sys.executable)
        play_all(given, log, python)
        start_all(given, log, python)
    text = table.document(log.entries)
    print(text)
    if given.table:
        table.write(given.table, text)


if __name__ == "__main__":
    main()
