"""Regions that a centre has saved by name: boxes and polygons."""
