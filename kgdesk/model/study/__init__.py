"""Studies: events, their fold, records, settings and stopping rules."""
