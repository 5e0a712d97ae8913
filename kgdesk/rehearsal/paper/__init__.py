"""The experiment of the paper: its pools, figures and theorem."""
