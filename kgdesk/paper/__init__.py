"""The experiment of the paper: its pools and policies, claims, theorem and figures."""
