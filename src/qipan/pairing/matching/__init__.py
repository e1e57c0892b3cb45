"""Matchings in general graphs: yes/no questions on bit sets, and exact weights with their duals."""
