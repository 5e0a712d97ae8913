"""The left side of the window, where outcomes are recorded."""
