"""The database: schema, queries, group commit, archive and backup."""
