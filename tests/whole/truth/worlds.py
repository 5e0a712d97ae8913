"""Random studies, each generated from a seed: a small table, settings, and acts through the real actions.

A study is a file; each act calls the same function as the window or the command line. Refused acts are included: they
must leave the study unchanged.
"""

from __future__ import annotations

import contextlib
import csv
import io
import json
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from truth import founding

from kgdesk import actions
from kgdesk.actions.importing import read_pool
from kgdesk.cli import main
from kgdesk.errors import KgdeskError
from kgdesk.model.advice.batches import advise_batch
from kgdesk.model.advice.picks import advise
from kgdesk.model.study.records import Limit
from kgdesk.model.study.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from kgdesk.actions import Change
    from kgdesk.actions.importing import PoolReading
    from kgdesk.model.advice.advice import Advice
    from kgdesk.model.study.records import Run
    from kgdesk.model.study.study import Study

_OPERATORS = ("Kim", "MK", "J. Müller")
#: Reasons of a void by which the sample was not used.
_UNUSED = ("not done: the rack was full", "Wrong sample", "wrong sample: C-007 was in the vial")
#: With more runs in progress the program samples scenarios, which cannot be reproduced independently.
_MOST_OPEN = 6


class Life:
    """One random study, from its creation on.

    Parameters
    ----------
    seed
        Seed of the study.
    folder
        Folder of its files.
    """

    def __init__(self, seed: int, folder: Path) -> None:
        self.seed, self.folder = seed, folder
        self.rng = rng = np.random.default_rng((16, seed))
        self.path = folder / f"study-{seed}.kgstudy"
        raw = bool(rng.random() < 0.1)
        self.table = founding.table(rng, raw)
        self.settings = founding.settings(rng, self.table, raw) | {
            "repeats": founding.repeats(seed),
            "prior_effects": founding.effects(seed, self.table),
        }
        #: Whether most runs are of a few candidates, until no single run can change the recommendation.
        self.stuck = bool(rng.random() < 0.2)
        if self.stuck:
            self.settings |= {
                "policy": "kg",
                "stop": str(rng.choice(["at-stake 2", "at-stake 0.01", "value 0.1"])),
                "repeats": "",
            }
        self.settings |= {"blocks": founding.blocks(seed, self.settings)}
        self.settings |= founding.measured(seed, self.settings, self.table)
        drawn = folder / f"table-{seed}.csv"
        self.table.write(drawn)
        reading = read_pool(
            drawn,
            id="code",
            categories=self.table.categories,
            extras=self.table.extras,
            logs=self.table.logs,
            outcome=self.table.outcome,
            decimal="point",
            delimiter=",",
        )
        self.ids = list(reading.pool.ids)
        who = actions.Operator(_OPERATORS[0], "LAB-PC-2")
        self.session = actions.create_study(
            self.path,
            reading,
            Settings(**self.settings),
            who,
            file=drawn.name,
            learn_from=self._earlier(reading)
            if founding.learns_from_another(seed, self.settings, self.table)
            else None,
        )
        if self.study.settings.policy != founding.policy_of(self.settings):
            raise AssertionError(f"a new study has the policy {self.study.settings.policy}: {self.settings}")
        # Random true probabilities: rare and frequent successes and clear winners all occur.
        self.chance: NDArray[np.float64] = 1.0 / (
            1.0 + np.exp(-(rng.normal(size=len(self.ids)) * 2.0 + rng.normal() * 1.5))
        )
        if self.stuck:
            self.chance[:2] = 0.97, 0.03
        self.acts: list[str] = []
        #: Where the user saw the suggestion before acting, by the number of the entry.
        self.seen: dict[int, str] = {}

    def _earlier(self, reading: PoolReading) -> Study:
        """Return an earlier study of the same candidates with three to nine outcomes; half have two or three lots."""
        rng = np.random.default_rng((20, self.seed))
        path = self.folder / f"earlier-{self.seed}.kgstudy"
        who = actions.Operator(_OPERATORS[0], "LAB-PC-2")
        lots = np.random.default_rng((22, self.seed))
        given = Settings(title="before", blocks="Lot" if lots.random() < 0.5 else "")
        with actions.create_study(path, reading, given, who) as session:
            for _ in range(int(rng.integers(3, 10))):
                name = str(rng.choice(self.ids))
                outcome = str(rng.choice(["success", "failure"]))
                blocks = {"Lot": str(lots.choice(["4711", "4712", ""]))} if given.blocks else None
                actions.record(session, name, outcome, repeat=True, blocks=blocks)
            return session.study

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.session.close()

    @property
    def study(self) -> Any:
        return self.session.study

    def states(self, count: int, most: int = 4) -> Iterator[int]:
        """Perform acts, and yield at `count` states one after the other; the first is the newly created study."""
        for state in range(count):
            if state:
                for _ in range(int(self.rng.integers(1, most + 1))):
                    self.act()
            self.acts.append(f"-- state {state}")
            yield state

    def act(self) -> None:
        """Perform one random act of a user; a refused one must change nothing."""
        names = list(_ACTS)
        weights = np.array([_ACTS[name] for name in names], dtype=np.float64)
        if self.stuck:
            weights[names.index("repeat")] += 40
        if self.study.closing is not None:
            weights = np.array([_CLOSED.get(name, 0) for name in names], dtype=np.float64)
        name = str(self.rng.choice(names, p=weights / weights.sum()))
        if self.rng.random() < 0.1:
            self.session.who = actions.Operator(str(self.rng.choice(_OPERATORS)), "LAB-PC-2")
        before = self.study.head
        doing: Callable[[], str] = getattr(self, f"_{name}")
        try:
            done = doing()
        except KgdeskError as refusal:
            if self.study.head != before:
                raise AssertionError(f"refused, and yet recorded: {refusal}") from refusal
            done = f"refused: {refusal}"
        self.acts.append(f"{name} {done}".strip())
        self._change_lot()
        self._move_threshold()

    def _change_lot(self) -> None:
        """State another lot after some entries, and correct that of a run; without a draw, so that others stay."""
        study = self.study
        count = len(study.events)
        if not study.settings.blocks or not study.is_open:
            return
        if count % 3 == 0 and study.present_levels["Lot"] != (lot := f"L{count % 4}"):
            actions.set_block(self.session, {"Lot": lot})
            self.acts.append(f"lot {lot}")
        elif count % 5 == 0 and study.runs and dict(study.runs[0].blocks)["Lot"] != "L9":
            actions.correct_block(self.session, study.runs[0].number, {"Lot": "L9"}, "read again")
            self.acts.append("lot corrected")

    def _move_threshold(self) -> None:
        """Change the threshold after some entries, up and down; without a draw, so that others stay."""
        study = self.study
        if study.settings.threshold is None or not study.is_open or len(study.events) % 7:
            return
        threshold = study.settings.threshold + (5.0 if len(study.events) % 2 else -7.5)
        if 1.0 < threshold < 99.0:
            actions.change_settings(self.session, {"threshold": threshold}, "another is asked for")
            self.acts.append(f"threshold {threshold:g}")

    def candidate(self) -> str:
        """Return a random candidate: every other time one of the first four, so that candidates are run again."""
        pool = self.ids if self.rng.random() < 0.5 else self.ids[:4]
        return str(self.rng.choice(pool))

    def outcome(self, candidate: str) -> str:
        if self.rng.random() < 0.06:
            return "void"
        return "success" if self.rng.random() < self.chance[self.ids.index(candidate)] else "failure"

    def value(self, candidate: str, outcome: str) -> float | Limit | None:
        """Return a value, or a limit, that goes with an outcome; None where nothing is measured, and now and then."""
        settings = self.study.settings
        # The other draws of a study stay what they are: these follow from the number of its entries.
        rng = np.random.default_rng((22, self.seed, len(self.study.events)))
        if settings.threshold is None or outcome == "void" or rng.random() < 0.15:
            return None
        threshold, up = settings.threshold, settings.direction == "at-least"
        above = up == (outcome == "success")
        chance = float(self.chance[self.ids.index(candidate)])
        distance = 6.0 * abs(float(np.log(chance / (1.0 - chance)) + rng.logistic())) + 0.1
        which = rng.random()
        if which < 0.15:  # a limit beyond which all values are on one side
            bound = threshold + distance if above else max(threshold - distance, 0.5)
            return Limit(">=" if above else "<", round(bound, 1))
        if which < 0.2:  # a limit beyond which they are on both
            return Limit("<" if above else ">", round(threshold + (distance if above else -distance), 1))
        value = threshold + distance if above else threshold - distance
        if which < 0.25 and above:  # a comma in the wrong place
            value *= 10.0
        if settings.scale == "log" and value <= 0.0:
            value = 0.1
        return round(value, 2)

    def _written(self, candidate: str, outcome: str) -> str:
        """Return a value as it is typed, from which the outcome follows; where there is none, its word."""
        value = self.value(candidate, outcome)
        return outcome if value is None else str(value)

    def _said(self, outcome: str, value: float | Limit | None) -> str:
        """Return the outcome, or for every second limit that leaves it open that it is undecided."""
        unknown = self.study.settings.leaves_open(value) and len(self.study.events) % 2
        return "undecided" if unknown else outcome

    def asked(self) -> Advice | None:
        """Return the suggestion on the card; None half of the time, as if the user did not look at it."""
        return advise(self.study) if self.study.is_open and self.rng.random() < 0.5 else None

    def looked(self, change: Change, advice: Advice | None) -> None:
        """Record that the suggestion was on the card when the user made a change."""
        if advice is not None:
            self.seen |= {event.seq: "card" for event in change.events}

    def _record(self) -> str:
        advice = self.asked()
        follow = advice is not None and self.rng.random() < 0.7
        candidate = (advice.next if follow and advice is not None else None) or self.candidate()
        outcome = self.outcome(candidate)
        note = "cloudy" if self.rng.random() < 0.1 else ""
        measured = self.value(candidate, outcome)
        outcome = self._said(outcome, measured)
        change = actions.record(
            self.session,
            candidate,
            outcome,
            blocks={"Lot": "L7"} if self.study.settings.blocks and len(self.study.runs) % 4 == 3 else None,
            advice=advice,
            seen_on=_place(advice),
            note=note,
            measured=measured,
            repeat=True,
            set_values=self._really_set() if self.rng.random() < 0.15 else None,
        )
        self.looked(change, advice)
        return f"{candidate} {outcome}"

    def _really_set(self) -> dict[str, float | str]:
        """Return a value of one attribute within the range of the candidates, or a level of another candidate."""
        study = self.study
        known = [at for at, a in enumerate(study.pool.attributes) if a.name not in study.scaling.dropped]
        at = int(self.rng.choice(known))
        attribute, cells = study.pool.attributes[at], study.pool.values[at]
        if attribute.kind == "category":
            return {attribute.name: str(self.rng.choice(sorted(set(map(str, cells)))))}
        low, high = min(map(float, cells)), max(map(float, cells))
        return {attribute.name: round(low + float(self.rng.random()) * (high - low), 6)}

    def _repeat(self) -> str:
        candidate, runs = self.candidate(), int(self.rng.integers(2, 7))
        if self.stuck:
            candidate, runs = self.ids[int(self.rng.integers(2))], 15 * runs
        good = int(self.rng.binomial(runs, self.chance[self.ids.index(candidate)]))
        advice = self.asked()
        change = actions.record(
            self.session,
            candidate,
            "success",
            count=(good, runs),
            advice=advice,
            seen_on=_place(advice),
            repeat=True,
        )
        self.looked(change, advice)
        return f"{candidate} {good}/{runs}"

    def _start(self) -> str:
        if len(self.study.pending) >= _MOST_OPEN:
            return self._settle()
        advice = self.asked()
        candidate = (None if advice is None else advice.next) or self.candidate()
        change = actions.start(self.session, candidate, advice=advice, seen_on=_place(advice))
        self.looked(change, advice)
        return candidate

    def _batch(self) -> str:
        count = int(self.rng.integers(2, 4))
        if len(self.study.pending) + count > _MOST_OPEN:
            return self._settle()
        picks = advise_batch(self.study, count)
        self.looked(actions.start_together(self.session, picks, seen_on="card"), picks[0])
        return " ".join(pick.suggestion.candidate for pick in picks)

    def _settle(self) -> str:
        running = self.study.pending
        if not running:
            return "nothing"
        run = running[int(self.rng.integers(len(running)))]
        outcome = self.outcome(run.candidate)
        measured = self.value(run.candidate, outcome)
        outcome = self._said(outcome, measured)
        actions.record(self.session, run.candidate, outcome, run=run.number, measured=measured)
        return f"{run.candidate} {outcome}"

    def _correct(self) -> str:
        if not self.study.runs:
            return "nothing"
        run = self.study.runs[int(self.rng.integers(len(self.study.runs)))]
        outcome = str(self.rng.choice(["success", "failure", "void"]))
        other = self.candidate() if self.rng.random() < 0.2 else None
        unused = outcome == "void" and self.rng.random() < 0.5
        reason = str(self.rng.choice(_UNUSED)) if unused else "typed the wrong one"
        measured = self.value(run.candidate, outcome) if len(self.study.events) % 2 else None
        # Without a draw, so that the studies of known seeds stay as they are but for this.
        really = self._another_set(run) if len(self.study.events) % 3 == 0 else None
        actions.correct(
            self.session,
            run.number,
            outcome,
            reason,
            candidate=other,
            measured=measured,
            set_values=really,
        )
        return f"{run.number} {outcome}"

    def _another_set(self, run: Run) -> dict[str, float | str]:
        """Return what a correction says was really set: what the next candidate of the table has there."""
        study = self.study
        name = next(a.name for a in study.pool.attributes if a.name not in study.scaling.dropped)
        at = [a.name for a in study.pool.attributes].index(name)
        own = study.pool.row(run.candidate)
        return {name: study.pool.values[at][(own + 1) % len(study.pool.ids)]}

    def _back(self) -> str:
        if len(self.study.pending) >= _MOST_OPEN:  # taking back an outcome puts its run in progress again
            return self._settle()
        actions.take_back(self.session)
        if len(self.study.events) % 4 == 0:
            actions.redo(self.session)
        return ""

    def _skip(self) -> str:
        candidate = self.candidate()
        actions.skip(self.session, candidate, "not now")
        return candidate

    def _exclude(self) -> str:
        several = self.rng.choice(self.ids, size=int(self.rng.integers(1, 4)), replace=False).tolist()
        actions.exclude(self.session, several, "used up")
        return " ".join(several)

    def _include(self) -> str:
        gone = [absence.candidate for absence in self.study.retired]
        if not gone:
            return "nothing"
        actions.include(self.session, gone[0], "a new jar")
        return gone[0]

    def _command(self) -> str:
        """Record an outcome or start a run at the command line without a suggestion."""
        return self.at_the_command_line(*self._run_by_hand())[1]

    def _run_by_hand(self, suggested: str = "") -> list[str]:
        candidate = suggested if suggested and self.rng.random() < 0.6 else self.candidate()
        if self.rng.random() < 0.3 and len(self.study.pending) < _MOST_OPEN:
            return ["start", candidate]
        return ["record", candidate, self._written(candidate, self.outcome(candidate))]

    def _answered(self) -> str:
        """Request a suggestion at the command line, and record a run with reference to it, or to an outdated one."""
        code, printed = self.at_the_command_line("suggest", "--json")
        answer = json.loads(printed)
        given = self._run_by_hand(answer["suggestions"][0]["candidate"] if answer["suggestions"] else "")
        revision, before = int(answer["revision"]), self.study.head.seq
        too_old = self.rng.random() < 0.2
        code, printed = self.at_the_command_line(*given, "--revision", str(revision - too_old))
        if too_old and (code == 0 or self.study.head.seq != before):
            raise AssertionError(f"an answer for another revision was taken: {printed}")
        self.seen |= {event.seq: "answer" for event in self.study.events[before:]}
        return printed

    def at_the_command_line(self, verb: str, *given: str) -> tuple[int, str]:
        """Run a command while the window is closed; a refused one must change nothing."""
        who, before = self.session.who, self.study.head
        self.session.close()
        out, err = io.StringIO(), io.StringIO()
        by = () if verb == "suggest" else ("--by", who.operator)
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                code = main([verb, str(self.path), *given, *by])
        finally:
            self.session = actions.open_study(self.path, who)
        if code and self.study.head != before:
            raise AssertionError(f"refused, and yet recorded: {err.getvalue()}")
        return code, (out.getvalue() + err.getvalue()).strip()

    def _note(self) -> str:
        run = int(self.rng.integers(1, len(self.study.runs) + 1)) if self.study.runs else None
        actions.note(self.session, "new batch of catalyst", run=run)
        return ""

    def _finish(self) -> str:
        actions.finish(self.session, "enough", with_open_runs=bool(self.rng.random() < 0.7))
        return f"with {len(self.study.pending)} in progress"

    def _locate(self) -> str:
        """Set, change or remove the location column."""
        kept = list(self.study.pool.extras)
        if not kept:
            return "nothing"
        column = "" if self.rng.random() < 0.2 else str(self.rng.choice(kept))
        actions.change_settings(self.session, {"location": column}, "the label was misread")
        return column

    def _reopen(self) -> str:
        actions.reopen(self.session, "one more question")
        return ""

    def _past(self) -> str:
        return self._imported([self.candidate() for _ in range(2)])

    def _results(self) -> str:
        """Import a table with the outcomes of runs in progress, possibly of more runs than are in progress."""
        running = [run.candidate for run in self.study.pending]
        if not running:
            return self._start()
        chosen = self.rng.choice(running, size=int(self.rng.integers(1, len(running) + 1)), replace=False)
        more = [self.candidate()] if self.rng.random() < 0.3 else []
        return self._imported([*chosen.tolist(), *more])

    def _imported(self, candidates: list[str]) -> str:
        path = self.folder / f"past-{self.seed}-{len(self.acts)}.csv"
        rows = [(name, self._written(name, self.outcome(name))) for name in candidates]
        with path.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([("candidate", "outcome"), *rows])
        actions.import_outcomes(self.session, path)
        return str(rows)


def _place(advice: Advice | None) -> Any:
    return "" if advice is None else "card"


#: Relative frequency of each act.
_ACTS = {
    "record": 30,
    "repeat": 8,
    "start": 14,
    "batch": 4,
    "settle": 14,
    "command": 8,
    "answered": 6,
    "correct": 6,
    "back": 4,
    "skip": 4,
    "exclude": 5,
    "include": 3,
    "note": 2,
    "finish": 3,
    "reopen": 0,
    "past": 3,
    "results": 5,
    "locate": 3,
}
#: Relative frequency of each act on a finished study.
_CLOSED = {"reopen": 6, "note": 1}
