"""Pages, run sheets and labels as PDF, drawn by Qt; imported only where a PDF is written."""
