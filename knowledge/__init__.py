"""The Guideline Library as a Django app; importing it imports nothing."""
