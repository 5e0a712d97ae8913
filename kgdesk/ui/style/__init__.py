"""Appearance of the program: colours, style sheet, focus ring, icons."""
