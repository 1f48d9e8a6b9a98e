"""Series and profiles as NetCDF with the conventions of CF."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import xarray

from diagnostics.contracts.extracts import Point, SectionAnswer, SeriesAnswer, SoundingAnswer

MEDIA_TYPE = "application/x-netcdf"
_PLACE = {
    "latitude": {"units": "degrees_north", "standard_name": "latitude"},
    "longitude": {"units": "degrees_east", "standard_name": "longitude"},
}


def series_netcdf(answer: SeriesAnswer) -> bytes:
    """Write series with the dimensions ``(place, time)``."""
    first = answer.places[0]
    values = np.array([_numbers([item.value for item in place.values]) for place in answer.places])
    variables: dict[str, Any] = {
        "value": (
            ("place", "time"),
            values,
            {"units": plain_unit(answer.unit), "long_name": answer.title},
        ),
    }
    if answer.climatology:
        for name in ("normal_mean", "normal_std"):
            band = [
                _numbers([getattr(item, name) for item in place.values]) for place in answer.places
            ]
            variables[name] = (
                ("place", "time"),
                np.array(band),
                {"units": plain_unit(answer.unit)},
            )
    places = [_centre(place.cell, place.region) for place in answer.places]
    coordinates = {
        "time": ("time", _times([item.time for item in first.values])),
        **{
            name: ("place", np.array([place[k] for place in places]), attributes)
            for k, (name, attributes) in enumerate(_PLACE.items())
        },
    }
    reductions = ", ".join(dict.fromkeys(place.reduction for place in answer.places))
    return _written(
        xarray.Dataset(variables, coordinates), quantity=answer.quantity, reduction=reductions
    )


def sounding_netcdf(answer: SoundingAnswer) -> bytes:
    """Write a sounding with the dimension ``level``."""
    units = {
        "pressure_hpa": "hPa",
        "temperature_c": "degC",
        "dewpoint_c": "degC",
        "specific_humidity_kg_kg": "kg kg-1",
        "height_gpm": "m",
        "wind_east_m_s": "m s-1",
        "wind_north_m_s": "m s-1",
    }
    variables = {
        name: ("level", _numbers([getattr(item, name) for item in answer.levels]), {"units": unit})
        for name, unit in units.items()
    }
    coordinates = {
        "time": ((), _times([answer.time])[0]),
        **{
            name: ((), value, _PLACE[name])
            for name, value in (
                ("latitude", answer.point.latitude),
                ("longitude", answer.point.longitude),
            )
        },
    }
    return _written(xarray.Dataset(variables, coordinates), quantity=answer.quantity)


def section_netcdf(answer: SectionAnswer) -> bytes:
    """Write a section with the dimensions ``(pressure, distance)``."""
    dims = ("pressure", "distance")
    attributes = {"units": plain_unit(answer.unit), "long_name": answer.title}
    variables: dict[str, Any] = {
        "value": (dims, np.array([_numbers(row) for row in answer.values]), attributes)
    }
    if answer.across:
        rows = np.array([_numbers(row) for row in answer.across])
        variables["across"] = (dims, rows, {"units": plain_unit(answer.unit)})
    if answer.ground_hpa:
        variables["ground"] = ("distance", _numbers(answer.ground_hpa), {"units": "hPa"})
    coordinates = {
        "pressure": ("pressure", np.array(answer.pressure_hpa), {"units": "hPa"}),
        "distance": ("distance", np.array(answer.distance_km), {"units": "km"}),
        "latitude": ("distance", np.array(answer.latitude), _PLACE["latitude"]),
        "longitude": ("distance", np.array(answer.longitude), _PLACE["longitude"]),
        "time": ((), _times([answer.time])[0]),
    }
    return _written(xarray.Dataset(variables, coordinates), quantity=answer.quantity)


def plain_unit(unit: str) -> str:
    """Write a unit of charts as programs read it.

    Examples
    --------
    >>> plain_unit("10⁻⁵ s⁻¹"), plain_unit("°C"), plain_unit("")
    ('1e-5 s-1', 'degC', '1')
    """
    lowered = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
    text = re.sub("^10(⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)", lambda match: "1e" + match[1], unit)
    return text.translate(lowered).replace("°C", "degC").replace("σ", "1") or "1"


def _written(dataset: xarray.Dataset, **attributes: str) -> bytes:
    dataset.attrs = {"Conventions": "CF-1.8", **attributes}
    encoding = {"time": {"units": "seconds since 1970-01-01", "dtype": "float64"}}
    return bytes(dataset.to_netcdf(engine="scipy", format="NETCDF3_64BIT", encoding=encoding))


def _times(times: list[Any]) -> np.ndarray[Any, Any]:
    return np.array([time.replace(tzinfo=None) for time in times], dtype="datetime64[ns]")


def _numbers(values: Any) -> np.ndarray[Any, Any]:
    return np.array([np.nan if value is None else value for value in values], dtype=np.float64)


def _centre(cell: Point | None, region: Any) -> tuple[float, float]:
    if cell is not None:
        return cell.latitude, cell.longitude
    latitude, longitude = region.center
    return latitude, longitude
