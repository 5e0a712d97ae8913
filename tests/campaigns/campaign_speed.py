"""Duration of a commit and of opening a large study on this disk; reported, not judged."""

from __future__ import annotations

import time

import numpy as np
from campaignkit import KIM, main, scratch, study_in

from kgdesk import actions


def run(long: bool, seed: int) -> str:
    del seed
    commits, bulk = (2_000, 100_000) if long else (100, 2_000)
    with scratch(fast=False) as folder:
        path = study_in(folder)
        taken = []
        with actions.open_study(path, KIM) as session:
            for number in range(commits):
                began = time.perf_counter()
                actions.record(session, f"C-{number % 12 + 1:02d}", "success")
                taken.append(1000 * (time.perf_counter() - began))
            events = [("outcome_recorded", {"candidate": "C-01", "outcome": "failure"})] * (bulk - commits)
            session.append(events)
        began = time.perf_counter()
        with actions.open_study(path, KIM, read_only=True) as session:
            opened = time.perf_counter() - began
            began = time.perf_counter()
            assert session.study.belief.mean.size
            believed = time.perf_counter() - began
    middle, late = np.percentile(taken, [50, 99])
    return (
        f"speed: {commits} commits p50 {middle:.1f} ms, p99 {late:.1f} ms, 0 lost; "
        f"{bulk} outcomes opened, verified and folded in {opened:.2f} s, belief replayed in {believed:.2f} s"
    )


if __name__ == "__main__":
    main(run)
