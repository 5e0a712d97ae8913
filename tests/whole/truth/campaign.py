"""Random studies by the thousand: whatever the program says of any state of them must be true.

``python tests/whole/truth/campaign.py`` looks at 300 states; ``--studies 1000 --states 20`` is the form whose figures
count. Each study comes from a seed; a seed with a false statement is printed with everything false in it and with the
acts that led there, and the exit status is 1. ``--log FILE`` keeps what was done, and goes on from there.
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

#: The seeds of the short form begin here; those of the long form go on from it.
FIRST = 16_000


@dataclass(frozen=True)
class Study:
    """What was seen of one study.

    Parameters
    ----------
    seed
        Everything follows from it.
    states
        So many were looked at.
    faults
        What is false, with its state.
    acts
        What was done to it.
    seconds
        Of the processor.
    """

    seed: int
    states: int
    faults: list[str]
    acts: list[str]
    seconds: float


def look_at(seed: int, states: int = 6, languages: str = "en,de", *, in_window: bool = True) -> Study:
    """Live through one study and return everything false that is said of it.

    Parameters
    ----------
    seed
        Everything follows from it.
    states
        So many are looked at.
    languages
        Of window and report, in turn.
    in_window
        Open the window at the last state of one study in four, in either language: it takes as long as ten states.
    """
    from truth import check, independent, screens, statements, windows, worlds

    began, tongues = time.process_time(), [screens.TONGUES[name] for name in languages.split(",")]
    faults, since = [], 0
    with _scratch() as folder, worlds.Life(seed, folder) as life:
        for state in life.states(states):
            answers = statements.gather(life, whole=state % 2 == 0)
            own = independent.at_work(life.path)
            false = check.check(own, answers, life.seen, since)
            tongue = tongues[(seed + state) % len(tongues)]
            false += screens.check(own, answers, tongue)
            if in_window and state == states - 1 and seed % 8 in {0, 5}:
                windows.check(own, life, tongue, false)
            faults += [f"state {state}: {each}" for each in false]
            since = own.world.revision
        acts = life.acts
    return Study(seed, states, faults, acts, time.process_time() - began)


@contextmanager
def _scratch() -> Iterator[Path]:
    """Give a folder, in memory where that serves, with a data folder of its own."""
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
    """Look at many studies; return 1 at the first with a false statement, else 0."""
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
    """Return the seeds that an earlier start has looked at, and found nothing false."""
    if log is None or not log.exists():
        return set()
    lines = (json.loads(line) for line in log.read_text(encoding="utf-8").splitlines())
    return {line["seed"] for line in lines if line["states"] >= states and not line["faults"]}


def _alone() -> None:
    """Settle the surroundings of a process that looks at studies: no screen, one thread for each."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["NUMBA_NUM_THREADS"] = "1"


def main(words: list[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--studies", type=int, default=50)
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
