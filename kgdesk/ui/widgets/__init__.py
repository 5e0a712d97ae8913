"""Widgets shared by several windows."""
