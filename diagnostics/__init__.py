"""Diagnosis of extreme weather: the science and the loop, free of any web framework."""
