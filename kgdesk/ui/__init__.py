"""Glass: the window, a thin door to the actions."""
