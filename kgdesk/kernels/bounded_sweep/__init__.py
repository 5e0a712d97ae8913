"""The knowledge gradient without looking at every pair: branch and bound over groups of hypothetical outcomes."""
