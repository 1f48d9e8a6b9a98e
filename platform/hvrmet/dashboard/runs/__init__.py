"""A diagnosis as it grows: the fold of its events, in words, for those who watch it."""
