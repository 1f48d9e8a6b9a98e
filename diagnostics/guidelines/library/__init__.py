"""The seed release of the Guideline Library, as package data."""
