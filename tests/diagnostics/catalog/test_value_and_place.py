"""The value of an index that has a place is that of its own map at this place, on real analyses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from diagnostics.catalog import FieldCache, compute_field, compute_index, get_catalog
from diagnostics.contracts.enums import Mode
from diagnostics.contracts.space_time import Region
from diagnostics.errors import DiagnosticsError
from diagnostics.fields import open_source

CASES = {
    "S03_octobomb_20101026_gfs/GFS_test.nc": Region(west=-102, south=35, east=-80, north=52),
    "S04_gfs_global_20110115/gfs.t12z.pgrbf120.2p5deg.grib2": Region(
        west=-40, south=40, east=10, north=70
    ),
    "S17_nam_lambert_20180917": Region(west=-88, south=30, east=-76, north=40),
}
REDUCTIONS = ("max", "min", "max_abs")
"""Those with a place; of an index its own is compared, since others may work on another map."""
INDICES = [tool.name for tool in get_catalog().indices() if not tool.spec.climatology]


def _compared(case: str, real_data: Callable[[str], Path]) -> Iterator[tuple[str, float, float]]:
    """Yield each index with its value, and the value of its map at the same place."""
    source, region, cache = open_source(real_data(case)), CASES[case], FieldCache()
    time = source.inventory().times[0]
    for name in INDICES:
        reduction = get_catalog().tool(name).spec.default_reduction
        if reduction not in REDUCTIONS:
            continue
        call = {"time": time, "mode": Mode.DIAGNOSE, "cache": cache}
        try:
            answer = compute_index(name, source, region=region, reduction=reduction, **call)
            if answer.value is None or answer.latitude is None:
                continue
            field = compute_field(name, source, region=answer.provenance.domain, **call)
        except DiagnosticsError:
            continue
        latitude, longitude = (
            np.broadcast_arrays(
                *(np.asarray(field[item].values) for item in ("latitude", "longitude"))
            )
            if field["latitude"].ndim == 2
            else np.meshgrid(field["latitude"].values, field["longitude"].values, indexing="ij")
        )
        away = np.hypot(
            latitude - answer.latitude, (longitude - answer.longitude + 180.0) % 360.0 - 180.0
        )
        plane = np.asarray(field.values).reshape(-1, *away.shape)[-1]
        yield (
            f"{name} {reduction}",
            answer.value,
            float(plane[np.unravel_index(away.argmin(), away.shape)]),
        )


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_the_value_is_that_of_the_map_at_the_place(
    case: str, real_data: Callable[[str], Path]
) -> None:
    compared = list(_compared(case, real_data))
    wrong = [item for item in compared if not np.isclose(item[1], item[2], rtol=1e-3, atol=1e-6)]
    assert wrong == []
    assert len(compared) >= 20
