"""Judging games for arbiters and readers, beside the live tables."""
