"""The desktop program (PySide6): windows that show a study and change it through `kgdesk.actions` only."""
