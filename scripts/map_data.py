"""Write the base map of the pages: land, borders and towns, small enough to be fetched.

``scripts/frontend.py`` calls this before it builds. Coasts and borders are those of the charts
(Natural Earth 1:50m, `diagnostics/figures/boundaries.py`), in two levels of detail.

A file of lines is a row of unsigned integers, seven bits a byte, the lowest first; the high bit
says that more follow. It holds the steps per degree; the number of land areas, and for each the
number of its rings, and each ring; the number of borders, and each line. A ring or line is its
number of points and, for each point, the steps in longitude and latitude from the point before (of
any ring or line), as 0, -1, 1, -2, 2, ... `frontend/src/map/baseMap.ts` reads it.

Land is cut at 180 degrees. Its edge along the cut lies beyond it (`SEAM`): what is beyond 180
degrees, or at the pole, is no coast, and the two sides overlap without a gap.
"""

from __future__ import annotations

import csv
import json
import math
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
BOUNDARIES = ROOT / "diagnostics" / "figures" / "data" / "natural_earth_50m.npz"
CITIES = ROOT / "diagnostics" / "language" / "data" / "cities.tsv"
PLACES = ROOT / "diagnostics" / "grid" / "data" / "places.tsv"
CAPITALS = ROOT / "scripts" / "data" / "capitals.tsv"
INPUTS = (BOUNDARIES, CITIES, PLACES, CAPITALS, Path(__file__).resolve())
"""The files that decide what is written."""
SEAM = 180.1
NEAR_DEG = 0.3
"""How far apart two tables put the same town."""
SAME_DEG = 0.05
"""The same, of two tables that both have it from GeoNames."""
RANKS = ((8.0, 2_000_000), (5.0, 500_000), (3.0, 100_000), (1.6, 500_000), (5.0, 0))
"""For each pass over the towns: the least distance from those before, in degrees, and the least
population. The last one names islands and other places far from everything."""
FIRST = frozenset(
    {
        "Beijing CN",
        "Shanghai CN",
        "Guangzhou CN",
        "Chengdu CN",
        "Urumqi CN",
        "Lhasa CN",
        "Tokyo JP",
        "Seoul KR",
        "Ulaanbaatar MN",
        "Hanoi VN",
        "Bangkok TH",
        "Manila PH",
        "Singapore SG",
        "Jakarta ID",
        "Delhi IN",
        "Mumbai IN",
        "Kolkata IN",
        "Karachi PK",
        "Kathmandu NP",
        "Dhaka BD",
        "Colombo LK",
        "Tehran IR",
        "Baghdad IQ",
        "Riyadh SA",
        "Ankara TR",
        "Tashkent UZ",
        "Astana KZ",
        "Moscow RU",
        "Kyiv UA",
        "London GB",
        "Paris FR",
        "Madrid ES",
        "Lisbon PT",
        "Rome IT",
        "Berlin DE",
        "Vienna AT",
        "Warsaw PL",
        "Athens GR",
        "Stockholm SE",
        "Oslo NO",
        "Reykjavik IS",
        "Cairo EG",
        "Algiers DZ",
        "Khartoum SD",
        "Addis Ababa ET",
        "Nairobi KE",
        "Kinshasa CD",
        "Lagos NG",
        "Abuja NG",
        "Dakar SN",
        "Luanda AO",
        "Johannesburg ZA",
        "Cape Town ZA",
        "Antananarivo MG",
        "Sydney AU",
        "Canberra AU",
        "Perth AU",
        "Darwin AU",
        "Wellington NZ",
        "Port Moresby PG",
        "Honolulu US",
        "Anchorage US",
        "Los Angeles US",
        "Chicago US",
        "Houston US",
        "Miami US",
        "New York US",
        "Washington US",
        "Vancouver CA",
        "Toronto CA",
        "Ottawa CA",
        "Mexico City MX",
        "Havana CU",
        "Bogota CO",
        "Caracas VE",
        "Quito EC",
        "Lima PE",
        "La Paz BO",
        "Brasilia BR",
        "Sao Paulo BR",
        "Manaus BR",
        "Santiago CL",
        "Buenos Aires AR",
    }
)
"""Towns that people look for first, by name and country: each pass takes them before others, and
the second takes those of dense regions too (`APART_DEG`)."""
APART_DEG = {(1, "first"): 2.0, (2, "capital"): 0.9}
"""Least distances in a pass, in degrees, of what it takes whatever its population: the third pass
takes the capitals of countries, provinces and states, before larger towns beside them."""
NAMES = {
    "Ahmedabad": ("", "艾哈迈达巴德"),
    "Alexandria": ("", "亚历山大"),
    "Banjarmasin": ("", "马辰"),
    "Baise": ("", "百色"),
    "Bhubaneswar": ("", "布巴内斯瓦尔"),
    "Calgary": ("", "卡尔加里"),
    "Cebu City": ("Cebu", "宿务"),
    "Chengguan Qu": ("Lhasa", "拉萨"),
    "Chennai": ("", "金奈"),
    "Christchurch": ("", "克赖斯特彻奇"),
    "Curitiba": ("", "库里蒂巴"),
    "Donostia / San Sebastian": ("San Sebastian", "圣塞巴斯蒂安"),
    "Georgetown": ("", "乔治敦"),
    "Gujangbagh": ("Hotan", "和田"),
    "Gwangju": ("", "光州"),
    "Hamamatsu": ("", "滨松"),
    "Hiroshima": ("", "广岛"),
    "Jeju City": ("Jeju", "济州"),
    "Jinshanlu": ("Altay", "阿勒泰"),
    "Kanpur": ("", "坎普尔"),
    "Khabarovsk": ("", "哈巴罗夫斯克"),
    "Koln": ("Cologne", "科隆"),
    "Korla": ("", "库尔勒"),
    "Little Rock": ("", "小石城"),
    "Luanda": ("", "罗安达"),
    "Male": ("", "马累"),
    "Minneapolis": ("", "明尼阿波利斯"),
    "Nashville": ("", "纳什维尔"),
    "Natal": ("", "纳塔尔"),
    "New Orleans": ("", "新奥尔良"),
    "New York City": ("New York", "纽约"),
    "Petropavlovsk-Kamchatsky": ("", "堪察加彼得罗巴甫洛夫斯克"),
    "Pucallpa": ("", "普卡尔帕"),
    "Rasapudipalem": ("Visakhapatnam", "维沙卡帕特南"),
    "Rosario": ("", "罗萨里奥"),
    "Santa Cruz de la Sierra": ("Santa Cruz", "圣克鲁斯"),
    "Semarang": ("", "三宝垄"),
    "Sholapur": ("Solapur", "索拉普尔"),
    "Townsville": ("", "汤斯维尔"),
    "Ulan Bator": ("Ulaanbaatar", "乌兰巴托"),
    "Ulanhot": ("", "乌兰浩特"),
    "Valencia": ("", "瓦伦西亚"),
    "Xilinhot": ("", "锡林浩特"),
    "Yaounde": ("", "雅温得"),
    "Yellowknife": ("", "耶洛奈夫"),
    "Yuzhno-Sakhalinsk": ("", "南萨哈林斯克"),
}
"""Where the table of towns has a district's name, or several Chinese ones: English (empty: as it
is) and Chinese."""


@dataclass(frozen=True)
class Level:
    """How much of the boundaries a file holds.

    Attributes
    ----------
    tolerance_deg : float
        How far a simplified line may be from the true one.
    steps : int
        Steps per degree in which points are kept.
    least_area : float
        Smaller islands and lakes are left out, in square degrees.
    """

    tolerance_deg: float
    steps: int
    least_area: float


LEVELS = {"world": Level(0.05, 50, 0.02), "detail": Level(0.004, 200, 0.0)}


def write(folder: Path) -> None:
    """Write ``world.bin``, ``detail.bin`` and ``towns.json`` into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, level in LEVELS.items():
        (folder / f"{name}.bin").write_bytes(packed(land(), lines("borders"), level))
    content = json.dumps(towns(), ensure_ascii=False, separators=(",", ":"))
    (folder / "towns.json").write_text(content, encoding="utf-8")


def lines(kind: str) -> list[Any]:
    """Return the lines of ``coastline`` or ``borders``: points (n, 2), longitude and latitude."""
    import numpy as np

    with np.load(BOUNDARIES, allow_pickle=False) as data:
        points = data[f"{kind}_points"].astype(float)
        parts = np.split(points, data[f"{kind}_offsets"])
    return [part for part in parts if len(part) > 1]


def land() -> list[Any]:
    """Return the land as polygons, with lakes and inland seas that have a coast as holes."""
    import shapely

    rings = shapely.polygons([shapely.linearrings(ring) for ring in closed(lines("coastline"))])
    rings = shapely.make_valid(rings)
    tree = shapely.STRtree(rings)
    inside, around = tree.query(shapely.point_on_surface(rings), predicate="within")
    outer: dict[int, list[int]] = {number: [] for number in range(len(rings))}
    for number, other in zip(inside.tolist(), around.tolist(), strict=True):
        if number != other:
            outer[number].append(other)
    holes: dict[int, list[Any]] = {}
    for number, others in outer.items():
        if len(others) % 2 == 1:
            nearest = min(others, key=lambda other: rings[other].area)
            holes.setdefault(nearest, []).append(rings[number])
    shells = [number for number, others in outer.items() if len(others) % 2 == 0]
    return [
        part
        for number in shells
        for part in shapely.get_parts(
            shapely.difference(rings[number], shapely.union_all(holes.get(number, [])))
        )
        if part.geom_type == "Polygon"
    ]


def closed(pieces: list[Any]) -> Iterator[Any]:
    """Join pieces of coast end to end, and close what ends at 180 degrees along that meridian."""
    import numpy as np

    whole: list[Any] = []
    rest = [_beyond_the_cut(piece) for piece in pieces]
    open_pieces = []
    for piece in rest:
        (whole if _meets(piece[0], piece[-1]) else open_pieces).append(piece)
    while open_pieces:
        line = open_pieces.pop()
        while (number := _next(line, open_pieces)) is not None:
            other = open_pieces.pop(number)
            if not _meets(line[-1], other[0]):
                other = other[::-1]
            line = np.concatenate([line, other[1:]])
        if abs(line[0, 0] - line[-1, 0]) > 180:
            # The Antarctic: its coast goes round the world, and the pole closes it.
            corners = [[line[-1, 0], -90.0], [line[0, 0], -90.0]]
            line = np.concatenate([line, corners])
        whole.append(line)
    return (np.concatenate([line, line[:1]]) for line in whole if len(line) > 3)


def _beyond_the_cut(piece: Any) -> Any:
    """Put the ends at 180 degrees a little beyond it."""
    import numpy as np

    ends = np.abs(piece[:, 0]) > 179.995
    piece[ends, 0] = np.copysign(SEAM, piece[ends, 0])
    return piece


def _meets(one: Any, other: Any) -> bool:
    return bool(abs(one - other).max() < 1e-4)


def _next(line: Any, others: list[Any]) -> int | None:
    """Return the piece that goes on where a line ends, if the line is still open."""
    if _meets(line[0], line[-1]):
        return None
    for number, other in enumerate(others):
        if _meets(line[-1], other[0]) or _meets(line[-1], other[-1]):
            return number
    return None


def packed(areas: list[Any], borders: list[Any], level: Level) -> bytes:
    """Return land and borders in the form that the top of this file describes."""
    import numpy as np
    import shapely

    at = np.zeros(2, dtype=int)

    def line(points: Any, least: int) -> list[int]:
        nonlocal at
        grid = np.round(np.asarray(points) * level.steps).astype(int)
        moved = np.append(True, (np.diff(grid, axis=0) != 0).any(axis=1))
        grid = grid[moved]
        if len(grid) < least:
            return []
        steps = np.diff(grid, axis=0, prepend=at[None])
        at = grid[-1]
        return [len(grid), *_unsigned(steps.ravel())]

    polygons = []
    for area in areas:
        if area.area < level.least_area:
            continue
        simple = area.simplify(level.tolerance_deg)
        holes = [
            hole for hole in simple.interiors if shapely.polygons(hole).area >= level.least_area
        ]
        # A ring is kept without its last point, which is the first.
        rings = [line(ring.coords[:-1], 3) for ring in (simple.exterior, *holes)]
        if rings[0]:
            polygons.append([ring for ring in rings if ring])
    paths = [
        line(shapely.linestrings(border).simplify(level.tolerance_deg).coords, 2)
        for border in borders
    ]
    paths = [path for path in paths if path]
    numbers = [level.steps, len(polygons)]
    for polygon in polygons:
        numbers.append(len(polygon))
        numbers.extend(number for ring in polygon for number in ring)
    numbers.append(len(paths))
    numbers.extend(number for path in paths for number in path)
    return b"".join(_bytes(number) for number in numbers)


def _unsigned(steps: Iterable[int]) -> Iterator[int]:
    return (2 * int(step) if step >= 0 else -2 * int(step) - 1 for step in steps)


def _bytes(number: int) -> bytes:
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    found.append(number)
    return bytes(found)


def towns() -> list[list[Any]]:
    """Return towns, most important first: English name, Chinese name, longitude, latitude, rank.

    A Chinese name that is not known is empty.
    """
    rows = [
        (row, float(row["latitude"]), float(row["longitude"]), int(row["population"]))
        for row in _table(CITIES)
        if _is_town(row)
    ]
    known = _chinese_names()
    found: list[list[Any]] = []
    taken: set[int] = set()
    kinds = dict.fromkeys(_capitals(rows), "capital")
    kinds |= dict.fromkeys(_first(row for row, *_ in rows), "first")
    rows.sort(key=lambda entry: ("first", "capital", "").index(kinds.get(id(entry[0]), "")))
    for rank, (distance, population) in enumerate(RANKS):
        for number, (row, latitude, longitude, people) in enumerate(rows):
            kind = kinds.get(id(row), "")
            apart = APART_DEG.get((rank, kind))
            is_wanted = apart is not None or kind == "first" or people >= population
            if number in taken or not is_wanted:
                continue
            if any(
                _distance(latitude, longitude, one[3], one[2]) < (apart or distance)
                for one in found
            ):
                continue
            taken.add(number)
            english = NAMES.get(row["name"], ("", ""))[0] or row["name"]
            chinese = _chinese(row, known, latitude, longitude)
            found.append([english, chinese, round(longitude, 2), round(latitude, 2), rank])
    return found


def _capitals(rows: list[tuple[dict[str, str], float, float, int]]) -> Iterator[int]:
    """Return the rows of capitals: the largest town at the place of each."""
    towns: dict[str, list[tuple[float, float, int]]] = {}
    for row, latitude, longitude, _ in rows:
        towns.setdefault(row["country"], []).append((latitude, longitude, id(row)))
    for seat in _table(CAPITALS):
        place = (float(seat["latitude"]), float(seat["longitude"]))
        for latitude, longitude, number in towns.get(seat["country"], []):
            if _distance(*place, latitude, longitude) < SAME_DEG:
                yield number
                break


def _first(rows: Iterable[dict[str, str]]) -> set[int]:
    """Return the rows of the towns in `FIRST`, each the largest of its name and country."""
    found: dict[str, int] = {}
    for row in rows:
        name = NAMES.get(row["name"], ("", ""))[0] or row["name"]
        found.setdefault(f"{name} {row['country']}", id(row))
    return {found[name] for name in FIRST if name in found}


def _is_town(row: dict[str, str]) -> bool:
    """Say whether a row has the name of a town, not of the district where its offices are."""
    return "chengguan" not in row["name"].lower() or row["name"] in NAMES


def _table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))


def _chinese_names() -> dict[str, list[tuple[float, float, str]]]:
    """Return the first Chinese name of each town of the gazetteer, which was chosen with care."""
    names: dict[str, list[tuple[float, float, str]]] = {}
    for row in _table(PLACES):
        if row["kind"] in ("town", "province") and (chinese := _all_chinese(row["aliases"])):
            place = (float(row["latitude"]), float(row["longitude"]), chinese[0])
            names.setdefault(_plain(row["name"]), []).append(place)
    return names


def _chinese(
    row: dict[str, str],
    known: dict[str, list[tuple[float, float, str]]],
    latitude: float,
    longitude: float,
) -> str:
    for other_latitude, other_longitude, name in known.get(_plain(row["name"]), []):
        if _distance(latitude, longitude, other_latitude, other_longitude) < NEAR_DEG:
            return name
    if row["name"] in NAMES:
        return NAMES[row["name"]][1]
    names = _all_chinese(row["aliases"])
    return names[0] if names else ""


def _all_chinese(aliases: str | None) -> list[str]:
    found = (alias for alias in (aliases or "").split("|") if alias)
    return [alias for alias in found if all("\u3400" <= sign <= "\u9fff" for sign in alias)]


def _plain(name: str) -> str:
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return "".join(sign for sign in decomposed if sign.isalnum())


def _distance(latitude: float, longitude: float, other_latitude: float, other: float) -> float:
    across = (longitude - other + 180) % 360 - 180
    middle = math.radians((latitude + other_latitude) / 2)
    return math.hypot(latitude - other_latitude, across * math.cos(middle))
