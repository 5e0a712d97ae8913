"""Compare every statement about a state with independently computed facts."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from truth import audits, headings, reasons, records, stops
from truth.facts import Either, Points, Whole, described, fits

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from truth.facts import Fact, Facts
    from truth.independent import Own
    from truth.statements import Answers

#: Tolerance between two independent computations of a probability or a value of testing.
TOLERANCE = 1e-6
_RARE = 2e-4  # a loss too rare to occur in 4,096 draws


class Faults(list[str]):
    """False statements, each with its place.

    Parameters
    ----------
    names
        Names of all candidates: a sentence must state the right ones and no other.
    """

    def __init__(self, names: Collection[str]) -> None:
        super().__init__()
        self.names = frozenset(names)

    def number(self, where: str, stated: float | None, right: float, tolerance: float = TOLERANCE) -> None:
        """Report a number that differs from the right one by more than the tolerance."""
        if stated is None or not abs(stated - right) <= tolerance:
            self.append(f"{where}: states {stated!r}, is {right!r}")

    def same(self, where: str, stated: object, right: object) -> None:
        """Report a value that is not equal to the right one."""
        if stated != right:
            self.append(f"{where}: states {stated!r}, is {right!r}")

    def one_of(self, where: str, stated: object, right: Collection[object]) -> None:
        """Report a value that is not one of the admissible ones."""
        if stated not in right:
            self.append(f"{where}: states {stated!r}, is one of {sorted(map(str, right))}")

    def states(self, where: str, sentence: str, *alternatives: Sequence[Fact]) -> None:
        """Report a sentence whose numbers and names are those of none of the admissible lists of facts."""
        if not any(fits(str(sentence), facts, self.names) for facts in alternatives):
            self.append(f"{where}: states “{sentence}”, is {described(alternatives)}")


def check(own: Own, answers: Answers, seen: Mapping[int, str], since: int = 0) -> Faults:
    """Return all false statements of the program about a state.

    Parameters
    ----------
    own
        The independently computed state.
    answers
        Statements of the program.
    seen
        Where the user actually saw the suggestion, by the number of the entry.
    since
        Number of the last entry that was checked before.
    """
    faults = Faults(own.world.ids)
    _numbers(own, answers, faults)
    if own.stock.exhausted:
        _nothing_to_suggest(own, answers, faults)
    else:
        _suggestion(own, answers, faults)
        _chosen(own, answers, faults)
    _status(own, answers, faults)
    _trail(own, answers, seen, faults)
    _printed(own, answers, faults)
    records.check(own.world, since, faults)
    return faults


def _numbers(own: Own, answers: Answers, faults: Faults) -> None:
    """Compare the predictions for all candidates."""
    advice, row_of = answers.advice, own.design.row_of
    faults.same("names of the columns", list(advice.study.scaling.names), own.design.names)
    low, high = own.belief.interval(own.X, 1.6448536269514722)
    for where, values, right in (
        ("probability", advice.probability, own.probability),
        ("value of testing", advice.kg, own.gains),
        ("low end", advice.low, low),
        ("high end", advice.high, high),
    ):
        apart = np.abs(values - right[row_of])
        worst = int(np.argmax(apart))
        faults.number(f"{where} of {own.world.ids[worst]}", values[worst], right[row_of][worst])


def _nothing_to_suggest(own: Own, answers: Answers, faults: Faults) -> None:
    """Compare what is said of a study whose candidates are all tried."""
    data = answers.suggestion
    faults.same("suggestions when all are tried", (data["suggestions"], answers.advice.next), ([], None))
    faults.states("all tried", data["all_tried"], stops.all_tried(own))
    faults.one_of("recommended", data["recommended"]["candidate"], own.best[0])
    faults.number("probability of the recommended", data["recommended"]["probability"], own.best[1])
    _stop(own, answers, "stop of the suggestion", data["stop"], faults)


def _suggestion(own: Own, answers: Answers, faults: Faults) -> None:
    data, advice = answers.suggestion, answers.advice
    first = data["suggestions"][0]
    candidate = first["candidate"]
    best = data["recommended"]["candidate"]
    faults.one_of("suggested", candidate, stops.suggestible(own))
    may, must = stops.confirming(own)
    faults.one_of("confirms the best", advice.confirms, {True} if must else {bool(may), False})
    faults.same("suggested by window and command", advice.suggestion.candidate, candidate)
    faults.number("value of the suggested", first["kg"], own.gain_of(candidate))
    faults.number("probability of the suggested", first["probability"], own.probability[own.place[candidate]])
    for y, key in ((1, "if_success"), (-1, "if_failure")):
        then = own.after(candidate, y)
        faults.one_of(f"best {key}", first[key]["best"], then.names)
        faults.number(f"probability {key}", first[key]["probability"], then.value)
    faults.same("runs in progress of the value", first["in_progress"], len(own.world.running))
    faults.same("where the suggested is", first["location"], own.world.places(candidate))
    faults.same("number of the next run", first["run"], own.world.next_number)
    runs, good = own.world.tried(candidate)
    faults.same("earlier runs", (first["earlier"]["outcomes"], first["earlier"]["successes"]), (runs, good))
    faults.one_of("recommended", best, own.best[0])
    faults.number("probability of the recommended", data["recommended"]["probability"], own.best[1])
    again = data["repeats"]
    if again is not None:
        worth = own.several(again["candidate"], again["runs"])
        faults.number("value of several runs", again["value"], float(worth[-1]))
        faults.number("value of one run", again["value_of_one"], own.gain_of(candidate))
    count = again["runs"] if again is not None and again["candidate"] == candidate else 1
    confirmed = advice.confirms
    right = reasons.suggestion(own, candidate, best, count, stake_of(answers), confirms=confirmed)
    faults.states("why", first["why"], *right)
    right = reasons.suggestion(own, candidate, best, confirms=confirmed)
    faults.states("why on the card", advice.suggestion.why, *right)
    _compared(own, answers, faults)
    _stop(own, answers, "stop of the suggestion", data["stop"], faults)


def _compared(own: Own, answers: Answers, faults: Faults) -> None:
    other = answers.suggestion["runner_up"]
    if other is None:
        return
    candidate, best = answers.advice.suggestion.candidate, answers.advice.recommended.candidate
    faults.one_of("next in line", other["candidate"], own.next_in_line(candidate))
    faults.number("value of the next in line", other["kg"], own.gain_of(other["candidate"]))
    right = reasons.comparison(own, candidate, other["candidate"], best)
    faults.states("beside the next in line", other["why"], *right)


def stake_of(answers: Answers) -> tuple[float, float] | None:
    """Return the program's value of perfect information with standard error, in 0..1; None if it has none."""
    data = answers.status["at_stake"]
    return None if data is None else (data["points"] / 100.0, data["standard_error"] / 100.0)


def _stake(own: Own, answers: Answers, faults: Faults) -> None:
    """Compare two Monte Carlo estimates from different draws."""
    stake = stake_of(answers)
    faults.same(
        "at stake, by suggestion and status", answers.suggestion["at_stake"], answers.status["at_stake"]
    )
    if stake is not None:
        value, error = own.perfect_information()
        faults.number("at stake", stake[0], value, 6.0 * math.hypot(error, stake[1]) + _RARE)


def _stop(own: Own, answers: Answers, where: str, data: dict[str, object], faults: Faults) -> None:
    verdicts = stops.verdicts(own, stake_of(answers))
    fitting = [verdict.why for verdict in verdicts if verdict.stop == data["stop"]]
    faults.one_of(f"{where}: to stop", data["stop"], {verdict.stop for verdict in verdicts})
    if own.world.finished is None:
        faults.one_of(f"{where}: verdict", data["verdict"], {verdict.kind for verdict in verdicts})
    faults.states(where, str(data["why"]), *fitting)


def _status(own: Own, answers: Answers, faults: Faults) -> None:
    data, world = answers.status, own.world
    state = "open" if world.finished is None else "finished"
    facts = {
        "outcomes": len(world.valid),
        "successes": sum(run.outcome == "success" for run in world.valid),
        "undecided": len(world.took_place) - len(world.valid),
        "voids": len(world.runs) - len(world.took_place),
        "budget": world.settings["budget"],
        "state": state,
        "attributes": own.design.names,
    }
    for key, right in facts.items():
        faults.same(f"status: {key}", data[key], right)
    faults.same(
        "status: in progress",
        [(run["candidate"], run["operator"], run["location"]) for run in data["pending"]],
        [
            (start.facts["candidate"], start.actor, world.places(start.facts["candidate"]))
            for start in world.pending
        ],
    )
    faults.same("status: entries", data["head"]["seq"], world.revision)
    faults.one_of("status: recommended", data["recommended"]["candidate"], own.best[0])
    faults.number("status: probability", data["recommended"]["probability"], own.best[1])
    low, high = own.range_of(own.place[data["recommended"]["candidate"]])
    faults.number("status: low end", data["recommended"]["interval"][0], low)
    faults.number("status: high end", data["recommended"]["interval"][1], high)
    _stop(own, answers, "stop of the status", data["stop"], faults)
    _stake(own, answers, faults)
    if "favoured" in data or own.belief.kind == "average":
        faults.states("favoured", data.get("favoured", ""), *favoured(own))


def favoured(own: Own) -> list[Facts]:
    """Return what may be stated of linear against quadratic terms: the odds, as long as they tell the two apart."""
    odds = getattr(own.belief, "odds_of_a_bend", None)
    if odds is None:
        return [[]]
    made: list[Facts] = []
    for near in (odds * (1 - TOLERANCE), odds, odds * (1 + TOLERANCE)):
        size = near if near >= 1.0 else 1.0 / max(near, 1e-300)
        number = "100" if size > 100 else f"{size:.0f}" if size >= 9.95 else f"{size:.1f}"
        made.append([] if size < 1.5 else [Either(frozenset({number})), 1])
    return made


def _chosen(own: Own, answers: Answers, faults: Faults) -> None:
    advice = answers.advice
    suggested, best = advice.suggestion.candidate, advice.recommended.candidate
    for name, each in answers.chosen.items():
        faults.number(f"value of {name}", each.kg, own.gain_of(name))
        loss = own.gain_of(suggested) - own.gain_of(name)
        faults.number(f"loss by {name}", each.loss, 0.0 if name == suggested else loss)
        faults.states(f"why {name}", each.why, *reasons.chosen(own, name, suggested, best))


def _trail(own: Own, answers: Answers, seen: Mapping[int, str], faults: Faults) -> None:
    log = own.world.log
    faults.same("audit: entries", [line.seq for line in answers.trail], [entry.seq for entry in log])
    for line, entry in zip(answers.trail, log, strict=False):
        where = f"audit {entry.seq} ({entry.kind})"
        faults.states(where, line.what, audits.facts(entry, seen, own.world.run_of_entry))
        if entry.kind == "suggestion_made":
            faults.same(f"{where}: was shown", "shown" in line.what, audits.says_shown(entry, seen))
        faults.states(f"{where}: before", line.before, audits.before(entry))
        faults.same(f"{where}: reason", line.reason, str(entry.facts.get("reason", "")))
        faults.same(f"{where}: operator", line.operator, entry.actor)


def estimate(own: Own, name: str) -> Facts:
    """Return a probability with its 90 % interval."""
    row = own.place[name]
    low, high = own.range_of(row)
    return [Whole(own.probability[row]), 90, Whole(low), Whole(high)]


def _best(own: Own, name: str) -> Facts:
    """Return what is stated of the best candidate; nothing before the first outcome."""
    return [name, *estimate(own, name)] if own.world.valid else []


def _printed(own: Own, answers: Answers, faults: Faults) -> None:
    """Compare the output of the commands line by line."""
    if "suggest" in answers.printed:
        _lines(answers, "suggest", _suggest_lines(own, answers), faults)
    if "status" in answers.printed:
        _lines(answers, "status", _status_lines(own, answers), faults)


def _lines(answers: Answers, verb: str, right: Sequence[list[Facts]], faults: Faults) -> None:
    lines = answers.printed[verb].splitlines()
    faults.same(f"{verb}: number of lines in {lines}", len(lines), len(right))
    for line, alternatives in zip(lines, right, strict=False):
        faults.states(f"kgdesk {verb}", line, *alternatives)


def _stop_line(own: Own, answers: Answers, stop: object) -> list[Facts]:
    return [verdict.why for verdict in stops.verdicts(own, stake_of(answers)) if verdict.stop == stop]


def _suggest_lines(own: Own, answers: Answers) -> list[list[Facts]]:
    """Return the admissible facts of each line."""
    data = answers.suggestion
    best, last = data["recommended"]["candidate"], [[own.world.revision]]
    if own.stock.exhausted:
        way: list[list[Facts]] = [] if own.world.finished is not None else [[[]]]
        return [[verdict.why for verdict in stops.verdicts(own)], *way, [_best(own, best)], last]
    candidate, again = data["suggestions"][0]["candidate"], data["repeats"]
    count = again["runs"] if again is not None and again["candidate"] == candidate else 1
    next_run = [candidate, *headings.heading(own, candidate), *own.world.places(candidate).values()]
    lines: list[list[Facts]] = [
        [[*next_run, *estimate(own, candidate)]],
        reasons.suggestion(own, candidate, best, count, stake_of(answers), confirms=answers.advice.confirms),
    ]
    if again is not None and again["candidate"] != candidate:
        worth = own.several(again["candidate"], again["runs"])[-1]
        lines.append([[again["candidate"], again["runs"], Points(float(worth))]])
    if data["stop"]["verdict"] != "go-on" and own.world.valid:
        lines.append(_stop_line(own, answers, data["stop"]["stop"]))
    return [*lines, [_best(own, best)], last]


def _status_lines(own: Own, answers: Answers) -> list[list[Facts]]:
    """Return the admissible facts of each line."""
    world, data = own.world, answers.status
    good = sum(run.outcome == "success" for run in world.valid)
    voids, budget = len(world.runs) - len(world.took_place), world.settings["budget"]
    undecided = len(world.took_place) - len(world.valid)
    running = reasons.running(own) if data["state"] != "open" else []
    lines: list[list[Facts]] = [
        [[world.name, *running, len(world.valid), good, *([undecided] if undecided else []), voids, budget]]
    ]
    for start in world.pending:
        placed = headings.placed(own, start.facts["candidate"])
        lines.append([[world.numbers[start.seq], *placed, start.actor, start.at]])
    lines += [[list(names)] for names in (world.away, world.aside) if names]
    if data["state"] == "open":
        lines.append(_stop_line(own, answers, data["stop"]["stop"]))
    lines.append([_best(own, data["recommended"]["candidate"])])
    if own.belief.kind == "average" and own.belief.odds_of_a_bend is not None:
        lines.append(favoured(own))
    return lines
