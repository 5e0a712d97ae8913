"""Memory: the append-only, hash-chained event log that survives a power cut."""
