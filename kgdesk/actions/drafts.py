"""Entries that a person has begun and not confirmed: kept beside the study, so that a crash does not take them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from kgdesk.store import drop_note, keep_note, read_note
from kgdesk.user_dirs import user_data_dir

if TYPE_CHECKING:
    from pathlib import Path

    from kgdesk.actions.session import Session


_SETUP = "new study.json"


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry as far as it was made.

    Parameters
    ----------
    candidate, outcome, reason
        What would have been recorded.
    token
        Name of the gesture.
    """

    candidate: str
    outcome: str
    token: str
    reason: str = ""


def keep_draft(session: Session, draft: Draft | None) -> None:
    """Keep what is being entered in place of what was kept, or nothing; a draft that cannot be kept stops nobody."""
    if draft is None:
        drop_note(_path(session))
    else:
        keep_note(_path(session), asdict(draft))


def draft_of(session: Session) -> Draft | None:
    """Return what was being entered when the program ended; None if nothing was, or if it was recorded after all."""
    found = read_note(_path(session))
    if set(found) != {"candidate", "outcome", "token", "reason"} or not all(map(_is_text, found.values())):
        return None
    draft = Draft(**found)
    return None if session.recorded(draft.token) or draft.candidate not in session.study.pool.ids else draft


def keep_setup(note: dict[str, Any] | None) -> None:
    """Keep how a study is being set up, as JSON values, or nothing any more."""
    path = user_data_dir("drafts", _SETUP)
    if note is None:
        drop_note(path)
    else:
        keep_note(path, note)


def setup_left() -> dict[str, Any]:
    """Return how a study was being set up when the program ended; empty if none was."""
    return read_note(user_data_dir("drafts", _SETUP))


def _path(session: Session) -> Path:
    return user_data_dir("drafts", f"{session.study.events[0].hash}.json")


def _is_text(value: object) -> bool:
    return isinstance(value, str)
