"""Something at a glance: a competition on a card, a first competition by its next step."""
