"""One open study: its controller, view state, preferences and work queues."""
