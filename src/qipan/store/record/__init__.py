"""The record: notes of what lies beside the journal, and reading it for whoever checks."""
