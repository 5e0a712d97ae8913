"""The home screen: begin a study, open one, see the projects of the workspace."""
