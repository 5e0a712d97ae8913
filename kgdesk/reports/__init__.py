"""Paper: one content for each report, run sheet and label, and how it becomes HTML and PDF."""
