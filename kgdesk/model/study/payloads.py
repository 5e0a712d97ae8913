"""Schema of the payload of each kind of event: one table for writers, readers and FORMAT.md.

Readers ignore keys that are not in the table. The keys of the settings of a study are in
`kgdesk.model.study.settings.SETTINGS`.
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
    needed
        Whether the key is required.
    """

    holds: str
    needed: bool = False


#: Python types of a value by the name of its type; bool does not count as a number.
TYPES: Final[dict[str, tuple[type, ...]]] = {
    "text": (str,),
    "whole": (int,),
    "number": (int, float),
    "number or text": (int, float, str),
    "number or nothing": (int, float, type(None)),
    "number, text or nothing": (int, float, str, type(None)),
    "flag": (bool,),
    "list": (list, tuple),
    "object": (dict,),
    "text or whole": (str, int),
}

_TEXT, _MUST = Key("text"), Key("text", needed=True)
_WHY = Key("text", needed=True)
_CORRECTION: dict[str, Key] = {
    "run": Key("text or whole", needed=True),
    "old": Key("object"),
    "new": Key("object", needed=True),
    "reason": _WHY,
    "old.candidate": _MUST,
    "old.outcome": _MUST,
    "old.measured": Key("number, text or nothing"),
    "old.set": Key("object"),
    "new.candidate": _MUST,
    "new.outcome": _MUST,
    "new.measured": Key("number, text or nothing"),
    "new.set": Key("object"),
}
_ABSENCE: dict[str, Key] = {"candidate": _MUST, "reason": _WHY}
_REASON: dict[str, Key] = {"reason": _WHY}
_TABLE: dict[str, Key] = {
    "ids": Key("list", needed=True),
    "values": Key("list", needed=True),
    "extras": Key("object", needed=True),
    "source": Key("object", needed=True),
}

#: Each kind with the keys of its payload. ``new.outcome`` is the key ``outcome`` of the object at ``new``.
KEYS: Final[dict[str, dict[str, Key]]] = {
    "study_created": {
        "name": _MUST,
        "settings": Key("object", needed=True),
        "format": Key("whole", needed=True),
        "earlier": Key("object"),
    },
    "attributes_defined": {"attributes": Key("list", needed=True)},
    "candidates_imported": {**_TABLE, "columns": Key("list")},
    "scaling_fixed": {
        "columns": Key("list", needed=True),
        "dropped": Key("list", needed=True),
        "raw": Key("flag", needed=True),
        "features": Key("list"),
        "stated": Key("list"),
    },
    "candidate_retired": _ABSENCE,
    "candidate_restored": _ABSENCE,
    "candidates_added": {**_TABLE, "reason": _WHY},
    "settings_changed": {
        "setting": _MUST,
        "old": Key("number or text", needed=True),
        "new": Key("number or text", needed=True),
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
        "restricted": Key("flag"),
        "confirms": Key("flag"),
        "day": _TEXT,
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
        "run_token": _TEXT,
        "worklist": _TEXT,
        "well": _TEXT,
        "blocks": Key("object"),
    },
    "results_read": {
        "file": _MUST,
        "digest": _MUST,
        "rows": Key("whole", needed=True),
        "controls": Key("list", needed=True),
        "empty": Key("list", needed=True),
        "worklist": _TEXT,
        "passed_over": Key("whole"),
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
        "run": Key("whole"),
        "start": Key("whole"),
        "repeat": Key("list"),
        "corrected_from": _TEXT,
        "corrected_candidate": _TEXT,
        "run_token": _TEXT,
        "measured": Key("number or text"),
        "set": Key("object"),
        "blocks": Key("object"),
    },
    "outcome_corrected": _CORRECTION,
    "outcome_voided": _CORRECTION,
    "block_set": {"column": _MUST, "level": _MUST},
    "block_corrected": {
        "run": Key("text or whole", needed=True),
        "column": _MUST,
        "old": _TEXT,
        "new": _MUST,
        "reason": _WHY,
    },
    "note_added": {"text": _MUST, "run": Key("text or whole")},
    "finished": {**_REASON, "open_runs": Key("list"), "chosen": _TEXT},
    "reopened": _REASON,
    "exported": {"file": _TEXT},
    "imported_from": {"file": _TEXT, "digest": _TEXT, "outcomes": Key("whole")},
    "clock_anomaly": {"behind_seconds": Key("number")},
}
#: Version of every kind. A change that readers of this version would misread must raise the version of its kind.
VERSION: Final = 1
#: Key of the gesture id, 32 hexadecimal digits, in the payload of every kind.
GESTURE: Final = "gesture"

_INNER: Final[dict[str, frozenset[str]]] = {
    kind: frozenset(name.split(".")[0] for name in keys if "." in name) for kind, keys in KEYS.items()
}
_HEX = re.compile(r"[0-9a-f]{32}")


def check_payload(kind: str, payload: Mapping[str, Any]) -> bool:
    """Validate a payload against the schema of its kind.

    Parameters
    ----------
    kind
        Kind of the event, one of `KEYS`.
    payload
        Payload of the event. Keys that are not in the table are ignored.

    Returns
    -------
    bool
        Whether the result depends only on kind, keys and types of values, so that it can be cached.

    Raises
    ------
    KeyError, TypeError, ValueError
        A key is missing, or a value has the wrong type.
    """
    mark = payload.get(GESTURE)
    if mark is not None and not (isinstance(mark, str) and _HEX.fullmatch(mark)):
        raise ValueError(f"gesture {mark!r}")
    _check_keys(kind, payload, "")
    return not _INNER[kind]


def _check_keys(kind: str, payload: Mapping[str, Any], outer: str) -> None:
    for path, key in KEYS[kind].items():
        before, _, name = path.rpartition(".")
        if before != outer:
            continue
        if name not in payload:
            if key.needed:
                raise KeyError(path)
            continue
        value: Any = payload[name]
        if not isinstance(value, TYPES[key.holds]) or (isinstance(value, bool) and key.holds != "flag"):
            raise TypeError(f"{path} holds {value!r:.40}, which is not {key.holds}")
        if isinstance(value, dict):
            _check_keys(kind, value, path)
