"""The domain over which a diagnosis looks for an index, given the region of the event.

Only ``diagnose`` mode uses them: the literal question (``qa``) is answered over the box as given.
Domains that name a band of northern latitudes are mirrored for a region in the Southern
Hemisphere.
"""

from __future__ import annotations

import re

from diagnostics.contracts.space_time import Region, wrap_longitude

_PADDED = re.compile(r"padded_(\d+)deg$")
_FIXED = re.compile(r"fixed:(\d+)-(\d+)N,(\d+)-(\d+)E$")
_BAND = re.compile(r"fixed:(\d+)-(\d+)N,region_lon\+-(\d+)$")
_REACH = 40.0
"""A fixed box speaks for events whose centre is within so many degrees of it."""


def domain_region(domain: str, region: Region | None) -> Region | None:
    """Return the box that a named domain stands for.

    Parameters
    ----------
    domain : str
        ``event_region``, ``padded_Ndeg``, ``upstream_polar`` (from the region's equatorward edge
        to at most 80 degrees, 40 degrees to the west and 10 to the east), ``upstream_sector`` (60
        degrees west to 30 east of the centre, 30 to 85 N), ``nh_polar`` (50 to 90 N), or a fixed
        box.
    region : Region or None
        Of the event; None for the whole grid.

    Returns
    -------
    Region or None
        None for the whole grid.
    """
    fixed = _FIXED.match(domain)
    if fixed:
        south, north, west, east = (float(part) for part in fixed.groups())
        return Region(west=west, south=south, east=east, north=north)
    if region is None or domain == "event_region":
        return region
    padded = _PADDED.match(domain)
    if padded:
        return region.padded(float(padded[1]))
    latitude, longitude = region.center
    mirrored = latitude < 0
    band = _BAND.match(domain)
    if band:
        south, north, reach = (float(part) for part in band.groups())
        west, east = longitude - reach, longitude + reach
    elif domain == "upstream_polar":
        edge = -region.north if mirrored else region.south
        far = -region.south if mirrored else region.north
        south, north = edge, max(min(80.0, far + 25.0), far)
        west = region.west - 40.0
        east = west + min(360.0, region.width + 50.0)
    elif domain == "upstream_sector":
        south, north, west, east = 30.0, 85.0, longitude - 60.0, longitude + 30.0
    elif domain == "nh_polar":
        south, north, west, east = 50.0, 90.0, -180.0, 180.0
    else:
        raise ValueError(f"unknown domain {domain!r}")
    if mirrored:
        south, north = -north, -south
    return Region.model_validate((west, south, east, north))


def applicable(domain: str, region: Region | None) -> bool:
    """Whether a fixed box speaks for the event: its centre lies within 40 degrees of the box."""
    fixed = _FIXED.match(domain)
    if fixed is None or region is None:
        return True
    south, north, west, east = (float(part) for part in fixed.groups())
    latitude, longitude = region.center
    beyond = abs(wrap_longitude(longitude - (west + east) / 2)) - (east - west) / 2
    return max(south - latitude, latitude - north, beyond) <= _REACH


def is_fixed(domain: str) -> bool:
    """Whether the domain is a box that does not depend on the region."""
    return _FIXED.match(domain) is not None
