"""Capitals at the beginning of a name, which the texts of a language may ask for."""

from __future__ import annotations


def capitalised(name: str) -> str:
    """Begin with a capital, and leave the rest alone.

    Examples
    --------
    >>> capitalised("gust over 3 h")
    'Gust over 3 h'
    """
    return name[:1].upper() + name[1:]


def uncapitalised(name: str) -> str:
    """Begin a name as inside a sentence: abbreviations keep their capitals.

    Examples
    --------
    >>> uncapitalised("Relative humidity"), uncapitalised("CAPE")
    ('relative humidity', 'CAPE')
    """
    return name[:1].lower() + name[1:] if name[1:2].islower() else name
