"""Kernels on this computer: the right values, from several threads, out of the cache."""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING, Any

import numpy as np

from kgdesk import kernels
from kgdesk.actions.qualification.finding import Finding
from kgdesk.bundled import resource
from kgdesk.errors import phrase
from kgdesk.model.belief import DiagonalBelief, FullBelief, MomentBelief

if TYPE_CHECKING:
    from collections.abc import Callable

_AGAIN = phrase("Install kgdesk again; if it stays so, this computer computes wrongly.")
#: Across machines exp and log differ in the last digits.
_TOLERANCE = 1e-9
_ROUNDS = 30
_KEPT = {
    "native": phrase("folder for this processor"),
    "shipped": phrase("folder that came with the program"),
    "open": phrase("open folder"),
}
_BELIEFS: dict[str, Callable[[int], DiagonalBelief | FullBelief | MomentBelief]] = {
    "diagonal": DiagonalBelief.prior,
    "full": FullBelief.prior,
    "moments": MomentBelief.prior,
}


def compiled() -> list[Finding]:
    """Compile or load every kernel."""
    count = int(kernels.warm_up(None))
    how = kernels.how_it_runs()
    wide = [name for name in ("sse2", "avx2", "fma", "avx512f", "neon") if name in how["features"]]
    told = phrase(
        "{processor} ({vectors}), {threads} threads",
        processor=how["processor"],
        vectors=", ".join(wide) or phrase("no wide vectors"),
        threads=how["threads"],
    )
    ready = phrase(
        "{count} ready, compiled for {processor}, sources {digest}",
        count=count,
        processor=how["compiled_for"],
        digest=how["kernels"],
    )
    return [Finding(phrase("processor"), told), Finding(phrase("kernels"), ready)]


def cached() -> list[Finding]:
    """See where the kernels came from and which layer runs their threads."""
    how = kernels.how_it_runs()
    layer = how["layer"]
    wrong_layer = phrase(
        "the threads run on the layer {layer}, which kgdesk does not use. {again}", layer=layer, again=_AGAIN
    )
    told = phrase(
        "{taken} taken, {compiled} compiled; {kind}: {folder}",
        taken=how["hits"],
        compiled=how["misses"],
        kind=_KEPT.get(how["kept"], how["kept"]),
        folder=how["folder"],
    )
    missed = how["misses"] and how["kept"] in {"native", "shipped"}
    problem = phrase("{told}: kernels are missing in the folder. Install kgdesk again.", told=told)
    return [
        Finding(phrase("threads"), layer, "" if layer in kernels.LAYERS else wrong_layer),
        Finding(phrase("kept kernels"), told, problem if missed else ""),
    ]


def golden() -> list[Finding]:
    """Compare beliefs and knowledge gradients with values from 40-digit arithmetic."""
    cases = json.loads(resource("selftest", "golden.json").read_text("utf-8"))
    found = [_functions(cases["functions"])]
    found += [_belief(kind, cases, wanted) for kind, wanted in cases["beliefs"].items()]
    return found


def _functions(cases: list[dict[str, Any]]) -> Finding:
    worst, at = 0.0, ""
    for case in cases:
        mu, s2 = (np.array([case[name]]) for name in ("mean", "variance"))
        values = {
            "exact": float(kernels.predict_exact(mu, s2)[0]),
            "kappa": float(kernels.predict_kappa(mu, s2)[0]),
            "margin": float(kernels.margin(case["mean"], case["variance"])),
        }
        for name, value in values.items():
            off = _off(value, case[name])
            if not off <= worst:
                worst = off
                at = phrase(
                    "{name} at mean {mean}, variance {variance}",
                    name=name,
                    mean=case["mean"],
                    variance=case["variance"],
                )
    return _compared(phrase("numbers: probabilities and margins"), worst, at)


def _belief(kind: str, cases: dict[str, Any], wanted: dict[str, Any]) -> Finding:
    pool = np.array(cases["pool"])
    belief = _BELIEFS[kind](pool.shape[1])
    for row, outcome in cases["outcomes"]:
        belief = belief.updated(pool[row], outcome)
    sweep = belief.sweep(pool)
    worst, at = 0.0, ""
    for name, values in (
        ("mean", belief.mean),
        ("probability", belief.predict(pool)),
        ("kg", sweep.kg),
        ("success_value", sweep.success_value),
        ("failure_value", sweep.failure_value),
    ):
        for i, (value, right) in enumerate(zip(values, wanted[name], strict=True)):
            off = _off(float(value), right)
            if not off <= worst:
                worst, at = off, f"{name} {i + 1}"
    return _compared(phrase("numbers: {kind} belief and its values of testing", kind=kind), worst, at)


def _off(value: float, right: float) -> float:
    return abs(value - right) / max(1.0, abs(right))


def _compared(what: str, worst: float, at: str) -> Finding:
    if worst <= _TOLERANCE:
        exact = phrase("as known, to the last digit")
        return Finding(what, phrase("as known, to {worst}", worst=f"{worst:.0e}") if worst else exact)
    problem = phrase("off by {worst} ({at}). {again}", worst=f"{worst:.1e}", at=at, again=_AGAIN)
    return Finding(what, problem=problem)


def two_at_once() -> list[Finding]:
    """Call parallel kernels from two threads: unguarded, this would end the process without a word."""
    cases = json.loads(resource("selftest", "golden.json").read_text("utf-8"))
    pool = np.tile(np.array(cases["pool"]), (8, 1))
    belief = MomentBelief.prior(pool.shape[1]).updated(pool[0], 1)
    right = belief.sweep(pool).kg.tobytes()
    wrong: list[str] = []

    def work() -> None:
        found = (belief.sweep(pool).kg.tobytes() for _ in range(_ROUNDS))
        wrong.extend("differs" for bits in found if bits != right)

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    told = phrase("{count} sweeps, the same bits", count=2 * _ROUNDS)
    problem = phrase(
        "{wrong} of {count} sweeps differ. {again}", wrong=len(wrong), count=2 * _ROUNDS, again=_AGAIN
    )
    return [Finding(phrase("two threads at once"), told, problem if wrong else "")]
