"""What a study means: attributes, pool, belief, advice; pure functions on frozen values."""
