"""How names are spelt: the same name in other letters, another order, or with a slip of the pen."""
