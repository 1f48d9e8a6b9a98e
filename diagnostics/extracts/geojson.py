"""GeoJSON (RFC 7946): longitudes in -180..180, shapes cut where they cross 180 degrees."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from diagnostics.contracts.evidence import FeaturesAnswer
from diagnostics.contracts.extracts import DetectionsAnswer
from diagnostics.contracts.space_time import Region, wrap_longitude

MEDIA_TYPE = "application/geo+json"
DIGITS = 4
"""Decimals of a degree: ten metres."""

Place = tuple[float, float]
"""Longitude and latitude, the order of GeoJSON."""
Geometry = dict[str, Any]


def encoded(features: Iterable[Mapping[str, Any]]) -> bytes:
    """Write features as a collection, the same bytes for the same features."""
    collection = {"type": "FeatureCollection", "features": list(features)}
    return json.dumps(
        collection, ensure_ascii=False, allow_nan=False, separators=(",", ":")
    ).encode()


def feature(geometry: Geometry | None, properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return one feature."""
    return {"type": "Feature", "geometry": geometry, "properties": dict(properties)}


def point(longitude: float, latitude: float) -> Geometry:
    """Return a point."""
    return {"type": "Point", "coordinates": _rounded((wrap_longitude(longitude), latitude))}


def line(longitude: npt.ArrayLike, latitude: npt.ArrayLike) -> Geometry:
    """Return a line, in several parts where it crosses 180 degrees."""
    return lines([(longitude, latitude)])


def lines(parts: Iterable[tuple[npt.ArrayLike, npt.ArrayLike]]) -> Geometry:
    """Return lines as one shape: a line where there is one part."""
    cut = [piece for longitude, latitude in parts for piece in cut_line(longitude, latitude)]
    coordinates = [[_rounded(place) for place in piece] for piece in cut]
    if len(coordinates) == 1:
        return {"type": "LineString", "coordinates": coordinates[0]}
    return {"type": "MultiLineString", "coordinates": coordinates}


def cut_line(longitude: npt.ArrayLike, latitude: npt.ArrayLike) -> list[list[Place]]:
    """Cut a line at 180 degrees.

    Parameters
    ----------
    longitude, latitude : array_like, shape (n,)
        Degrees, longitudes in any range; neighbours are joined the short way round.

    Returns
    -------
    list of list of (float, float)
        Parts with at least two different places, longitudes in -180..180.

    Examples
    --------
    >>> cut_line([170.0, 190.0], [10.0, 20.0])
    [[(170.0, 10.0), (180.0, 15.0)], [(-180.0, 15.0), (-170.0, 20.0)]]
    """
    east = np.asarray(longitude, dtype=np.float64)
    north = np.asarray(latitude, dtype=np.float64)
    steps = (np.diff(east) + 180.0) % 360.0 - 180.0
    east = np.concatenate([east[:1], east[0] + np.cumsum(steps)])
    turns = np.floor((east + 180.0) / 360.0)
    parts: list[list[Place]] = [[(float(east[0] - 360.0 * turns[0]), float(north[0]))]]
    for k in range(1, east.size):
        before, now = turns[k - 1], turns[k]
        if before != now:
            edge = 360.0 * max(before, now) - 180.0
            share = (edge - east[k - 1]) / (east[k] - east[k - 1])
            where = float(north[k - 1] + share * (north[k] - north[k - 1]))
            side = 180.0 if now > before else -180.0
            parts[-1].append((side, where))
            parts.append([(-side, where)])
        parts[-1].append((float(east[k] - 360.0 * now), float(north[k])))
    found = ([place for k, place in enumerate(part) if not k or place != part[k - 1]]
             for part in parts)  # fmt: skip
    return [part for part in found if len(part) > 1]


def box(region: Region) -> Geometry:
    """Return a region as a polygon, in two parts where it crosses 180 degrees."""
    west, east = region.west, region.east
    spans = [(west, east)] if east <= 180.0 else [(west, 180.0), (-180.0, east - 360.0)]
    rings = [
        [
            [
                _rounded(place)
                for place in (
                    (left, region.south),
                    (right, region.south),
                    (right, region.north),
                    (left, region.north),
                    (left, region.south),
                )
            ]
        ]
        for left, right in spans
    ]
    if len(rings) == 1:
        return {"type": "Polygon", "coordinates": rings[0]}
    return {"type": "MultiPolygon", "coordinates": rings}


def features_collection(answers: Sequence[FeaturesAnswer]) -> bytes:
    """Write what detectors found: lines where a feature has one, points elsewhere."""
    found = []
    for answer in answers:
        for item in answer.features:
            latitude = [place[0] for place in item.line]
            longitude = [place[1] for place in item.line]
            shape = line(longitude, latitude) if len(item.line) > 1 else None
            if shape is None or not shape["coordinates"]:
                shape = point(item.longitude, item.latitude)
            properties = item.model_dump(mode="json", exclude={"line", "latitude", "longitude"})
            found.append(
                feature(shape, {"detector": answer.detector, "passed": answer.passed, **properties})
            )
    return encoded(found)


def detections_collection(answer: DetectionsAnswer) -> bytes:
    """Write events as points at their peaks, or the cells of a lattice as polygons."""
    if answer.lattice is not None:
        return encoded(
            feature(
                box(cell.region),
                {
                    "primary": cell.primary,
                    "reason": cell.reason,
                    **{
                        item.event.value: item.model_dump(mode="json", exclude={"event"})
                        for item in cell.events
                    },
                },
            )
            for cell in answer.cells
        )
    assert answer.classification is not None
    return encoded(
        feature(
            point(item.peak_longitude, item.peak_latitude),
            item.model_dump(mode="json", exclude={"peak_latitude", "peak_longitude"}),
        )
        for assessment in answer.classification.assessments
        for item in assessment.objects
    )


def _rounded(place: Place) -> list[float]:
    return [round(place[0], DIGITS), round(place[1], DIGITS)]
