"""Plot cards: each answers one question with a figure, a sentence, and the same numbers as a table."""
