"""Start of the program: single instance, windows, opening of studies."""
