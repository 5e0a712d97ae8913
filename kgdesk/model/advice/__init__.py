"""What the belief advises: the next candidate, why, and the best so far."""
