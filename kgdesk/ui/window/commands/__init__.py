"""The commands of the window of a study, a file per menu or group: their words, when they can be used, what they do."""
