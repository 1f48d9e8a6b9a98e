"""Faults planted in data on purpose, and how many of them the checks of data find."""
