"""Main window of one study: entry on the left, tabs on the right, status bar below."""
