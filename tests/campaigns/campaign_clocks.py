"""The system clock is set back, forward, to 1970, across daylight saving time: order and belief do not change."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from functools import partial

from campaignkit import KIM, main, scratch, study_in

from kgdesk import actions


def run(long: bool, seed: int) -> str:
    draw = random.Random(seed)
    studies, anomalies, outcomes = (40 if long else 3), 0, 0
    with scratch() as folder:
        for number in range(studies):
            entries = [
                (f"C-{draw.randrange(1, 13):02d}", draw.choice(("success", "failure"))) for _ in range(25)
            ]
            found = []
            for wild in (False, True):
                now = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
                path = study_in(folder, f"{number} {wild}")
                with actions.open_study(path, KIM) as session:
                    for candidate, outcome in entries:
                        jump = draw.choice((1, 60, 3600, -3600, -86_400, 10**8, -(10**9))) if wild else 60
                        now = min(
                            max(now + timedelta(seconds=jump), datetime(1970, 1, 2, tzinfo=UTC)), _LATEST
                        )
                        zone = timezone(timedelta(hours=draw.choice((-11, 0, 1, 2, 14)) if wild else 1))
                        session.who = replace(KIM, clock=partial(datetime.astimezone, now, zone))
                        actions.record(session, candidate, outcome)
                        outcomes += 1
                with actions.open_study(path, KIM, read_only=True) as session:
                    study = session.study
                assert actions.verify(path).problem is None
                assert [(r.candidate, r.outcome) for r in study.runs] == entries
                anomalies += sum(e.kind == "clock_anomaly" for e in study.events) if wild else 0
                found.append(study.belief.digest)
            assert found[0] == found[1], "the clock changed the belief"
    return f"clocks: {studies} studies, {outcomes} outcomes, {anomalies} steps back noted; order and belief unchanged"


_LATEST = datetime(9000, 1, 1, tzinfo=UTC)

if __name__ == "__main__":
    main(run)
