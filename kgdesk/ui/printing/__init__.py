"""Export to paper and picture files: PDF, SVG, PNG."""
