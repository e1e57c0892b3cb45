"""Lists beside the journal: rating lists of federations."""
