"""Real files of many makers end in a whole, valid run, whatever they lack."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import xarray as xr

from diagnostics.contracts.report import Report

CASES = {
    "S03": ("S03_octobomb_20101026_gfs/GFS_test.nc", "-105,38,-85,52"),
    "S04": ("S04_gfs_global_20110115/gfs.t12z.pgrbf120.2p5deg.grib2", "100,20,140,50"),
    "S05": ("S05_turkey_seaeffect_snow_20210215_era5", "27,40,41,45"),
    "S06": ("S06_conus_rain_20050807_wrf", "-95,30,-80,42"),
    "S08": ("S08_japan_cold_20110117_era5", "122,31,138,39"),
    "S12": ("S12_calm_control_20250501_era5", "8,45,12,50"),
    "S13": ("S13_catarina_200403_ncepr2", "-60,-40,-30,-15"),
    "S16": ("S16_coarse_global_pl_20240603", "100,20,140,50"),
    "S17": ("S17_nam_lambert_20180917", "-90,32,-75,42"),
    "S20": ("S20_wb2_style_era5_19590102", "-120,25,-70,55"),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_a_real_case_ends_in_a_valid_folder(
    hvrmet: Any, real_data: Callable[[str], Path], tmp_path: Path, case: str
) -> None:
    name, region = CASES[case]
    out = tmp_path / "run"
    answer = hvrmet(
        "diagnose", "--data", real_data(name), "--region", region, "--max-turns", "1",
        "--out", out, "--json",
    )  # fmt: skip
    assert answer.code == 0, answer.out
    assert answer.document["conclusion"] in {
        "event_supported", "no_significant_event", "insufficient_evidence",
    }  # fmt: skip
    manifest = json.loads((out / "manifest.json").read_text())
    assert {"diagnosis.json", "events.jsonl", "report.md", "report.html", "workflow.yaml"} <= set(
        manifest["files"]
    )
    for file, digest in manifest["files"].items():
        assert hashlib.sha256((out / file).read_bytes()).hexdigest() == digest
    report = Report.model_validate_json((out / "diagnosis.json").read_text())
    assert report.report_digest == answer.document["report_digest"]
    assert hvrmet("replay", out, "--json").document["identical"] is True


KATRINA = "S02_katrina_2005_wrf/mercator_sample.nc"


def test_levels_of_wrf_are_interpolated_or_refused_with_the_way_to_keep_them(
    hvrmet: Any, real_data: Callable[[str], Path], tmp_path: Path
) -> None:
    path = real_data(KATRINA)
    asked = ("temperature_level", "--level", "850", "--time", "2005-08-28T12:00Z", "--json")
    answer = hvrmet("index", asked[0], "--data", path, *asked[1:])
    assert answer.code == 0, answer.out
    assert 10.0 < answer.document["value"] < 30.0
    cut = tmp_path / "cut.nc"
    with xr.open_dataset(path, decode_times=False, mask_and_scale=False) as whole:
        whole.drop_vars("PB").load().to_netcdf(cut)
    refused = hvrmet("index", asked[0], "--data", cut, *asked[1:])
    assert refused.code == 1
    assert refused.document["status"] == "missing_input"
    assert refused.document["value"] is None
    assert "Keep both" in refused.document["message"]


@pytest.mark.slow
def test_a_moving_grid_ends_in_a_snapshot(
    hvrmet: Any, real_data: Callable[[str], Path], tmp_path: Path
) -> None:
    words = ("--region", "-90,25,-87,28", "--max-turns", "1", "--out", tmp_path / "run", "--json")
    answer = hvrmet("diagnose", "--data", real_data(KATRINA), *words)
    assert answer.code == 0, answer.out
    report = Report.model_validate_json((tmp_path / "run" / "diagnosis.json").read_text())
    assert report.conclusion.scope.value == "snapshot"
    assert len(report.inventory.times) == 1
