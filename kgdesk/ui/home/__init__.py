"""Start-up of the desktop program: the home window with its lists of studies, opening studies."""
