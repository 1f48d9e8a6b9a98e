"""Whose coastlines and borders a map shows: Natural Earth's, or those of a file.

Where borders lie is a political statement, so that a centre may have its own drawn: a GeoJSON file
replaces the borders, and the coastlines too where it holds some.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diagnostics.errors import ArgumentError
from diagnostics.messages import Message, Param

Array = NDArray[np.float64]
Lines = tuple[Array, NDArray[np.bool_]]
MAX_BYTES = 50_000_000
MAX_POINTS = 3_000_000
LEAST_STEP_DEG = 5.0
"""Longer segments are divided, so that they follow the projection."""


@dataclass(frozen=True)
class Boundaries:
    """Coastlines and borders.

    Attributes
    ----------
    credit : str
        What a file asks to be written on every map that shows them; empty for Natural Earth, whose
        credit is a message.
    digest : str
        Sha256 of the file; empty for Natural Earth.
    own : dict of Lines
        Lines of a file by kind; what is missing is taken from Natural Earth.
    """

    credit: str = ""
    digest: str = ""
    own: dict[str, Lines] = field(default_factory=dict, compare=False, repr=False)

    def lines(self, kind: str, scale: str) -> Lines:
        """Points (n, 2) of every line as longitude and latitude, and which points start one.

        Parameters
        ----------
        kind : str
            ``coastline`` or ``borders``.
        scale : str
            ``50m`` or ``110m``, of Natural Earth.
        """
        return self.own[kind] if kind in self.own else _natural_earth(scale, kind)


NATURAL_EARTH = Boundaries()


@lru_cache(maxsize=4)
def _natural_earth(scale: str, kind: str) -> Lines:
    path = files("diagnostics.figures") / "data" / f"natural_earth_{scale}.npz"
    with as_file(path) as local, np.load(local, allow_pickle=False) as data:
        points = np.asarray(data[f"{kind}_points"], dtype=np.float64)
        offsets = np.asarray(data[f"{kind}_offsets"])
    starts = np.zeros(len(points), dtype=bool)
    starts[offsets[offsets < len(points)]] = True
    return points, starts


def read_boundaries(path: str | Path) -> Boundaries:
    """Read the boundaries of a GeoJSON file.

    The document is a FeatureCollection in longitude and latitude (WGS 84) with a text
    ``attribution``. Its features are LineStrings, MultiLineStrings, Polygons or MultiPolygons;
    a feature whose property ``kind`` is ``coastline`` is drawn as coast, every other as border.

    Raises
    ------
    ArgumentError
        ``file_not_found``, or ``invalid_boundaries``: the message says what is wrong and where.
    """
    source = Path(path)
    if not source.is_file():
        raise ArgumentError(
            Message(id="figureerror-boundaries_missing", params={"name": f"{source.name!r}"}),
            code="file_not_found",
        )
    size = source.stat().st_size
    if size > MAX_BYTES:
        raise _invalid(
            source, _why("too_large", size=f"{size / 1e6:.0f}", most=f"{MAX_BYTES / 1e6:.0f}")
        )
    return parse_boundaries(source.read_bytes(), source.name)


@lru_cache(maxsize=8)
def parse_boundaries(content: bytes, name: str) -> Boundaries:
    """Read the boundaries of a GeoJSON document; `name` is what errors call it.

    Raises
    ------
    ArgumentError
        With code ``invalid_boundaries``.
    """
    source = Path(name)
    try:
        document = json.loads(content.decode("utf-8"))
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise _invalid(source, _why("no_json", error=str(error))) from error
    if not isinstance(document, dict) or document.get("type") != "FeatureCollection":
        raise _invalid(source, _why("no_collection"))
    credit = document.get("attribution")
    if not isinstance(credit, str) or not credit.strip() or len(credit) > 120:
        raise _invalid(source, _why("no_attribution"))
    features = document.get("features")
    if not isinstance(features, list) or not features:
        raise _invalid(source, _why("empty"))
    parts: dict[str, list[Array]] = {}
    for number, item in enumerate(features):
        kind, lines = _feature(source, number + 1, item)
        parts.setdefault(kind, []).extend(lines)
    if sum(len(line) for lines in parts.values() for line in lines) > MAX_POINTS:
        raise _invalid(source, _why("points", most=f"{MAX_POINTS}"))
    own = {kind: _joined(lines) for kind, lines in parts.items()}
    return Boundaries(credit.strip(), hashlib.sha256(content).hexdigest(), own=own)


def _why(name: str, **params: Param) -> Message:
    return Message(id=f"figureerror-boundaries_{name}", params=params)


def _invalid(source: Path, reason: Message) -> ArgumentError:
    return ArgumentError(
        Message(
            id="figureerror-invalid_boundaries",
            params={"name": f"{source.name}", "reason": reason},
        ),
        code="invalid_boundaries",
        data={"file": source.name},
    )


def _feature(source: Path, number: int, item: Any) -> tuple[str, list[Array]]:
    geometry = item.get("geometry") if isinstance(item, dict) else None
    if not isinstance(geometry, dict):
        raise _invalid(source, _why("no_geometry", number=number))
    form, coordinates = geometry.get("type"), geometry.get("coordinates")
    depth = {"LineString": 0, "MultiLineString": 1, "Polygon": 1, "MultiPolygon": 2}.get(str(form))
    if depth is None:
        raise _invalid(source, _why("form", number=number, form=str(form)))
    properties = item.get("properties")
    kind = properties.get("kind", "borders") if isinstance(properties, dict) else "borders"
    lines = [coordinates]
    for _ in range(depth):
        lines = [part for group in lines for part in (group if isinstance(group, list) else [None])]
    found = [_line(source, number, line) for line in lines]
    return "coastline" if kind == "coastline" else "borders", found


def _line(source: Path, number: int, line: Any) -> Array:
    try:
        points = np.array([point[:2] for point in line], dtype=np.float64)
    except (TypeError, ValueError, IndexError) as error:
        raise _invalid(source, _why("no_numbers", number=number)) from error
    if points.ndim != 2 or points.shape[0] < 2 or points.shape[1] != 2:
        raise _invalid(source, _why("short_line", number=number))
    longitude, latitude = points.T
    if not np.isfinite(points).all() or abs(latitude).max() > 90 or abs(longitude).max() > 360:
        raise _invalid(source, _why("no_degrees", number=number))
    return _divided(points)


def _divided(points: Array) -> Array:
    """Add points to long segments."""
    steps = np.abs(np.diff(points, axis=0)).max(axis=1)
    if steps.max() <= LEAST_STEP_DEG:
        return points
    rows = [points[:1]]
    for start, end, step in zip(points[:-1], points[1:], steps, strict=True):
        count = min(int(np.ceil(step / LEAST_STEP_DEG)), 72)
        share = np.arange(1, count + 1)[:, None] / count
        rows.append(start + share * (end - start))
    return np.concatenate(rows)


def _joined(lines: list[Array]) -> Lines:
    starts = np.zeros(sum(len(line) for line in lines), dtype=bool)
    starts[np.cumsum([0, *(len(line) for line in lines[:-1])])] = True
    return np.concatenate(lines), starts
