"""Setting up a new study in four pages."""

from kgdesk.ui.wizard.wizard import NewStudyWizard

__all__ = ["NewStudyWizard"]
