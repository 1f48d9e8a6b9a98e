"""Countries and states of the gazetteer, with their outlines."""

from __future__ import annotations

import numpy as np
import shapely
import shapely.affinity
from gazetteer_places import Place
from natural_earth import NaturalEarth

SIMPLIFY_DEGREES = 0.03
NEAR_DEGREES = 6.0
NO_VALUE = ("", "None", "nan", "<NA>", "-99")
NOT_SOVEREIGN = {"HK", "MO", "TW", "PS", "EH", "XK"}


def outline_places(source: NaturalEarth) -> tuple[list[Place], list[shapely.Geometry]]:
    """Countries of the world and the states of four large ones, with simplified outlines."""
    from babel import Locale

    english, chinese = Locale("en").territories, Locale("zh", "Hans").territories
    places, outlines = [], []
    for layer, kind in (("countries50", "country"), ("states50", "state")):
        content = source.layer(layer)
        table = content.data.rename(columns=str)
        for position, feature in enumerate(content.polygons):
            row = table.iloc[position]
            shape = _outline(feature)
            code = str(row["iso_a2"])
            if kind == "country":
                code = {"France": "FR", "Norway": "NO", "Kosovo": "XK"}.get(str(row["name"]), code)
                local = chinese.get(code, "")
                short = local.removeprefix("中国").removesuffix("特别行政区")
                aliases = [str(row[key]) for key in ("name_long", "formal_en", "iso_a3")]
                aliases += [english.get(code, ""), local, short]
                sovereign = str(row["type"]) in ("Sovereign country", "Country")
                label = "country" if sovereign and code not in NOT_SOVEREIGN else "territory"
                population = int(row["pop_est"]) if row["pop_est"] == row["pop_est"] else 0
            else:
                label = kind
                aliases = [str(part) for part in str(row["name_alt"]).split("|")]
                population = 0
            center = shape.representative_point()
            names = [alias for alias in dict.fromkeys(aliases) if alias not in NO_VALUE]
            places.append(
                Place(
                    label,
                    str(row["name"]),
                    code if len(code) == 2 else "",
                    names,
                    center.y,
                    center.x,
                    population,
                    _box(shape),
                    len(outlines),
                )
            )
            outlines.append(shape)
    return places, outlines


def _outline(feature: object) -> shapely.Geometry:
    rings = [np.asarray(part.coords, float) for part in feature.Polygons]
    holes = [bool(np.ravel(part.hole)[0]) for part in feature.Polygons]
    shells = shapely.union_all(
        [shapely.make_valid(shapely.Polygon(r)) for r, h in zip(rings, holes) if not h]
    )
    for ring, hole in zip(rings, holes, strict=True):
        if hole:
            shells = shells.difference(shapely.make_valid(shapely.Polygon(ring)))
    parts = shapely.get_parts(shells.simplify(SIMPLIFY_DEGREES))
    areas = [part for part in parts if part.geom_type == "Polygon"]
    largest = max(part.area for part in areas)
    return _mainland([part for part in areas if part.area >= min(0.02, largest)])


def _mainland(parts: list[shapely.Polygon]) -> shapely.MultiPolygon:
    """Keep what lies near the largest part, island by island, or is large itself.

    Overseas territories would stretch the box of a country over oceans.
    """
    parts = sorted(parts, key=lambda part: -part.area)
    total = sum(part.area for part in parts)
    kept, rest = parts[:1], parts[1:]
    while True:
        around = shapely.union_all(
            [shapely.affinity.translate(p, shift) for p in kept for shift in (-360, 0, 360)]
        )
        near = [p for p in rest if p.distance(around) < NEAR_DEGREES or p.area > 0.15 * total]
        if not near:
            return shapely.MultiPolygon(kept)
        kept, rest = kept + near, [p for p in rest if p not in near]


def _box(shape: shapely.Geometry) -> tuple[float, float, float, float]:
    """Smallest box, across 180 degrees where that is narrower."""
    west, south, east, north = shape.bounds
    if east - west > 180:
        spans = sorted((p.bounds[0] % 360, p.bounds[2] % 360 or 360.0) for p in shape.geoms)
        spans = [(w, e if e >= w else e + 360) for w, e in spans]
        reach, gap, best = spans[0][1], 0.0, spans[0][0]
        for w, e in [*spans[1:], (spans[0][0] + 360, 0)]:
            if w - reach > gap:
                gap, best = w - reach, w
            reach = max(reach, e)
        if gap > 360 - (east - west):
            west, east = best % 360, best % 360 + 360 - gap
            west, east = (west - 360, east - 360) if west >= 180 else (west, east)
    return tuple(round(value, 3) for value in (west, south, east, north))
