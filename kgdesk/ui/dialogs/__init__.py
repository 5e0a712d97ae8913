"""Small windows that ask one thing before something is recorded or saved."""
