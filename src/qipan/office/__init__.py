"""The only door to storage: carries commands out, admits people, draws lots, verifies."""
