"""The cases of the evaluation: generated ones, and real files where they are at hand.

The real files are not part of the package: ``HVRMET_TEST_DATA`` names their folder.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from diagnostics.contracts.enums import EventType
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.space_time import Region
from diagnostics.fields import open_source
from diagnostics.fields.memory import MemorySource
from diagnostics.ports import FieldSource
from diagnostics.samples import SAMPLES, generate, sample_info

DATA_VARIABLE = "HVRMET_TEST_DATA"
GENERATED_CAUSES = {
    "rainstorm": frozenset({"frontal_lifting", "vapour_transport"}),
    "snowstorm": frozenset({"cyclone_conveyor"}),
    "gale": frozenset({"extratropical_cyclone"}),
    "heat_wave": frozenset({"ridge_subsidence"}),
    "cold_wave": frozenset({"polar_advection"}),
}
"""What each generated case was made with."""
QUIET = "quiet"
"""The generated case that was made without an event."""


@dataclass(frozen=True)
class RealCase:
    """A real file (or folder), the region to look at, and why it cannot be scored in full."""

    name: str
    path: str
    region: tuple[float, float, float, float]
    event: EventType | None = None
    out: str = ""
    charts: tuple[float, float, float, float] | None = None
    """Where its charts look, if elsewhere."""


_S04 = "S04_gfs_global_20110115/gfs.t12z.pgrbf120.2p5deg.grib2"
_S17 = "S17_nam_lambert_20180917"

REAL_CASES: tuple[RealCase, ...] = (
    RealCase("S03 octobomb", "S03_octobomb_20101026_gfs/GFS_test.nc", (-105, 38, -85, 52)),
    RealCase("S04 South Pacific cyclone", _S04, (160, -35, 180, -15), EventType.GALE),
    RealCase("S04 Fiji rain", _S04, (170, -30, 190, -15), EventType.RAINSTORM),
    RealCase("S04 Okhotsk snow", _S04, (125, 45, 150, 62), EventType.SNOWSTORM),
    RealCase("S06 CONUS convection", "S06_conus_rain_20050807_wrf", (-95, 30, -75, 42)),
    RealCase("S17 Florence remnants", _S17, (-90, 30, -70, 42)),
    RealCase(
        "S01 blizzard 1996", "S01_blizzard_jan1996_namerica", (-100, 30, -70, 50),
        out="no humidity and one upper level: no moisture factor",
    ),
    RealCase(
        "S02 Katrina", "S02_katrina_2005_wrf/mercator_sample.nc", (-90, 25, -87, 28),
        out="model levels only, and a grid that moves: no moisture factor",
        charts=(-91.5, 23.2, -89.2, 25.6),  # what the grid covers at the time of the charts
    ),
    RealCase(
        "S04 Siberia cold", _S04, (100, 45, 140, 65), EventType.COLD_WAVE,
        out="a single time: a fall of temperature cannot be tested",
    ),
    RealCase(
        "S04 Australia heat", _S04, (115, -35, 140, -20), EventType.HEAT_WAVE,
        out="a single time: runs of hot days cannot be tested",
    ),
    RealCase(
        "S05 sea-effect snow", "S05_turkey_seaeffect_snow_20210215_era5", (27, 40, 41, 45),
        out="no precipitation, and the gale stays just below its threshold",
    ),
    RealCase(
        "S08 Japan cold", "S08_japan_cold_20110117_era5", (122, 31, 138, 39),
        out="no surface field: no criterion can be tested",
    ),
    RealCase(
        "S09 Chicago heat", "S09_chicago_heat_19950714_era5/era5_1995-07-14T12.nc",
        (-92, 38, -84, 45), out="a single morning: runs of hot days cannot be tested",
    ),
    RealCase(
        "S11 Telangana rain", "S11_telangana_rain_sep2023_era5", (77, 15, 82, 20),
        out="surface fields only: no dynamic and no thermodynamic factor",
    ),
    RealCase(
        "S12 calm control", "S12_calm_control_20250501_era5", (8, 45, 12, 50),
        out="three calm hours: nothing to explain",
    ),
    RealCase(
        "S13 Catarina", "S13_catarina_200403_ncepr2", (-55, -35, -37.5, -20),
        out="no surface field and no humidity: no criterion can be tested",
    ),
    RealCase(
        "S14 Lothar gusts", "S14_lothar_gust_19991226", (3, 51, 7, 53.5),
        out="one field of gusts: no factor of any other kind",
    ),
    RealCase(
        "S15 UK March 2019", "S15_uk_t2m_march2019_era5", (-10, 50, 2, 58),
        out="2-m temperature only: no moisture and no dynamic factor",
    ),
    RealCase(
        "S16 coarse global", "S16_coarse_global_pl_20240603", (100, 20, 140, 50),
        out="no surface field, and cells of 10 degrees",
    ),
    RealCase(
        "S17 desert heat", _S17, (-120, 28, -100, 40),
        out="a single time: runs of hot days cannot be tested",
    ),
    RealCase(
        "S20 coarse ERA5 1959", "S20_wb2_style_era5_19590102", (-120, 25, -70, 55),
        out="no surface field: no criterion can be tested",
    ),
)  # fmt: skip
"""Every real case that opens, with the reason where it cannot be scored in full.

Not among them: the wind storm of December 2011 (two grids in one folder), the undated forecast,
the heat of April 2025 and the map of sea-level pressure, which hold one variable each.
"""
CHART_CASES: tuple[RealCase, ...] = (
    RealCase(
        "S19 Iceland low", "S19_mslp_aug2022_global", (-45, 52, -12, 66),
        out="sea-level pressure only: nothing to diagnose",
    ),
)  # fmt: skip
"""Real cases for their charts alone."""


@dataclass(frozen=True)
class KnownCase:
    """One case that is at hand."""

    name: str
    request: DiagnosisRequest
    source: FieldSource
    real: bool
    out: str = ""


def sample_cases() -> Iterator[KnownCase]:
    """Yield the generated cases with an event."""
    for name in SAMPLES:
        if name in [event.value for event in EventType]:
            yield sample_case(name)


def quiet_case() -> KnownCase:
    """Return the generated case without an event."""
    return sample_case(QUIET)


def sample_case(name: str) -> KnownCase:
    """Generate the case of that name: ``gale``."""
    source = MemorySource(generate(name), title=f"generated {name}")
    request = DiagnosisRequest(source=name, region=sample_info(name).region)
    return KnownCase(name, request, source, real=False)


def real_cases(*, scored_only: bool = False, charts: bool = False) -> Iterator[KnownCase]:
    """Yield the real cases whose files are at hand.

    Parameters
    ----------
    scored_only : bool
        Leave out those that cannot be scored in full.
    charts : bool
        Also those that serve for their charts alone, each with the region that its charts show.
    """
    root = os.environ.get(DATA_VARIABLE)
    for case in (*REAL_CASES, *(CHART_CASES if charts else ())) if root else ():
        path = Path(str(root)) / case.path
        if not path.exists() or (scored_only and case.out):
            continue
        bounds = (case.charts if charts else None) or case.region
        request = DiagnosisRequest(
            source=path.name, region=Region.model_validate(bounds), event=case.event
        )
        yield KnownCase(case.name, request, open_source(path), real=True, out=case.out)
