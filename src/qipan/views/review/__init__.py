"""A game reviewed with a computer: how it stood, where it turned, what was better."""
