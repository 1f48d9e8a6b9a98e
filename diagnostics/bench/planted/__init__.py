"""Errors planted in finished diagnoses, and a second scorer that must notice them.

The scorer reads the files with xarray and ecCodes and computes with NumPy and MetPy. It uses
neither the readers, operators, detectors nor the registry that the diagnosis was made with.
"""
