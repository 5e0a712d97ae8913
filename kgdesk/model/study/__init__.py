"""Event-sourced study: events, payload schemas, settings, records, reducer, and stopping rules."""
