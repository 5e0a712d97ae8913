"""The manual that comes with the program, and the window that shows it."""
