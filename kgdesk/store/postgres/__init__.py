"""Studies on a PostgreSQL server, for several workstations at once."""
