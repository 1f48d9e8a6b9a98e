"""Another program that computes a report's numbers from its recipes: JSON, numpy and xarray alone.

It imports nothing of the project. What it computes is compared with the values of the claims.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr

EARTH_KM = 6371.0088
EDGE_DEG = 1e-4
GRAVITY = 9.80665
Recipe = dict[str, Any]
Printed = dict[str, Any]
"""What a report prints of a recipe's results, by their role."""
Results = dict[str, Any]


@dataclass(frozen=True)
class Difference:
    """A value of a report and what was computed in its place."""

    recipe: str
    path: str
    printed: object
    computed: object
    agrees: bool


def recomputed(report: dict[str, Any], data: xr.Dataset) -> Iterator[Difference]:
    """Compute what can be computed of a report by these operators, and compare it.

    Parameters
    ----------
    report : dict
        ``diagnosis.json``.
    data : Dataset
        The file, with dimensions time, latitude, longitude and level (hPa) under these names.
    """
    claims = {claim["id"]: claim for claim in report["claims"]}
    for recipe in report["recipes"]:
        compute = _OPERATORS.get(recipe["operator"].partition(":")[0])
        printed = {role: claims[name]["value"] for name, role in recipe["gives"].items()}
        found = compute(recipe, data, printed) if compute is not None else {}
        for name, role in recipe["gives"].items():
            computed = found.get(role)
            if computed is not None:
                claim = claims[name]
                yield Difference(
                    recipe["id"], claim["path"], claim["value"], computed,
                    _agree(claim["value"], computed),
                )  # fmt: skip


def _agree(printed: object, computed: object) -> bool:
    if isinstance(printed, str) or isinstance(computed, str):
        return printed == computed
    return bool(np.allclose(np.asarray(printed, float), np.asarray(computed, float), rtol=2e-5))


def _field(data: xr.Dataset, item: dict[str, str], time: str | None = None) -> xr.DataArray:
    """The field of an input, by the name that it has in the file."""
    name, _, level = item["field"].partition("@")
    field = data[item["source_name"] or name].astype("float64")
    if level:
        field = field.sel(level=float(level))
    return field.sel(time=time.rstrip("Z")) if time and "time" in field.dims else field


def _box(field: xr.DataArray, place: dict[str, Any]) -> xr.DataArray:
    west, south, east, north = place["region"]
    latitude, longitude = field["latitude"], field["longitude"]
    offset = (longitude - west) % 360.0
    inside = (offset <= (east - west) % 360.0 + EDGE_DEG) | (offset >= 360.0 - EDGE_DEG)
    return field.where(
        inside & (latitude >= south - EDGE_DEG) & (latitude <= north + EDGE_DEG), drop=True
    )


def _weights(field: xr.DataArray) -> xr.DataArray:
    return np.cos(np.radians(field["latitude"])).broadcast_like(field)


def _extreme(field: xr.DataArray, *, largest: bool = True) -> Results:
    at = field.argmax(...) if largest else field.argmin(...)
    cell = field.isel(at)
    found: Results = {
        "value": float(cell),
        "place": [float(cell["latitude"]), float(cell["longitude"])],
    }
    if "time" in cell.coords:
        found["time"] = f"{cell['time'].dt.strftime('%Y-%m-%dT%H:%M:%SZ').item()}"
    return found


def _period(field: xr.DataArray, recipe: Recipe) -> xr.DataArray:
    time = recipe["time"]
    first, last = (time["start"], time["end"]) if isinstance(time, dict) else (time, time)
    return field.sel(time=slice(first.rstrip("Z"), last.rstrip("Z")))


def _amounts(recipe: Recipe, data: xr.Dataset) -> xr.DataArray:
    """Sums of increments over the hours of the recipe; each is named by the time that it ends."""
    fields = {item["field"]: item for item in recipe["inputs"]}
    fallen = _field(data, fields["tp"])
    if recipe["quantity"] == "rain":
        fallen = fallen - _field(data, fields["sf"])
    step = float((fallen["time"][1] - fallen["time"][0]) / np.timedelta64(1, "h"))
    return fallen.rolling(time=round(recipe["hours"] / step)).sum()


def _criterion(recipe: Recipe, data: xr.Dataset, printed: Printed) -> Results:
    kind, name = recipe["kind"], recipe["operator"].partition(":")[2]
    if name == "gale":
        parts = [_field(data, item) for item in recipe["inputs"]]
        values = np.hypot(*parts) if len(parts) == 2 else parts[0]
    elif name == "rainstorm" and recipe.get("hours"):
        values = _amounts(recipe, data)
    else:
        return {}
    inside = _box(values, recipe["place"]) if "region" in recipe.get("place", {}) else values
    if kind == "extent" and recipe["reduction"] == "share" and isinstance(recipe["time"], str):
        reached = inside.sel(time=recipe["time"].rstrip("Z")) >= recipe["limit"]
        weights = _weights(reached)
        return {"share": float((weights * reached).sum() / weights.sum())}
    if kind != "field" or recipe["reduction"] != "max" or "event" in recipe["place"]:
        return {}
    found = _extreme(_period(inside, recipe))
    if recipe.get("hours"):
        found["end"] = found.pop("time", None)
        found["hours"] = recipe["hours"]
    return found


def _great_circle(recipe: Recipe, data: xr.Dataset, printed: Printed) -> Results:
    if not recipe.get("points"):
        return {}
    (lat1, lon1), (lat2, lon2) = np.radians(recipe["points"][0]), np.radians(recipe["points"][-1])
    haversine = np.sin((lat2 - lat1) / 2) ** 2 + (
        np.cos(lat1) * np.cos(lat2) * np.sin((lon2 - lon1) / 2) ** 2
    )
    km = 2 * EARTH_KM * float(np.arcsin(np.sqrt(haversine)))
    bearing = np.degrees(
        np.arctan2(
            np.sin(lon2 - lon1) * np.cos(lat2),
            np.cos(lat1) * np.sin(lat2) - np.sin(lat1) * np.cos(lat2) * np.cos(lon2 - lon1),
        )
    )
    system = recipe["source"] == "systems"
    return {
        "distance": round(km, -1) if system else km,
        "direction": round(float(bearing) % 360.0, 1) if system else None,
    }


def _around(field: xr.DataArray, place: list[float], km: float) -> xr.DataArray:
    """The cells within a distance of a place, or within one and a half cells."""
    latitude, longitude = field["latitude"], field["longitude"]
    north = np.radians(latitude - place[0])
    east = np.radians(longitude - place[1])
    angle = np.sin(north / 2) ** 2 + (
        np.cos(np.radians(latitude)) * np.cos(np.radians(place[0])) * np.sin(east / 2) ** 2
    )
    away = 2 * EARTH_KM * np.arcsin(np.sqrt(angle))
    cell_km = np.radians(float(abs(latitude[1] - latitude[0]))) * EARTH_KM
    return field.where(away <= max(km, 1.5 * cell_km))


def _centre(recipe: Recipe, data: xr.Dataset, printed: Printed) -> Results:
    """The extreme of the field itself around the centre that the report names."""
    field = _field(data, recipe["inputs"][0], recipe["time"])
    scale = 0.01 if recipe["unit"] == "hPa" else 1.0 / GRAVITY
    near = _around(scale * field, printed["place"], 10.0)
    return _extreme(near, largest=recipe["reduction"] == "max")


def _jet(recipe: Recipe, data: xr.Dataset, printed: Printed) -> Results:
    east, north = (_field(data, item, recipe["time"]) for item in recipe["inputs"])
    speed = np.hypot(east, north)
    if recipe["reduction"] == "point":
        latitude, longitude = printed["place"]
        near = speed.sel(latitude=[latitude], longitude=[longitude], method="nearest")
    else:
        near = _around(speed, printed["place"], 150.0)
    found = _extreme(near)
    cell = {"latitude": found["place"][0], "longitude": found["place"][1]}
    toward = np.degrees(np.arctan2(float(east.sel(cell)), float(north.sel(cell))))
    return {**found, "direction": round(float(toward) % 360.0, 1)}


def _axis(recipe: Recipe, data: xr.Dataset, printed: Printed) -> Results:
    height = _field(data, recipe["inputs"][0], recipe["time"]) / GRAVITY
    latitude, longitude = printed["place"]
    row = height.sel(latitude=latitude)
    width = recipe["parameters"]["mean_within_deg"]
    mean = row.where(abs(row["longitude"] - longitude) <= width + EDGE_DEG).mean()
    return {"value": float(row.sel(longitude=longitude) - mean)}


_OPERATORS: dict[str, Callable[[Recipe, xr.Dataset, Printed], Results]] = {
    "criterion": _criterion,
    "great_circle": _great_circle,
    "pressure_centres": _centre,
    "centres_aloft": _centre,
    "jets_aloft": _jet,
    "axes_aloft": _axis,
}
