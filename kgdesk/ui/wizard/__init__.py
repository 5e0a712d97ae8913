"""The new-study wizard, in four pages."""

from kgdesk.ui.wizard.new_study_wizard import NewStudyWizard

__all__ = ["NewStudyWizard"]
