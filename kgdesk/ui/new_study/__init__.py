"""A new study: the table of candidates, the roles of its columns, and the plan."""
