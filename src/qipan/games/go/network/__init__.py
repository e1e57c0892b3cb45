"""What the strongest Go levels look with: a learnt network, and the search that it leads."""
