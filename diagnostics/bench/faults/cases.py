"""The data that faults are planted in: generated cases, and real files where they are at hand."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from diagnostics.bench.known_cases import DATA_VARIABLE
from diagnostics.errors import DiagnosticsError
from diagnostics.fields import open_source
from diagnostics.ports import FieldRequest, FieldSource
from diagnostics.samples import generate

if TYPE_CHECKING:
    import xarray as xr

GENERATED = ("rainstorm", "snowstorm", "gale", "heat_wave", "cold_wave", "quiet")
REAL: tuple[tuple[str, str, str | None], ...] = (
    ("S01", "S01_blizzard_jan1996_namerica", "1996-01-05T00:00Z"),
    ("S03", "S03_octobomb_20101026_gfs", None),
    ("S04", "S04_gfs_global_20110115/gfs.t12z.pgrbf120.2p5deg.grib2", None),
    ("S05", "S05_turkey_seaeffect_snow_20210215_era5", None),
    ("S07u", "S07_joachim_20111216_ecmwf/joachim_uv.grib", None),
    ("S07g", "S07_joachim_20111216_ecmwf/joachim_wind_gust.grib", None),
    ("S08j", "S08_japan_cold_20110117_era5/ERA5_N30_N40_E120_E140_20110117_14.grb", None),
    ("S08o", "S08_japan_cold_20110117_era5/ERA5_N30_N40_E120_E140_20101017_14.grb", None),
    ("S09", "S09_chicago_heat_19950714_era5", None),
    ("S10", "S10_heat_april2025_mx2t6", None),
    ("S11", "S11_telangana_rain_sep2023_era5", None),
    ("S13", "S13_catarina_200403_ncepr2", None),
    ("S15", "S15_uk_t2m_march2019_era5", None),
    ("S16", "S16_coarse_global_pl_20240603", None),
    ("S19", "S19_mslp_aug2022_global", None),
    ("S20", "S20_wb2_style_era5_19590102", None),
)
"""Name, file and the time that an undated one counts from: the files on latitude and longitude."""
PROJECTED: tuple[tuple[str, str, str | None], ...] = (
    ("S06", "S06_conus_rain_20050807_wrf", None),
    ("S06o", "S06_conus_rain_20050807_wrf/obs_stage2_1h", None),
    ("S12", "S12_calm_control_20250501_era5", None),
    ("S14", "S14_lothar_gust_19991226", None),
    ("S17", "S17_nam_lambert_20180917", None),
)
"""Files for false alarms only: faults are planted on latitude and longitude.

Not among them: the moving nest, and the forecast without a date, whose temperature lies upside down
in the file itself, as the checks say.
"""


@dataclass(frozen=True)
class BaseCase:
    """Clean data.

    Attributes
    ----------
    name, group : str
        The group is the file, for intervals that take crops of one file together.
    dataset : xarray.Dataset
        Canonical.
    """

    name: str
    group: str
    dataset: xr.Dataset


def generated_cases() -> Iterator[BaseCase]:
    """Yield the generated cases, on every second latitude and longitude."""
    for name in GENERATED:
        thin = generate(name).isel(latitude=slice(None, None, 2), longitude=slice(None, None, 2))
        yield BaseCase(name, name, thin)


def real_cases(*, projected: bool = False) -> Iterator[BaseCase]:
    """Yield the real files that are at hand, as canonical datasets.

    Parameters
    ----------
    projected : bool
        Also those on projected grids.
    """
    root = os.environ.get(DATA_VARIABLE)
    for name, path, origin in (*REAL, *(PROJECTED if projected else ())) if root else ():
        target = Path(str(root)) / path
        if target.exists():
            yield BaseCase(name, name, whole_dataset(open_source(target, origin=origin)))


def whole_dataset(source: FieldSource) -> xr.Dataset:
    """Read every field of a source into one canonical dataset.

    A field whose levels are fewer than those of others has NaN at the rest.
    """
    import xarray as xr

    parts = []
    for item in source.inventory().variables:
        try:
            parts.append(
                source.load(FieldRequest(variables=(item.name,), levels_hpa=item.levels_hpa))
            )
        except DiagnosticsError:
            continue
    merged = xr.merge(parts, compat="override", join="outer", combine_attrs="override")
    if "level" in merged.coords:
        merged = merged.sortby("level")
    for name in merged.data_vars:
        merged[name] = merged[name].astype(np.float32)
    return merged
