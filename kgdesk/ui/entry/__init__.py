"""The entry panel, where outcomes are recorded."""
