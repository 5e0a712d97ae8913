"""The main window of one study."""
