"""Measure how values of finer data compare with the cells of a coarser grid, from real files.

Fields of the real cases are averaged over blocks of 2, 4, 6 and 10 cells. For every coarse cell
that is strong (its mean exceeds a floor, and is among the strongest tenth of its field) the largest
fine value in it is divided by the mean (for temperatures: the difference is taken). The table
holds the 10th, 50th and 90th percentile of these ratios for each quantity, surface and spacing.

The finest data are themselves grids of 0.1 to 0.5 degrees: a station may report more still. Pairs
with fewer than ``LEAST_CELLS`` cells or ``LEAST_FIELDS`` fields are left out: they carry no number.

    HVRMET_TEST_DATA=... python scripts/calibrate_stations.py
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import yaml
from numpy.typing import NDArray

from diagnostics.bench.known_cases import DATA_VARIABLE
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.fields import open_source
from diagnostics.grid.gazetteer import land_at
from diagnostics.grid.geometry import grid_of
from diagnostics.ports import FieldRequest

ROOT = Path(__file__).resolve().parents[1]
TABLE = ROOT / "diagnostics" / "detection" / "events" / "stations.yaml"
Array = NDArray[np.float64]

FACTORS = (2, 4, 6, 10)
LEAST_CELLS = 40
LEAST_FIELDS = 3
STRONGEST = 90.0
FLOORS = {"rain": 5.0, "wind": 8.0, "gust": 12.0, "maximum_temperature": 293.0}
"""Of the coarse mean, mm, m s-1 and K: weaker cells say nothing of extremes."""
CASES = {
    "S02": "S02_katrina_2005_wrf/mercator_sample.nc",
    "S05": "S05_turkey_seaeffect_snow_20210215_era5",
    "S06": "S06_conus_rain_20050807_wrf/obs_stage2_1h",
    "S07": "S07_joachim_20111216_ecmwf/joachim_wind_gust.grib",
    "S09": "S09_chicago_heat_19950714_era5/era5_1995-07-14T12.nc",
    "S11": "S11_telangana_rain_sep2023_era5/telangana_weather_test_data.nc",
    "S14": "S14_lothar_gust_19991226/fp_lothar_crop-test.nc",
    "S15": "S15_uk_t2m_march2019_era5/era5-2mt-2019-03-uk.grib",
}


@dataclass(frozen=True)
class Plane:
    """One field at one time."""

    case: str
    quantity: str
    values: Array
    land: NDArray[np.bool_]
    spacing: float


def planes(root: Path) -> Iterator[Plane]:
    """Read the fields that are compared."""
    for case, path in CASES.items():
        source = open_source([root / path])
        inventory = source.inventory()
        names = {item.name for item in inventory.variables}
        wanted = {
            "wind": ("u10", "v10"), "gust": ("fg10",), "rain": ("tp",),
            "maximum_temperature": ("t2m",),
        }  # fmt: skip
        for quantity, fields in wanted.items():
            if not names.issuperset(fields):
                continue
            if quantity == "rain" and case not in ("S06", "S11"):
                continue
            yield from _planes_of(source, case, quantity, fields)


def _planes_of(source, case: str, quantity: str, fields: tuple[str, ...]) -> Iterator[Plane]:
    times = source.inventory().times
    day: list[Array] = []
    for number, time in enumerate(times):
        data = source.load(FieldRequest(variables=fields, window=TimeWindow(start=time, end=time)))
        grid = grid_of(data)
        shape = grid.shape
        parts = [np.asarray(data[name].values, dtype=np.float64).reshape(shape) for name in fields]
        values = np.hypot(*parts) if len(parts) == 2 else parts[0]
        land = land_at(grid.latitude.ravel(), grid.longitude.ravel()).reshape(shape)
        if quantity == "rain":
            day.append(np.nan_to_num(values))
            if len(day) < 24:
                continue
            yield Plane(case, quantity, np.sum(day, axis=0), land, grid.spacing_deg)
            day = []
        elif number % 6 == 0 or len(times) < 30:
            yield Plane(case, quantity, values, land, grid.spacing_deg)


def blocks(values: Array, factor: int) -> Array:
    """Return whole blocks of cells, shape (y, x, factor squared)."""
    rows, columns = (size // factor for size in values.shape)
    cut = values[: rows * factor, : columns * factor]
    parts = cut.reshape(rows, factor, columns, factor).swapaxes(1, 2)
    return parts.reshape(rows, columns, factor * factor)


def main() -> None:
    """Measure and write."""
    root = os.environ.get(DATA_VARIABLE)
    if not root:
        raise SystemExit(f"{DATA_VARIABLE} is not set: there is nothing to measure on")
    found: dict[tuple[str, str, float, float], list[tuple[str, int, Array]]] = defaultdict(list)
    for number, plane in enumerate(planes(Path(root))):
        for factor in FACTORS:
            fine = blocks(plane.values, factor)
            share = blocks(plane.land.astype(np.float64), factor).mean(axis=-1)
            if fine.shape[0] < 2 or fine.shape[1] < 2:
                continue
            mean = np.where(np.isfinite(fine).all(axis=-1), fine.mean(axis=-1), np.nan)
            if not np.isfinite(mean).any():
                continue
            least = max(FLOORS[plane.quantity], float(np.nanpercentile(mean, STRONGEST)))
            top = np.nanmax(np.where(np.isfinite(fine), fine, -np.inf), axis=-1)
            additive = plane.quantity == "maximum_temperature"
            ratio = top - mean if additive else top / np.maximum(mean, 1e-9)
            surfaces = {"land": share >= 0.75, "sea": share <= 0.25, "any": share >= 0.0}
            if plane.quantity == "rain":
                surfaces = {"any": surfaces["any"]}
            elif additive:
                surfaces = {"land": surfaces["land"]}
            spacing = round(plane.spacing * factor, 2)
            for surface, cells in surfaces.items():
                chosen = ratio[cells & (mean >= least)]
                if chosen.size:
                    key = (plane.quantity, surface, spacing, round(plane.spacing, 2))
                    found[key].append((plane.case, number, chosen))
    rows = []
    for (quantity, surface, spacing, fine_deg), parts in sorted(found.items()):
        ratios = np.concatenate([part for _, _, part in parts])
        if ratios.size < LEAST_CELLS or len({number for _, number, _ in parts}) < LEAST_FIELDS:
            continue
        low, middle, high = np.percentile(ratios, (10, 50, 90))
        cases = ", ".join(sorted({case for case, _, _ in parts}))
        rows.append(
            {
                "quantity": quantity, "surface": surface, "spacing_deg": spacing,
                "fine_deg": fine_deg, "low": round(float(low), 3),
                "middle": round(float(middle), 3), "high": round(float(high), 3),
                "cells": int(ratios.size),
                "source": f"block means of {cases} ({fine_deg:g} degrees), "
                f"{len({number for _, number, _ in parts})} fields",
                "additive": quantity == "maximum_temperature",
            }
        )  # fmt: skip
    head = (
        "# How the largest value of a finer grid compares with the mean of a coarser cell:\n"
        "# factors (differences in K for temperatures), percentiles 10, 50 and 90.\n"
        "# Written by scripts/calibrate_stations.py from the real cases. The finer data are grids\n"
        "# themselves, so a station may report more.\n"
    )
    text = yaml.safe_dump({"pairs": rows}, sort_keys=False, width=100, default_flow_style=None)
    TABLE.write_text(head + text, encoding="utf-8")
    print(f"{len(rows)} pairs written to {TABLE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
