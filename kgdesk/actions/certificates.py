"""What comes with the program about its intervals and chances: how often they held in simulated studies."""

from __future__ import annotations

import json
from functools import cache

from kgdesk import kernels
from kgdesk.errors import KgdeskError
from kgdesk.model.advice.certificate import Certificate, ChanceCertificate
from kgdesk.paths import resource_path


@cache
def certificate() -> Certificate | None:
    """Return the bundled calibration certificate of the credible intervals; None if it is missing or unreadable."""
    try:
        text = resource_path("certificates", "ranges.json").read_text(encoding="utf-8")
        return Certificate.from_json(json.loads(text))
    except (KgdeskError, OSError, ValueError):
        return None


@cache
def chance_certificate() -> ChanceCertificate | None:
    """Return the bundled certificate of the stated chances; None if it is missing or unreadable."""
    try:
        text = resource_path("certificates", "chances.json").read_text(encoding="utf-8")
        return ChanceCertificate.from_json(json.loads(text))
    except (KgdeskError, OSError, ValueError):
        return None


def is_current(certified: Certificate | ChanceCertificate) -> bool:
    """Return whether a certificate was measured with the present version of the beliefs.

    The sweep kernels do not matter: bounded and exhaustive sweeps give the same values.
    """
    return certified.beliefs == kernels.BELIEF_VERSION
