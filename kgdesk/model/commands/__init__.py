"""Commands on a study: pure functions that validate a user's decision and return the event payloads to append."""
