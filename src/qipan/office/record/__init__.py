"""The record as a whole: its fingerprint, its checkpoints, and what lies beside the journal."""
