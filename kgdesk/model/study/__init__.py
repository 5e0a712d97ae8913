"""Studies: their events and the state folded from them, records, settings and stopping rules."""
