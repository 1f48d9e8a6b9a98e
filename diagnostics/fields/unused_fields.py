"""Why a field of a file is not used, with the known names that are spelt alike."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache

from diagnostics.fields import names
from diagnostics.messages import Message

_ALIKE = 0.6


@cache
def known_names() -> tuple[str, ...]:
    """Return every name that a field may have, in order."""
    tables = (names.LEVEL_NAMES, names.SURFACE_NAMES, names.AT_SURFACE, names.AT_SEA_LEVEL)
    wrf = (item.lower() for item in names.WRF_NAMES)
    return tuple(sorted({*(alias for table in tables for alias in table), *wrf}))


def is_known(name: str) -> bool:
    """Whether a bare lower-case name stands for a quantity at some level."""
    return name in known_names()


@cache
def nearest_names(name: str) -> tuple[str, ...]:
    """Return at most three known names that are spelt like a bare lower-case name."""
    return tuple(get_close_matches(name, known_names(), n=3, cutoff=_ALIKE))


def unknown_name() -> Message:
    """Say that nobody knows the name."""
    return Message(id="data-unknown_name")


def unused_level(level: str) -> Message:
    """Say that the quantity is known, but not used at this level."""
    return Message(id="data-unused_level", params={"level": level})


def unknown_dimension(dimension: str, size: int) -> Message:
    """Say that a dimension is not understood."""
    return Message(id="data-unknown_dimension", params={"dimension": dimension, "size": size})


def no_grid() -> Message:
    """Say that no latitude and longitude go with the field."""
    return Message(id="data-no_grid")
