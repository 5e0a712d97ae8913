"""Check thousands of random studies: every statement of the program about any of their states must be true.

``python tests/whole/truth/campaign.py`` checks 150 states; ``--studies 1000 --states 20`` is the full campaign. Each
study is generated from a seed; for a seed with a false statement, all its false statements and the acts that led to
them are printed, and the exit status is 1. ``--log FILE`` saves the results and resumes from them.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_HERE = Path(__file__).resolve()
for _place in (_HERE.parents[3], _HERE.parents[1]):
    if str(_place) not in sys.path:
        sys.path.insert(0, str(_place))

#: First seed of the short form; the long form continues from it.
FIRST = 16_000


@dataclass(frozen=True)
class Study:
    """Result of checking one study.

    Parameters
    ----------
    seed
        Seed of the study.
    states
        Number of states checked.
    faults
        False statements, each with its state.
    acts
        Acts performed on the study.
    seconds
        CPU time in seconds.
    """

    seed: int
    states: int
    faults: list[str]
    acts: list[str]
    seconds: float


def look_at(seed: int, states: int = 6, languages: str = "en,de", *, in_window: bool = True) -> Study:
    """Generate one study and return all false statements about it.

    Parameters
    ----------
    seed
        Seed of the study.
    states
        Number of states to check.
    languages
        Languages of window and report, in turn.
    in_window
        Open the window at the last state of one study in four, in one language: it takes as long as ten states.
    """
    from truth import check, independent, screens, statements, windows, worlds

    began, spoken = time.process_time(), languages.split(",")
    faults, since = [], 0
    with _scratch() as folder, worlds.Life(seed, folder) as life:
        for state in life.states(states):
            answers = statements.gather(life, whole=state % 2 == 0)
            own = independent.at_work(life.path)
            false = check.check(own, answers, life.seen, since)
            language = spoken[(seed + state) % len(spoken)]
            false += screens.check(own, answers, language)
            if in_window and state == states - 1 and seed % 8 in {0, 5} and not own.stock.exhausted:
                windows.check(own, life, language, false)
            faults += [f"state {state}: {each}" for each in false]
            since = own.world.revision
        acts = life.acts
    return Study(seed, states, faults, acts, time.process_time() - began)


@contextmanager
def _scratch() -> Iterator[Path]:
    """Yield a temporary folder, in memory if possible, with a data folder of its own."""
    base = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108 - a place of our own is made there
    before = os.environ.get("KGDESK_DATA")
    with tempfile.TemporaryDirectory(prefix="kgdesk-truth-", dir=base) as folder:
        os.environ["KGDESK_DATA"] = f"{folder}/own"
        try:
            yield Path(folder)
        finally:
            del os.environ["KGDESK_DATA"]
            os.environ.update({} if before is None else {"KGDESK_DATA": before})


def run(
    studies: int,
    states: int,
    *,
    first: int = FIRST,
    workers: int = 2,
    languages: str = "en,de",
    log: Path | None = None,
) -> int:
    """Check many studies; return 1 at the first false statement, else 0."""
    done = _known(log, states)
    wanted = [seed for seed in range(first, first + studies) if seed not in done]
    seen, seconds, began = 0, 0.0, time.perf_counter()
    print(f"Seeds {first} to {first + studies - 1}, {states} states each; {len(done)} known.", flush=True)
    with multiprocessing.get_context("spawn").Pool(workers, _alone) as pool:
        for study in pool.imap_unordered(partial(look_at, states=states, languages=languages), wanted):
            seen, seconds = seen + study.states, seconds + study.seconds
            if log is not None:
                with log.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(study), ensure_ascii=False) + "\n")
            if study.faults:
                print(f"Seed {study.seed}:", *study.faults, "Acts:", *study.acts, sep="\n  ", flush=True)
                pool.terminate()
                return 1
    took = time.perf_counter() - began
    print(
        f"{seen} states of {len(wanted)} studies without a false statement: {took:.0f} s on {workers} cores, "
        f"{seconds / max(seen, 1):.3f} s of the processor a state.",
        flush=True,
    )
    return 0


def _known(log: Path | None, states: int) -> set[int]:
    """Return the seeds that an earlier campaign checked without finding a false statement."""
    if log is None or not log.exists():
        return set()
    lines = (json.loads(line) for line in log.read_text(encoding="utf-8").splitlines())
    return {line["seed"] for line in lines if line["states"] >= states and not line["faults"]}


def _alone() -> None:
    """Set up a process that checks studies: no screen, one thread per library."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["NUMBA_NUM_THREADS"] = "1"


def main(words: list[str] | None = None) -> int:
    """Run the campaign from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--studies", type=int, default=25)
    parser.add_argument("--states", type=int, default=6, help="of each study")
    parser.add_argument("--first", type=int, default=FIRST, help="the first seed")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--languages", default="en,de", help="of the window and of reports, in turn")
    parser.add_argument("--log", type=Path, help="a file that keeps what was done, to go on from there")
    options = parser.parse_args(words)
    return run(
        options.studies,
        options.states,
        first=options.first,
        workers=options.workers,
        languages=options.languages,
        log=options.log,
    )


if __name__ == "__main__":
    sys.exit(main())
