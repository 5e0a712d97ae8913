"""What the ranges of the beliefs are worth, as measured before the program was shipped."""

from __future__ import annotations

import json
from functools import cache

from kgdesk import kernels
from kgdesk.bundled import resource
from kgdesk.errors import KgdeskError
from kgdesk.model.certificate import Certificate


@cache
def certificate() -> Certificate | None:
    """Return the certificate that came with the program; None where it is missing or cannot be read."""
    try:
        text = resource("certificates", "ranges.json").read_text(encoding="utf-8")
        return Certificate.from_json(json.loads(text))
    except (KgdeskError, OSError, ValueError):
        return None


def is_current(found: Certificate) -> bool:
    """Return whether a certificate was measured with the beliefs that run here.

    How a candidate is found fast has no part in it: sweeps give the same values however they come by them.
    """
    return found.beliefs == kernels.BELIEF_VERSION
