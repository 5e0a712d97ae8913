"""Widgets, themes and the style sheet shared by several windows."""
