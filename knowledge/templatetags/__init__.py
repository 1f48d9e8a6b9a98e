"""Tags of the curation pages."""
