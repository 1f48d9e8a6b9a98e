"""The standardised precipitation index."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from diagnostics.climatology import GridKey, GridKind
from diagnostics.climatology.gamma import standardised_precipitation
from diagnostics.messages import Message
from diagnostics.quantities.inputs import Field, Limits
from diagnostics.quantities.normals import SHORT, find_item, without_climatology
from diagnostics.quantities.operator_record import Operator, Reading
from diagnostics.quantities.results import Array, Maps, Scene
from diagnostics.quantities.timeline import trailing_sum

YEARS = 30
"""A drought index should rest on as many years."""


def accumulation_key(days: int) -> GridKey:
    """Return the key of the amounts that fall in so many days."""
    return GridKey(name=f"precipitation_{days}d")


def spi(
    precipitation: Annotated[Array, Field("tp", "kg m-2")],
    scene: Scene,
    *,
    days: Annotated[int, Limits("length of the accumulation", "d", 1, 366)] = 30,
) -> Maps:
    """Precipitation of the last days as a rank in its climatology, in standard deviations.

    Parameters
    ----------
    precipitation : ndarray (time, y, x)
        Amount of the interval that ends at each time, kg m-2.
    scene : Scene
        With the climatology; ``hvrmet climatology build --field spi:30`` makes that of 30 days.
    days : int
        Length of the accumulation that ends at each time; 30 or 90 as a rule.

    Returns
    -------
    Maps
        Standard deviations: negative when drier than usual. ``p0`` is the share of the base
        period's windows without any precipitation, ``accumulation_mm`` the mean amount. The
        distribution is that of the 31 days around the date; fewer than 30 years of it are marked
        ``short_climatology``.
    """
    cure = f"spi:{days}"
    found = find_item(
        scene, accumulation_key(days), GridKind.DAILY, ("shape", "scale", "dry_share"), cure
    )
    if isinstance(found, Message):
        return without_climatology(precipitation.shape, found)
    held, item = found
    interval = scene.interval_hours.get("tp")
    total, complete = trailing_sum(precipitation, scene.times, interval, 24.0 * days)
    shape, scale, dry_share = (
        held.at_times(item, name, scene.times, scene.grid)[0]
        for name in ("shape", "scale", "dry_share")
    )
    value = standardised_precipitation(total, shape, scale, dry_share)
    fitted = np.isfinite(shape).any(axis=(-2, -1))
    lacking = (
        Message(id="lack-days_of_rain", params={"days": str(days)})
        if not complete.any()
        else Message(id="lack-wet_amounts", params={"climatology": held.name, "days": str(days)})
    )
    return Maps(
        value,
        over_area={"p0": dry_share, "accumulation_mm": total},
        extra={"climatology": [held.name] * len(value)},
        present=complete & fitted,
        lacking=lacking,
        warnings=(SHORT,) if 0 < item.years < YEARS else (),
    )


OPERATORS = (
    Operator(
        spi,
        category="moisture",
        difficulty="hard",
        events=("rainstorm", "heat_wave"),
        unit="1",
        valid_range=(-3.5, 3.5),
        reductions=("mean", "min", "max"),
        formula=(
            "H = p0 + (1 - p0) G(x) with x the sum of tp over the days and G the gamma "
            "distribution of the calendar window; SPI = inverse normal of H, within 3.5 of zero"
        ),
        references=("mckee1993", "fischer2007"),
        climatology=(
            "precipitation_Nd (N the parameter days): gamma distribution by day of the year"
        ),
        extra_outputs=("p0", "accumulation_mm", "climatology"),
        reading=Reading(look_back="days"),
    ),
)
