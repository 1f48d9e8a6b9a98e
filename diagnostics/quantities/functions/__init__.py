"""The index operators, by theme; the registry lists the modules."""
