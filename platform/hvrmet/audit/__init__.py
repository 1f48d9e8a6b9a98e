"""Append-only records of who did what."""
