"""Bringing a database up to date, step by step, with Alembic."""
