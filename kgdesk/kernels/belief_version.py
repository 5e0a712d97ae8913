"""Version of the numerical results of the beliefs."""

#: Version of posteriors and probabilities. Raise it by hand when the golden values in tests/kernels/golden change; a
#: calibration certificate is valid for the version it was measured with.
BELIEF_VERSION = 2
