"""Comparison of report versions, for programs and for readers."""
