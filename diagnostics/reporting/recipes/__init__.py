"""Recipes: for each number of a report how it is made, so that another program can compute it."""

from diagnostics.reporting.recipes.rules import recipes_of

__all__ = ["recipes_of"]
