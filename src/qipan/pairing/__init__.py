"""Who meets whom, with reasons. One folder a system; pure, exact, deterministic."""
