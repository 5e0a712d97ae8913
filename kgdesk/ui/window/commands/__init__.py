"""Commands of the study window, one module per menu or group: text, keys, when enabled, what they do."""
