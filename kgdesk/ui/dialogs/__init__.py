"""Small windows that ask one thing."""
