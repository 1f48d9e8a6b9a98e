"""The column above a point: the sounding that a skew-T diagram draws."""

from __future__ import annotations

from datetime import datetime
from math import isfinite

from diagnostics.contracts.computations import SoundingAnswer, SoundingLevel
from diagnostics.contracts.space_time import Region, wrap_longitude
from diagnostics.service.checks import check_reads, doubts_of
from diagnostics.service.data import OpenSource, only_time

QUANTITY = "sounding"


def take_sounding(
    open_source: OpenSource, *, time: datetime | None, region: Region
) -> SoundingAnswer:
    """Return the column at a point, interpolated bilinearly and cut at the ground.

    Parameters
    ----------
    open_source : callable
        Opens the source.
    time : datetime or None
        May be left out where the data have one time.
    region : Region
        The point, as a box without an extent; of a place its centre.

    Raises
    ------
    ArgumentError
        ``time_needed``.
    InputDataError
        ``point_outside_data``, and as `diagnostics.quantities.scene_loading.load_scene`.
    """
    from diagnostics.data_checks import RecordingSource
    from diagnostics.detection.features.soundings import most_unstable, sounding
    from diagnostics.quantities.scene_loading import load_scene

    source = RecordingSource(open_source())
    moment = only_time(source, time)
    scene = load_scene(source, [QUANTITY], region=region, time=moment)
    scene.grid.nearest(*region.center)
    profile = sounding(scene)
    parcel = most_unstable(profile)
    columns = (
        profile.pressure,
        profile.temperature,
        profile.dewpoint,
        profile.humidity,
        profile.east,
        profile.north,
        profile.height,
    )
    return SoundingAnswer(
        latitude=profile.latitude,
        longitude=wrap_longitude(profile.longitude),
        time=moment,
        surface_first=profile.surface_first,
        levels=tuple(
            SoundingLevel(
                pressure=float(pressure),
                temperature=float(temperature),
                dewpoint=_known(dewpoint),
                specific_humidity=_known(humidity),
                eastward_wind=_known(east),
                northward_wind=_known(north),
                height=_known(height),
            )
            for pressure, temperature, dewpoint, humidity, east, north, height in zip(
                *columns, strict=True
            )
        ),
        cape=_known(parcel.cape),
        cin=_known(parcel.cin),
        lifted_index=_known(parcel.lifted_index),
        lcl=_known(parcel.lcl),
        lfc=_known(parcel.lfc),
        el=_known(parcel.el),
        doubts=doubts_of(check_reads(source)),
    )


def _known(value: float) -> float | None:
    return float(value) if isfinite(value) else None
