"""Rating lists at work: brought in, compared with who entered, and ratings taken from them."""
