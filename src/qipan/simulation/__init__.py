"""Plays whole events at random: entries, incidents, results, to the last prize."""
