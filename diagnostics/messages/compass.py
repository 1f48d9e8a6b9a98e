"""Points of the compass, and directions of winds as forecasters write them."""

from __future__ import annotations

from math import floor

from diagnostics.messages.catalogue import localise, term

POINTS = (
    "n", "nne", "ne", "ene", "e", "ese", "se", "sse",
    "s", "ssw", "sw", "wsw", "w", "wnw", "nw", "nnw",
)  # fmt: skip
"""Clockwise from north, as the terms ``compass_n`` to ``compass_nnw`` name them."""


def tens_of(degrees: float) -> int:
    """Return a direction in tens of degrees as reports write it: north is 360.

    Examples
    --------
    >>> tens_of(171.4), tens_of(3.0)
    (170, 360)
    """
    return 10 * floor(degrees % 360.0 / 10.0 + 0.5) or 360


def compass_term(degrees: float) -> str:
    """Return the term of the one of 16 points that a direction in tens of degrees is called.

    Examples
    --------
    >>> compass_term(171.4), compass_term(3.0)
    ('compass_s', 'compass_n')
    """
    return f"compass_{POINTS[floor(tens_of(degrees) / 22.5 + 0.5) % 16]}"


def wind_direction_text(degrees: float, language: str) -> str:
    """Write where a wind blows from: one of 16 points, and degrees in tens as in reports.

    Examples
    --------
    >>> wind_direction_text(171.4, "en")
    'south (170°)'
    >>> wind_direction_text(3.0, "en")
    'north (360°)'
    """
    point = term(compass_term(degrees), language)
    return localise("format-wind_from", language, point=point, degrees=f"{tens_of(degrees)}")
