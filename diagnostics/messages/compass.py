"""Points of the compass, and directions of winds as forecasters write them."""

from __future__ import annotations

from math import floor

from diagnostics.messages.catalogue import localise, term

POINTS = (
    "n", "nne", "ne", "ene", "e", "ese", "se", "sse",
    "s", "ssw", "sw", "wsw", "w", "wnw", "nw", "nnw",
)  # fmt: skip
"""Clockwise from north, as the terms ``compass_n`` to ``compass_nnw`` name them."""


def wind_direction_text(degrees: float, language: str) -> str:
    """Write where a wind blows from: one of 16 points, and degrees in tens as in reports.

    Examples
    --------
    >>> wind_direction_text(171.4, "en")
    'south (170°)'
    >>> wind_direction_text(3.0, "en")
    'north (360°)'
    """
    tens = 10 * floor(degrees % 360.0 / 10.0 + 0.5)
    point = term(f"compass_{POINTS[floor(tens / 22.5 + 0.5) % 16]}", language)
    return localise("format-wind_from", language, point=point, degrees=f"{tens or 360}")
