"""The home window: new study, open study, recent studies, projects."""
