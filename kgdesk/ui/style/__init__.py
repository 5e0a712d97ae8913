"""How the window looks: colours, style sheet, focus ring, icons, and how numbers are written."""
