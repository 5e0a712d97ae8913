"""Event-sourced study: events, payload schemas, settings, records, and the reducer that folds events."""
