"""The studies that this user has had open."""

from __future__ import annotations

from kgdesk.store import RecentStudies, RecentStudy

__all__ = ["MOST_RECENT", "RecentStudy", "keep_recent", "move_recent", "recent_studies", "renew_recent"]

#: Number of recent studies in the list.
MOST_RECENT = 100


def recent_studies() -> tuple[RecentStudy, ...]:
    """Return the recent studies, newest first; those with a missing file are included."""
    return RecentStudies(MOST_RECENT).listed()


def keep_recent(study: RecentStudy) -> None:
    """Put a study at the top of the recent ones, with its present progress."""
    RecentStudies(MOST_RECENT).put_first(study)


def renew_recent(study: RecentStudy) -> None:
    """Update the progress of a recent study without moving it in the list."""
    RecentStudies(MOST_RECENT).renew(study)


def move_recent(old: str, new: str) -> None:
    """Change the path of a recent study whose file was found elsewhere."""
    RecentStudies(MOST_RECENT).move(old, new)
