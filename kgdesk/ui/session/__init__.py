"""One open study in the window: its controller, and the queues that do its work."""
