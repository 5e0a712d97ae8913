"""Schema of the payload of each kind of event: the table that writers, readers and FORMAT.md follow.

A payload with only keys and values of format 1 has version 1 of its kind; one key or value introduced by format 2 makes
it version 2. Readers ignore keys that are not in the table.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Key(NamedTuple):
    """One key of a payload.

    Parameters
    ----------
    holds
        Type of the value, a name in `TYPES`.
    since
        First version of the kind that has the key.
    needed
        Whether the key is required.
    """

    holds: str
    since: int = 1
    needed: bool = False


#: Python types of a value by the name of its type; bool does not count as a number.
TYPES: Final[dict[str, tuple[type, ...]]] = {
    "text": (str,),
    "whole": (int,),
    "number": (int, float),
    "number or nothing": (int, float, type(None)),
    "flag": (bool,),
    "list": (list, tuple),
    "object": (dict,),
    "text or whole": (str, int),
}

_TEXT, _MUST = Key("text"), Key("text", needed=True)
_WHY = Key("text", needed=True)
_LATER = Key("text", since=2)
_SETTINGS: dict[str, Key] = {
    "settings.title": _TEXT,
    "settings.belief": _TEXT,
    "settings.policy": _TEXT,
    "settings.prior_precision": Key("number"),
    "settings.prior_intercept": Key("number"),
    "settings.budget": Key("whole"),
    "settings.seed": Key("whole"),
    "settings.raw": Key("flag"),
    "settings.terms": _TEXT,
    "settings.term_precision": Key("number or nothing"),
    "settings.square_precision": Key("number or nothing"),
    "settings.success_name": _TEXT,
    "settings.failure_name": _TEXT,
    "settings.success_means": _TEXT,
    "settings.failure_means": _TEXT,
    "settings.stop": _TEXT,
    "settings.never_together": Key("list"),
    "settings.barcode": _TEXT,
    "settings.location": _LATER,
    "settings.repeats": _LATER,
    "settings.measured": _LATER,
    "settings.measured_unit": _LATER,
    "settings.threshold": Key("number or nothing", since=2),
    "settings.direction": _LATER,
    "settings.prior_scale": _LATER,
    "settings.smooth": Key("list", since=2),
}
_CORRECTION: dict[str, Key] = {
    "run": Key("whole", needed=True),
    "old": Key("object"),
    "new": Key("object", needed=True),
    "reason": _WHY,
    "old.candidate": _MUST,
    "old.outcome": _MUST,
    "old.measured": Key("number or nothing", since=2),
    "new.candidate": _MUST,
    "new.outcome": _MUST,
    "new.measured": Key("number or nothing", since=2),
}
_ABSENCE: dict[str, Key] = {"candidate": _MUST, "reason": _WHY}
_REASON: dict[str, Key] = {"reason": _WHY}
_TABLE: dict[str, Key] = {
    "ids": Key("list", needed=True),
    "values": Key("list", needed=True),
    "extras": Key("object", needed=True),
    "source": Key("object", needed=True),
}

#: Each kind with the keys of its payload. ``settings.title`` is the key ``title`` of the object at ``settings``.
KEYS: Final[dict[str, dict[str, Key]]] = {
    "study_created": {
        "name": _MUST,
        "settings": Key("object", needed=True),
        "format": Key("whole", since=2),
        **_SETTINGS,
    },
    "attributes_defined": {"attributes": Key("list", needed=True)},
    "candidates_imported": {**_TABLE, "columns": Key("list", since=2)},
    "scaling_fixed": {
        "columns": Key("list", needed=True),
        "dropped": Key("list", needed=True),
        "raw": Key("flag", needed=True),
    },
    "candidate_retired": _ABSENCE,
    "candidate_restored": _ABSENCE,
    "candidates_added": {**_TABLE, "reason": _WHY},
    "settings_changed": {
        "setting": _MUST,
        "old": Key("text or whole", needed=True),
        "new": Key("text or whole", needed=True),
        "reason": _WHY,
    },
    "suggestion_made": {
        "candidate": _MUST,
        "revision": Key("whole"),
        "policy": _TEXT,
        "seed": Key("whole"),
        "belief": _TEXT,
        "belief_digest": _TEXT,
        "kg": Key("number"),
        "probability": Key("number"),
        "interval": Key("list"),
        "recommended": Key("object"),
        "top": Key("list"),
        "chooser_probability": Key("number"),
        "open_runs": Key("list"),
        "shown": _TEXT,
    },
    "suggestion_declined": _ABSENCE,
    "worklist_made": {
        "id": _MUST,
        "name": _MUST,
        "rows": Key("whole", needed=True),
        "columns": Key("whole", needed=True),
        "order": _MUST,
        "snake": Key("flag"),
        "seed": Key("whole", needed=True),
        "wells": Key("list", needed=True),
        "template": Key("object"),
    },
    "experiment_started": {
        "candidate": _MUST,
        "reason": _TEXT,
        "suggested": _TEXT,
        "shown": _TEXT,
        "probability_before": Key("number or nothing"),
        "run_token": _LATER,
        "worklist": _LATER,
        "well": _LATER,
    },
    "results_read": {
        "file": _MUST,
        "digest": _MUST,
        "rows": Key("whole", needed=True),
        "controls": Key("list", needed=True),
        "empty": Key("list", needed=True),
        "worklist": _TEXT,
    },
    "outcome_recorded": {
        "candidate": _MUST,
        "outcome": _MUST,
        "note": _TEXT,
        "reason": _TEXT,
        "operator": _TEXT,
        "recorded_at": _TEXT,
        "happened_at": _TEXT,
        "suggested": _TEXT,
        "shown": _TEXT,
        "probability_before": Key("number or nothing"),
        "imported": Key("flag"),
        "start": Key("whole"),
        "repeat": Key("list"),
        "corrected_from": _TEXT,
        "corrected_candidate": _TEXT,
        "run_token": _LATER,
        "measured": Key("number", since=2),
    },
    "outcome_corrected": _CORRECTION,
    "outcome_voided": _CORRECTION,
    "note_added": {"text": _MUST, "run": Key("whole")},
    "finished": {**_REASON, "open_runs": Key("list")},
    "reopened": _REASON,
    "signed_off": {"meaning": _MUST, "covers": Key("whole", needed=True)},
    "locked": _REASON,
    "unlocked": _REASON,
    "exported": {"file": _TEXT},
    "imported_from": {"file": _TEXT, "digest": _TEXT, "outcomes": Key("whole")},
    "clock_anomaly": {"behind_seconds": Key("number")},
}
#: Key of the gesture id, 32 hexadecimal digits, in the payload of every kind; it does not raise the version.
GESTURE: Final = "gesture"

#: Values that were introduced by a later version of the kind than their key, with that version.
_VALUES: Final[dict[tuple[str, str], Mapping[str, int]]] = {
    ("settings_changed", "setting"): {
        "location": 2,
        "title": 2,
        "budget": 2,
        "stop": 2,
        "policy": 2,
        "repeats": 2,
    },
}
#: Event kinds that format 1 does not have.
LATER_KINDS: Final = frozenset({"candidates_added", "worklist_made", "results_read"})

_INNER: Final[dict[str, frozenset[str]]] = {
    kind: frozenset(name.split(".")[0] for name in keys if "." in name) for kind, keys in KEYS.items()
}
#: Kinds whose validity also depends on values, so that the shapes of their payloads are not cached.
_LOOKED_INTO: Final = frozenset(
    {kind for kind, inner in _INNER.items() if inner} | {kind for kind, _ in _VALUES}
)
_LATER_KEYS: Final[dict[str, frozenset[str]]] = {
    kind: frozenset(name for name, key in keys.items() if key.since > 1 and "." not in name)
    for kind, keys in KEYS.items()
}


def latest(kind: str) -> int:
    """Return the highest version of a kind that this program knows."""
    values = (version for (of, _), known in _VALUES.items() if of == kind for version in known.values())
    return max((1, *(key.since for key in KEYS[kind].values()), *values))


def version_of(kind: str, payload: Mapping[str, Any]) -> int:
    """Return the lowest version of a kind that has every key and value of a payload.

    Raises
    ------
    KeyError
        There is no such kind.
    """
    keys = KEYS[kind]
    version = 1
    for name in _LATER_KEYS[kind]:
        if name in payload:
            version = max(version, keys[name].since)
    for outer in _INNER[kind]:
        inside = payload.get(outer)
        if isinstance(inside, dict):
            version = max([version, *(keys[f"{outer}.{n}"].since for n in inside if f"{outer}.{n}" in keys)])
    for (of, name), known in _VALUES.items():
        value = payload.get(name)
        if of == kind and isinstance(value, str):
            version = max(version, known.get(value, 1))
    return version


_HEX = re.compile(r"[0-9a-f]{32}")


def check_payload(kind: str, version: int, payload: Mapping[str, Any]) -> bool:
    """Validate a payload against the schema of its kind.

    Parameters
    ----------
    kind, version
        Kind and version of the event; both supported.
    payload
        Payload of the event. Keys that are not in the table are ignored.

    Returns
    -------
    bool
        Whether the result depends only on kind, version, keys and types of values, so that it can be cached.

    Raises
    ------
    KeyError, TypeError, ValueError
        A key is missing, a key or value belongs to a later version, or a value has the wrong type.
    """
    mark = payload.get(GESTURE)
    if mark is not None and not (isinstance(mark, str) and _HEX.fullmatch(mark)):
        raise ValueError(f"gesture {mark!r}")
    _check_keys(kind, version, payload, "")
    return kind not in _LOOKED_INTO


def _check_keys(kind: str, version: int, payload: Mapping[str, Any], outer: str) -> None:
    for path, key in KEYS[kind].items():
        before, _, name = path.rpartition(".")
        if before != outer:
            continue
        if name not in payload:
            if key.needed:
                raise KeyError(path)
            continue
        value: Any = payload[name]
        if key.since > version:
            raise ValueError(f"{path} in version {version} of {kind}")
        if not isinstance(value, TYPES[key.holds]) or (isinstance(value, bool) and key.holds != "flag"):
            raise TypeError(f"{path} holds {value!r:.40}, which is not {key.holds}")
        if isinstance(value, dict):
            _check_keys(kind, version, value, path)
        elif isinstance(value, str) and version < _VALUES.get((kind, path), {}).get(value, 1):
            raise ValueError(f"{path} {value!r} in version {version} of {kind}")
