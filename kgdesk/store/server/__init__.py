"""Studies on a PostgreSQL server."""
