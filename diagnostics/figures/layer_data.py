"""What a layer of a map draws: the data's cells on the map, and a field or a vector on them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from diagnostics.figures.projection import Frame, Projection
from diagnostics.figures.spec import Layer
from diagnostics.grid.geometry import Grid
from diagnostics.messages import render
from diagnostics.quantities.registry import components, label_of, resolve, values
from diagnostics.quantities.scene import Scene

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class MapPlane:
    """The data's cells on the map.

    Attributes
    ----------
    x, y : array, shape (ny, nx)
        Cell centres in map coordinates; one column more than the data on a cyclic grid.
    inside : array of bool, shape of the data
        Cells inside the frame.
    """

    projection: Projection
    frame: Frame
    x: Array
    y: Array
    latitude: Array
    longitude: Array
    inside: NDArray[np.bool_]
    cyclic: bool
    spacing_deg: float

    def window(self, field: Array) -> tuple[Array, Array, Array]:
        """Map coordinates and values of the cells in and just around the frame.

        The first column is repeated at the end of a cyclic field.
        """
        closed = np.concatenate([field, field[:, :1]], axis=1) if self.cyclic else field
        rows, columns = self.crop
        return self.x[rows, columns], self.y[rows, columns], closed[rows, columns]

    @cached_property
    def crop(self) -> tuple[slice, slice]:
        """Rows and columns that reach two cells beyond the frame."""
        shown = self.frame.contains(self.x, self.y)
        slices = []
        for axis, size in ((1, self.x.shape[0]), (0, self.x.shape[1])):
            found = np.flatnonzero(shown.any(axis=axis))
            if found.size == 0:
                return slice(None), slice(None)
            slices.append(slice(max(0, int(found[0]) - 2), min(size, int(found[-1]) + 3)))
        return slices[0], slices[1]


def map_plane(grid: Grid, projection: Projection, frame: Frame) -> MapPlane:
    """Project a grid once."""
    longitude, latitude = np.array(grid.longitude), np.array(grid.latitude)
    if grid.cyclic:
        longitude = np.concatenate([longitude, longitude[:, :1] + 360.0], axis=1)
        latitude = np.concatenate([latitude, latitude[:, :1]], axis=1)
    x, y = projection.project_grid(longitude, latitude)
    shown = frame.contains(x, y)[:, : grid.shape[1]]
    return MapPlane(
        projection, frame, x, y, latitude, longitude, shown, grid.cyclic, grid.spacing_deg
    )


@dataclass(frozen=True, eq=False)
class LayerData:
    """What a layer draws: a field, or a vector and its length, with unit and name."""

    field: Array
    unit: str
    name: str
    label: str
    valid_range: tuple[float, float]
    smoothed: Array | None = None
    vector: tuple[Array, Array] | None = None
    gap: str = ""


def layer_data(scene: Scene, layer: Layer, language: str) -> LayerData:
    """Compute what a layer draws."""
    reference = resolve(layer.quantity)
    vector = None
    if layer.kind in ("barb", "quiver"):
        vector = components(scene, layer.quantity)
        field: Array = np.hypot(*vector)
    else:
        field = values(scene, layer.quantity)
    smoothed = scene.grid.smooth(field, layer.smooth_km) if layer.smooth_km else None
    quantity = reference.quantity
    return LayerData(
        field,
        quantity.unit,
        reference.text,
        label_of(reference, language),
        quantity.valid_range,
        smoothed,
        vector,
        render(quantity.gap, language) if quantity.gap else "",
    )


def facts_of(layer: Layer, data: LayerData, plane: MapPlane) -> dict[str, JsonValue]:
    """What every layer records of its values inside the frame."""
    shown = data.field[plane.inside]
    finite = shown[np.isfinite(shown)]
    missing = round(1.0 - finite.size / max(1, shown.size), 4)
    gap: dict[str, JsonValue] = {"gap": data.gap} if data.gap and missing > 0 else {}
    return {
        "kind": layer.kind,
        "quantity": data.name,
        "label": data.label,
        "unit": data.unit,
        "valid_range": [value if np.isfinite(value) else None for value in data.valid_range],
        "minimum": round(float(finite.min()), 4) if finite.size else None,
        "maximum": round(float(finite.max()), 4) if finite.size else None,
        "missing": missing,
        **gap,
    }
