"""Domain model: design matrix, beliefs, policies, advice, stopping and studies; pure functions on immutable values."""
