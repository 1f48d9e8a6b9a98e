"""Atmospheric physics as pure functions on arrays.

Plain SI numbers go in and come out (Pa, K, kg kg-1, m s-1); units are converted at the edge by
:mod:`diagnostics.units`. Arrays keep the canonical order of axes: time leads, level is third from
the end, y second, x last. Missing input (NaN) gives missing output.
"""
