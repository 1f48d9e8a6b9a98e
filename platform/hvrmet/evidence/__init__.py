"""Evidence of runs and content-addressed artifacts."""
