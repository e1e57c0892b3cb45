"""The record as a whole: what is noted of the things that lie beside the journal."""
