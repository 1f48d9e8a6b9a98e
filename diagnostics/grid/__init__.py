"""Geometry of the grids: derivatives, areas, smoothing, regions, objects and sections.

Pure functions on arrays. Trailing axes are ``(y, x)``; leading axes are free.
"""
