"""The N-th disk operation fails, for every N of an act: recorded or reported as an error, and a retry succeeds."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import apsw
from campaignkit import KIM, main, scratch, study_in
from faults import faulty_disk

from kgdesk import actions
from kgdesk.errors import StoreError
from kgdesk.store import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def recorded(path: Path) -> None:
    with actions.open_study(path, KIM) as session:
        actions.record(session, "C-05", "success", note="x" * 9000, token="act")


def corrected(path: Path) -> None:
    with actions.open_study(path, KIM) as session:
        if session.study.run(1).outcome != "void":
            actions.correct(session, 1, "void", "instrument fault")


def imported(path: Path) -> None:
    table = path.with_name("outcomes.csv")
    table.write_text("candidate,outcome\nC-01,success\nC-02,failure\n", encoding="utf-8")
    with actions.open_study(path, KIM) as session:
        actions.import_outcomes(session, table, token="import")


def backed_up(path: Path) -> None:
    with actions.open_study(path, KIM, read_only=True) as session:
        actions.backup(session)


def restored(path: Path) -> None:
    actions.restore(path, KIM)


ACTS: tuple[tuple[Callable[[Path], None], int], ...] = (
    (recorded, 1), (corrected, 1), (imported, 3), (backed_up, 0), (restored, 1),
)  # fmt: skip


def sweep(
    folder: Path, act: Callable[[Path], None], more: int, kind: type[apsw.Error], stride: int
) -> tuple[int, int]:
    """Return the number of operations that were made to fail, and of those that the act reported."""
    steps = told = 0
    step, fired = 1, True

    def fail(where: str) -> None:
        raise kind(f"planned at {where}")

    while fired:
        place = folder / f"{act.__name__} {kind.__name__} {step}"
        place.mkdir()
        path = study_in(place, outcomes=3)
        with SqliteStore.open(path, writer=None) as store:
            before = store.read_from()
        with faulty_disk() as faults:
            faults.arm(step, fail)
            try:
                act(path)
            except StoreError as said:
                assert str(said).endswith("."), said
                told += 1
            faults.disarm()
            fired = faults.fired
        steps += fired
        with SqliteStore.open(path, writer=None) as store:
            assert store.read_from()[: len(before)] == before, "an entry was lost"
        act(path)
        with SqliteStore.open(path, writer=None) as store:
            count = len(store.read_from())
            extra = 1 if act is restored else 0  # a restoration that failed late has recorded its note
            assert 0 <= count - len(before) - more <= extra, (
                f"{count - len(before)} entries instead of {more}"
            )
        shutil.rmtree(place)
        step += stride
    return steps, told


def run(long: bool, seed: int) -> str:
    del seed
    figures = []
    with scratch() as folder:
        for act, more in ACTS:
            steps = told = 0
            for kind in (apsw.IOError, apsw.FullError):
                one, other = sweep(folder, act, more, kind, 1 if long else 13)
                steps, told = steps + one, told + other
            figures.append(f"{act.__name__.replace('_', ' ')} {steps} ({told} told)")
    return f"failing steps: {', '.join(figures)}; 0 entries lost, every retry succeeded"


if __name__ == "__main__":
    main(run)
