"""Competitions that come from elsewhere, and copies that are kept elsewhere."""
