"""Events that travel: who holds a competition, and what was brought along from elsewhere."""
