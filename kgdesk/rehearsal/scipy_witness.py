"""Compare integrals and draws with those of SciPy, an independent implementation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kgdesk import kernels
from kgdesk.errors import BadInput, RehearsalFailed
from kgdesk.model.beliefs.log_odds import expit
from kgdesk.model.policies.draws import QUASI_RANDOM_DRAWS, halton
from kgdesk.startup import admit_scipy
from kgdesk.text import phrase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]


#: Largest permitted difference between a value of kgdesk and that of SciPy.
_ADMITTED = 1e-9
_ODDS = (-30.0, -4.0, -0.7, 0.0, 2.5, 11.0)
_VARIANCES = (1e-4, 0.3, 4.0, 60.0)


def scipy_differences() -> dict[str, float] | None:
    """Compare values of kgdesk, which does not use SciPy for them, with those of SciPy.

    Returns
    -------
    dict or None
        Largest absolute difference of: probabilities averaged over Gaussian log-odds (``scipy.integrate``), the
        logistic function (``scipy.special``), and the even draws (``scipy.stats.qmc``). None where SciPy is missing, as
        in the installed program.
    """
    admit_scipy()
    try:
        from scipy import integrate, special, stats  # noqa: PLC0415 - never on the way to the window
    except ImportError:
        return None
    far = 40.0

    def averaged(mean: float, variance: float) -> float:
        deviation = variance**0.5
        return float(
            integrate.quad(
                lambda z: special.expit(mean + deviation * z) * np.exp(-0.5 * z * z) / np.sqrt(2.0 * np.pi),
                -far, far, points=[-5.0, 0.0, 5.0, float(np.clip(-mean / deviation, -far, far))], limit=500,
                epsabs=1e-13, epsrel=1e-12,
            )[0]
        )  # fmt: skip

    pairs = [(mean, variance) for mean in _ODDS for variance in _VARIANCES]
    ours = kernels.predict_exact(*(np.array(values) for values in zip(*pairs, strict=True)))
    odds = np.linspace(-40.0, 40.0, 801)
    bases = [2, 3, 5]
    points = np.column_stack([halton(QUASI_RANDOM_DRAWS, base) for base in bases])
    # Our points lie half a step of the last digit above SciPy's, so that none is on the edge of the cube.
    steps = np.array([base ** -float(len(np.base_repr(QUASI_RANDOM_DRAWS - 1, base))) for base in bases])
    theirs = stats.qmc.Halton(len(bases), scramble=False).random(QUASI_RANDOM_DRAWS) + 0.5 * steps
    return {
        "integrate": float(np.abs(ours - [averaged(*pair) for pair in pairs]).max()),
        "special": float(np.abs(expit(odds) - special.expit(odds)).max()),
        "stats.qmc": float(np.abs(points - theirs).max()),
    }


def require_witness() -> None:
    """Refuse an experiment whose numbers SciPy does not confirm.

    Raises
    ------
    BadInput
        SciPy is missing.
    RehearsalFailed
        A value differs.
    """
    differences = scipy_differences()
    if differences is None:
        raise BadInput(
            "This needs SciPy, with which the numbers of kgdesk are compared first: pip install scipy. The installed "
            "program cannot take it in: there this needs the Python package of kgdesk (pip install kgdesk)."
        )
    for name, difference in differences.items():
        if not difference <= _ADMITTED:
            raise RehearsalFailed(
                phrase(
                    "The numbers differ from those of scipy.{name} by {difference}: this computer computes wrongly. "
                    "Install kgdesk again.",
                    name=name,
                    difference=f"{difference:.1e}",
                )
            )
