"""A worker: shards in its hands, their tables, and what edges ask of it."""
