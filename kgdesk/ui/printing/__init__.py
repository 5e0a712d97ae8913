"""Paper and picture files: PDF, SVG, PNG."""
