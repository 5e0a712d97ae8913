"""Pictures of plots, for reports and as files, and the application that draws without a window."""
