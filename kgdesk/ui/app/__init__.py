"""Start-up of the desktop program: single instance, windows, opening studies."""
