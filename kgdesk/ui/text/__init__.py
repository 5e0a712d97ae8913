"""What the window says: languages, translation, numbers and dates."""
