"""How often a classification says of a region and period what the fields do not hold."""
