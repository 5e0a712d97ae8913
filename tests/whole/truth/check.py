"""Compare every statement about a state with independently computed facts."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from truth import audits, headings, reasons, records, stops
from truth.wording import MODEL, Joined, Whole, Words, texts, words

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from truth.independent import Own
    from truth.statements import Answers
    from truth.wording import Tongue

#: Tolerance between two independent computations of a probability or a value of testing.
TOLERANCE = 1e-6
_RARE = 2e-4  # a loss too rare to occur in 4,096 draws


class Faults(list[str]):
    """False statements, each with its place."""

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

    def words(self, where: str, stated: str, right: object, tongue: Tongue = MODEL) -> None:
        """Report a sentence that is none of those admitted by the facts."""
        fitting = texts(right, tongue)
        if str(stated) not in fitting:
            self.append(f"{where}: states “{stated}”, should be “{'” or “'.join(sorted(fitting)[:4])}”")


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
    faults = Faults()
    _numbers(own, answers, faults)
    if own.stock.exhausted:
        _nothing_to_suggest(own, answers, faults)
    else:
        _suggestion(own, answers, faults)
        _chosen(own, answers, faults)
    _status(own, answers, faults)
    _futures(own, answers, faults)
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
    faults.words("all tried", data["all_tried"], stops.all_tried(own))
    faults.one_of("recommended", data["recommended"]["candidate"], own.best[0])
    faults.number("probability of the recommended", data["recommended"]["probability"], own.best[1])
    _stop(own, answers, "stop of the suggestion", data["stop"], faults)


def _suggestion(own: Own, answers: Answers, faults: Faults) -> None:
    data, advice = answers.suggestion, answers.advice
    first = data["suggestions"][0]
    candidate = first["candidate"]
    best = data["recommended"]["candidate"]
    faults.one_of("suggested", candidate, own.suggestible)
    faults.same("suggested by window and command", advice.suggestion.candidate, candidate)
    faults.number("value of the suggested", first["kg"], own.gain_of(candidate))
    faults.number("probability of the suggested", first["probability"], own.probability[own.place[candidate]])
    for y, key in ((1, "if_success"), (-1, "if_failure")):
        then = own.after(candidate, y)
        faults.one_of(f"best {key}", first[key]["best"], then.names)
        faults.number(f"probability {key}", first[key]["probability"], then.value)
    faults.same("runs in progress of the value", first["in_progress"], len(own.world.running))
    faults.same("where the suggested is", first["location"], own.world.places(candidate))
    faults.same("number of the next run", first["run"], len(own.world.runs) + 1)
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
    faults.words("why", first["why"], reasons.suggestion(own, candidate, best, count, stake_of(answers)))
    faults.words("why on the card", advice.suggestion.why, reasons.suggestion(own, candidate, best))
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
    faults.words("beside the next in line", other["why"], right)


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
    faults.words(where, str(data["why"]), fitting)


def _status(own: Own, answers: Answers, faults: Faults) -> None:
    data, world = answers.status, own.world
    state = "open" if world.finished is None else "finished" if world.locked is None else "locked"
    facts = {
        "outcomes": len(world.valid),
        "successes": sum(run.outcome == "success" for run in world.valid),
        "voids": len(world.runs) - len(world.valid),
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
        faults.words("favoured", data.get("favoured", ""), favoured(own))


def favoured(own: Own) -> list[Words]:
    """Return the sentences about linear against quadratic terms that the odds admit."""
    odds = getattr(own.belief, "odds_of_a_bend", None)
    if odds is None:
        return []
    made = []
    for near in (odds * (1 - TOLERANCE), odds, odds * (1 + TOLERANCE)):
        what, size = ("a bend", near) if near >= 1.0 else ("a straight line", 1.0 / max(near, 1e-300))
        if size < 1.5:
            made.append(words("The outcomes so far do not tell a bend from a straight line."))
            continue
        number = "more than 100" if size > 100 else f"{size:.0f}" if size >= 9.95 else f"{size:.1f}"
        made.append(words("The outcomes so far favour {what}, {number} to 1.", what=what, number=number))
    return made


def _chosen(own: Own, answers: Answers, faults: Faults) -> None:
    advice = answers.advice
    suggested, best = advice.suggestion.candidate, advice.recommended.candidate
    for name, each in answers.chosen.items():
        faults.number(f"value of {name}", each.kg, own.gain_of(name))
        loss = own.gain_of(suggested) - own.gain_of(name)
        faults.number(f"loss by {name}", each.loss, 0.0 if name == suggested else loss)
        faults.words(f"why {name}", each.why, reasons.chosen(own, name, suggested, best))


def _futures(own: Own, answers: Answers, faults: Faults) -> None:
    best = answers.advice.recommended.candidate
    for name, each in answers.futures.items():
        faults.number(f"what if {name}: value", each.kg, own.gain_of(name))
        for y, turn in ((1, each.success), (-1, each.failure)):
            where = f"what if {name} {'succeeds' if y > 0 else 'fails'}"
            then = own.after(name, y)
            pairs = {(each, change) for each, change in reasons.Futures(own, name, best).changes(then)}
            faults.one_of(f"{where}: best", (turn.best.candidate, turn.changes), pairs)
            for what, value, right in (
                ("chance", turn.chance, then.chance),
                ("probability", turn.best.probability, then.value),
                ("own probability", turn.own.probability, then.own),
                ("own low end", turn.own.low, then.low),
                ("own high end", turn.own.high, then.high),
            ):
                faults.number(f"{where}: {what}", value, right)


def _trail(own: Own, answers: Answers, seen: Mapping[int, str], faults: Faults) -> None:
    log = own.world.log
    faults.same("audit: entries", [line.seq for line in answers.trail], [entry.seq for entry in log])
    for line, entry in zip(answers.trail, log, strict=False):
        where = f"audit {entry.seq} ({entry.kind})"
        faults.same(where, line.what, audits.sentence(entry, seen))
        faults.same(f"{where}: before", line.before, audits.before(entry))
        faults.same(f"{where}: reason", line.reason, str(entry.facts.get("reason", "")))
        faults.same(f"{where}: operator", line.operator, entry.actor)


def _estimate(own: Own, name: str) -> Words:
    """Return a probability with its interval in the format of the command line."""
    row = own.place[name]
    low, high = own.range_of(row)
    return words(
        "{probability} (90 % range {low}-{high})",
        probability=Whole(own.probability[row]),
        low=[text.removesuffix(" %") for text in texts(Whole(low), MODEL)],
        high=Whole(high),
    )


def _best(own: Own, name: str) -> Words:
    if not own.world.valid:
        return words("No outcome is recorded yet: no candidate is best so far.")
    return words("Best so far: {candidate}, {estimate}.", candidate=name, estimate=_estimate(own, name))


def _printed(own: Own, answers: Answers, faults: Faults) -> None:
    """Compare the output of the commands line by line."""
    if "suggest" in answers.printed:
        _lines(answers, "suggest", _suggest_lines(own, answers), faults)
    if "status" in answers.printed:
        _lines(answers, "status", _status_lines(own, answers), faults)


def _lines(answers: Answers, verb: str, right: Sequence[object], faults: Faults) -> None:
    lines = answers.printed[verb].splitlines()
    faults.same(f"{verb}: number of lines in {lines}", len(lines), len(right))
    for line, sentence in zip(lines, right, strict=False):
        faults.words(f"kgdesk {verb}", line, sentence)


def _suggest_lines(own: Own, answers: Answers) -> list[object]:
    data = answers.suggestion
    if own.stock.exhausted:
        finished = own.world.finished is not None
        stop = [Joined(("You can stop: ", verdict.why)) for verdict in stops.verdicts(own)]
        way = [] if finished else ["Finish the study (kgdesk finish), or add candidates (kgdesk add)."]
        best = _best(own, data["recommended"]["candidate"])
        return [stop, *way, best, f"Revision {own.world.revision}."]
    candidate, best = data["suggestions"][0]["candidate"], data["recommended"]["candidate"]
    again = data["repeats"]
    count = again["runs"] if again is not None and again["candidate"] == candidate else 1
    lines: list[object] = [
        words(
            "{next}{where} Expected success {estimate}.",
            next=headings.headline(own, candidate),
            where=f" {place}." if (place := own.world.place(candidate)) else "",
            estimate=_estimate(own, candidate),
        ),
        reasons.suggestion(own, candidate, best, count, stake_of(answers)),
    ]
    if again is not None and again["candidate"] != candidate:
        worth = own.several(again["candidate"], again["runs"])[-1]
        lines.append(reasons.offer(again["candidate"], again["runs"], float(worth)))
    stop = [
        verdict for verdict in stops.verdicts(own, stake_of(answers)) if verdict.stop == data["stop"]["stop"]
    ]
    if data["stop"]["stop"]:
        lines.append([Joined(("You can stop: ", verdict.why)) for verdict in stop])
    return [*lines, _best(own, best), f"Revision {own.world.revision}."]


def _status_lines(own: Own, answers: Answers) -> list[object]:
    world, data = own.world, answers.status
    state = data["state"]
    if running := len(world.running) * (state != "open"):
        left = f"with {_count(running, 'run')} in progress"
        state = f"finished {left}" if state == "finished" else f"locked, finished {left}"
    good = sum(run.outcome == "success" for run in world.valid)
    voids, budget = len(world.runs) - len(world.valid), world.settings["budget"]
    head = (
        f"{world.name} ({state}): {_count(len(world.valid), 'outcome')}, of these successes: {good}; "
        f"{_count(voids, 'void')}; {_count(budget, 'run')} planned."
    )
    lines: list[object] = [head]
    order = list(world.starts)
    lines += [
        f"In progress: start {1 + order.index(start.seq)}, {headings.placed(own, start.facts['candidate'])}, "
        f"started by {start.actor} at {start.at}."
        for start in world.pending
    ]
    if world.away:
        lines.append(f"Out of stock: {', '.join(world.away)}.")
    if world.aside:
        lines.append(f"Skipped until the next run: {', '.join(world.aside)}.")
    if data["state"] == "open":
        fitting = [
            verdict
            for verdict in stops.verdicts(own, stake_of(answers))
            if verdict.stop == data["stop"]["stop"]
        ]
        start = "You can stop: " if data["stop"]["stop"] else ""
        lines.append([Joined((start, verdict.why)) for verdict in fitting])
    lines.append(_best(own, data["recommended"]["candidate"]))
    if own.belief.kind == "average":
        lines.append(favoured(own))
    return lines


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + "s" * (number != 1)
