"""Operational centres and who belongs to them."""
