"""Positions and boxes as people read them: hemispheres in words or letters, never bare numbers."""

from __future__ import annotations

from collections.abc import Sequence

from diagnostics.messages.message import Message, message

_FULL_CIRCLE = 360.0
_ALIKE = {
    "format-north": "format-span_north",
    "format-south": "format-span_south",
    "format-east": "format-span_east",
    "format-west": "format-span_west",
}
"""What joins two ends on the same side, by the entry of each."""


def latitude(degrees: float) -> Message:
    """Return a latitude with its hemisphere; the equator has none.

    Parameters
    ----------
    degrees : float
        North positive.
    """
    written = f"{abs(degrees):g}"
    if written == "0":
        return message("format-degrees", degrees=written)
    if degrees > 0:
        return message("format-north", degrees=written)
    return message("format-south", degrees=written)


def longitude(degrees: float) -> Message:
    """Return a longitude with its hemisphere; the meridians of 0 and 180 degrees have none.

    Parameters
    ----------
    degrees : float
        East positive; any number of turns.
    """
    turned = (degrees + 180.0) % _FULL_CIRCLE - 180.0
    written = f"{abs(turned):g}"
    if written in ("0", "180"):
        return message("format-degrees", degrees=written)
    if turned > 0:
        return message("format-east", degrees=written)
    return message("format-west", degrees=written)


def position(north: float, east: float) -> Message:
    """Return a position, from its latitude and longitude in degrees."""
    return message("format-position", latitude=latitude(north), longitude=longitude(east))


def box(bounds: Sequence[float]) -> Message:
    """Return a box, from its edges west, south, east and north in degrees.

    Examples
    --------
    >>> from diagnostics.messages import render
    >>> render(box((-10, 35, 30, 60)), "en")
    '10°W to 30°E, 35°N to 60°N'
    >>> render(box((-10, 35, 30, 60)), "zh")
    '西经10°至东经30°、北纬35°至60°'
    >>> render(box((-180, -90, 180, 90)), "en")
    'all longitudes, 90°S to 90°N'
    """
    west, south, east, north = bounds
    if east - west >= _FULL_CIRCLE:
        along = message("format-all_longitudes")
    else:
        along = _span(longitude(west), longitude(east))
    return message(
        "format-box", longitudes=along, latitudes=_span(latitude(south), latitude(north))
    )


def _span(first: Message, last: Message) -> Message:
    """Join two ends; where they lie on one side, Chinese names it once."""
    if first == last:
        return first
    alike = _ALIKE.get(first.id) if first.id == last.id else None
    if alike is None:
        return message("format-span", first=first, last=last)
    return message(alike, first=first.params["degrees"], last=last.params["degrees"])
