"""Exact knowledge gradient by branch and bound over groups of hypothetical outcomes, without scoring all pairs."""
