"""Reports and their immutable versions."""
