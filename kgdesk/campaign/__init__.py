"""The Python door: `Campaign`, the actions on a study as one class, for scripts, notebooks and robots."""

from kgdesk.campaign.campaign import Campaign
from kgdesk.campaign.new_study import NewStudy
from kgdesk.model.study.settings import StudySettings

__all__ = ["Campaign", "NewStudy", "StudySettings"]
