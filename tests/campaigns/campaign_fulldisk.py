"""Disks of 2, 8 and 32 MiB fill up while outcomes are recorded; each is saved by a retry once space is free.

Without permission to mount, a limit on file sizes replaces the full disk, and the output says so.
"""

from __future__ import annotations

import resource
import signal
import subprocess
from typing import TYPE_CHECKING

from campaignkit import KIM, main, scratch, study_in

from kgdesk import actions
from kgdesk.errors import NotSaved

if TYPE_CHECKING:
    from pathlib import Path


def mounted(folder: Path, size: int) -> bool:
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}m", "none", str(folder)]
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def fill(path: Path, chunk: int) -> None:
    with path.open("wb", buffering=0) as ballast:
        try:
            while ballast.write(bytes(chunk)):
                pass
        except OSError:
            return


def on_disk_of(folder: Path, rounds: int) -> tuple[int, int]:
    """Fill the disk repeatedly; return (refused attempts, outcomes saved by a retry)."""
    path = study_in(folder)
    ballast = folder / "ballast"
    refused = saved = number = 0
    with actions.open_study(path, KIM) as session:
        for _ in range(rounds):
            fill(ballast, 4096)
            full = False
            while not full:
                token = f"outcome {number}"
                try:
                    actions.record(session, "C-01", "success", note="x" * 3000, token=token)
                    number += 1
                except NotSaved as said:
                    full = True
                    refused += 1
                    assert "not recorded; earlier ones are safe. Free space" in str(said)
            before = session.study.head
            ballast.unlink()
            actions.record(session, "C-01", "success", note="x" * 3000, token=token)
            assert session.study.head.seq == before.seq + 1
            number += 1
            saved += 1
        assert len(session.study.runs) == number
    with actions.open_study(path, KIM, read_only=True) as session:
        assert len(session.study.runs) == number
    return refused, saved


def by_limit(folder: Path, rounds: int) -> tuple[int, int]:
    path = study_in(folder)
    refused = saved = 0
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        with actions.open_study(path, KIM) as session:
            for number in range(rounds):
                resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 1000, usual[1]))
                try:
                    actions.record(session, "C-01", "success", note="x" * 9000, token=f"outcome {number}")
                except NotSaved:
                    refused += 1
                finally:
                    resource.setrlimit(resource.RLIMIT_FSIZE, usual)
                actions.record(session, "C-01", "success", note="x" * 9000, token=f"outcome {number}")
                saved += 1
            assert len(session.study.runs) == rounds
    finally:
        signal.signal(signal.SIGXFSZ, ignored)
    return refused, saved


def run(long: bool, seed: int) -> str:
    del seed
    figures = []
    with scratch() as folder:
        for size in (2, 8, 32) if long else (2,):
            place = folder / f"{size} MiB"
            if mounted(place, size):
                try:
                    refused, saved = on_disk_of(place, 20 if long else 3)
                finally:
                    subprocess.run(["umount", str(place)], check=True)
                figures.append(f"{size} MiB: {refused} refused, {saved} saved once space was free")
            else:
                refused, saved = by_limit(place, 20 if long else 3)
                figures.append(f"no right to mount, file size limited: {refused} refused, {saved} saved")
    return f"full disk: {'; '.join(figures)}; 0 lost, 0 doubled"


if __name__ == "__main__":
    main(run)
