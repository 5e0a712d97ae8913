"""Tables: candidates and outcomes in, results out, the lossless archive."""
