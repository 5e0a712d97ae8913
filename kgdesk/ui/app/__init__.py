"""Start-up of the desktop program: single instance, the home window with its lists of studies, opening studies."""
