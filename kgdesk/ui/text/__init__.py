"""Languages, translation, and locale-aware formatting of numbers and dates."""
