"""Cards that answer one question each with a figure, a sentence, and the same numbers as a table."""
