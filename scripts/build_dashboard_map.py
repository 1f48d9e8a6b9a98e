#!/usr/bin/env python
"""Build the dashboard's base map from the packaged outlines, borders and places.

    python scripts/build_dashboard_map.py

writes ``frontend/public/map/``: ``world.json`` for views of a continent and more, ``regional.json``
for closer ones (land and borders, Natural Earth 1:50m), ``places.json`` (names of towns in English
and Chinese). All are GeoJSON; coordinates keep as many decimals as a screen shows.
"""

from __future__ import annotations

import csv
import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely.geometry import LineString, mapping

from diagnostics.grid import gazetteer

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "frontend" / "public" / "map"
BORDERS = ROOT / "diagnostics" / "figures" / "data" / "natural_earth_50m.npz"
PLACES = ROOT / "diagnostics" / "grid" / "data" / "places.tsv"
SCALES = {"world": (0.15, 0.05, 2), "regional": (0.015, 0.0004, 3)}
"""Tolerance of simplification (degrees), smallest island (square degrees), decimals."""
TOWNS = 900
_CHINESE = re.compile(r"[\u3400-\u9fff]")


def _rounded(value: Any, digits: int) -> Any:
    if isinstance(value, list | tuple):
        return [_rounded(part, digits) for part in value]
    return round(value, digits)


def _feature(kind: str, shape: Any, digits: int) -> dict[str, Any]:
    document = mapping(shape)
    geometry = {**document, "coordinates": _rounded(document["coordinates"], digits)}
    return {"type": "Feature", "properties": {"kind": kind}, "geometry": geometry}


def borders() -> list[LineString]:
    """Return the land borders as lines."""
    stored = np.load(BORDERS)
    points, offsets = stored["borders_points"], stored["borders_offsets"]
    return [LineString(points[start:end]) for start, end in pairwise(offsets)]


def base(scale: str) -> dict[str, Any]:
    """Return land and borders of one scale."""
    tolerance, smallest, digits = SCALES[scale]
    land = shapely.union_all(list(gazetteer.outlines()), grid_size=0.0005)
    parts = [part for part in shapely.get_parts(land) if part.area >= smallest]
    simple = [part.simplify(tolerance) for part in parts]
    features = [_feature("land", part, digits) for part in simple if not part.is_empty]
    lines = shapely.MultiLineString([line.simplify(tolerance) for line in borders()])
    features.append(_feature("border", lines, digits))
    return {"type": "FeatureCollection", "features": features}


def towns() -> dict[str, Any]:
    """Return the largest towns, each with the names of both languages and a rank from 0."""
    with PLACES.open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if row["kind"] == "town"]
    rows.sort(key=lambda row: -int(row["population"] or 0))
    features = []
    for rank, row in enumerate(rows[:TOWNS]):
        names = row["aliases"].split("|")
        chinese = next((name for name in names if _CHINESE.search(name)), row["name"])
        features.append(
            {
                "type": "Feature",
                "properties": {"en": row["name"], "zh": chinese, "rank": rank},
                "geometry": {
                    "type": "Point",
                    "coordinates": [float(row["longitude"]), float(row["latitude"])],
                },
            }
        )
    return {"type": "FeatureCollection", "features": features}


def main() -> None:
    """Write the files."""
    TARGET.mkdir(parents=True, exist_ok=True)
    documents = {scale: base(scale) for scale in SCALES} | {"places": towns()}
    for name, document in documents.items():
        path = TARGET / f"{name}.json"
        text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
        path.write_text(text + "\n", encoding="utf-8")
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
