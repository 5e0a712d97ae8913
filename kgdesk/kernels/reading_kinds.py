"""What a run of a study with measured values gives; Numba is not needed to import these."""

#: Its value; only its outcome; or that its value is above, or below, a limit.
EXACT, SUCCESS, FAILURE, ABOVE, BELOW = 0, 1, -1, 2, -2
