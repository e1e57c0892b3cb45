"""Words that pages of every reader share: sides, titles, times."""
