"""Dialogs that ask one question before something is recorded or saved, and the help window."""
