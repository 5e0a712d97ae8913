"""The tabs on the right of the window, in their order; each is made with the desk of its study."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgdesk.ui.tabs.candidates import CandidatesTab
from kgdesk.ui.tabs.checks import ChecksTab
from kgdesk.ui.tabs.history import HistoryTab
from kgdesk.ui.tabs.model import ModelTab
from kgdesk.ui.tabs.overview import OverviewTab
from kgdesk.ui.tabs.what_if import WhatIfTab

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

#: Each takes (desk, parent) and has a `title`, an English literal that is marked for translation.
TABS: tuple[type[QWidget], ...] = (
    OverviewTab,
    CandidatesTab,
    HistoryTab,
    WhatIfTab,
    ModelTab,
    ChecksTab,
)
