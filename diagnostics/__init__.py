"""Diagnosis of extreme weather: the science and the loop, free of any web framework."""

__version__ = "0.1.0"
