"""A statistic of an ensemble is read where it is asked for, and every answer says so."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

SHAPE = (9, 11)
SLOPE = np.add.outer(np.linspace(-2.0, 0.0, SHAPE[0]), np.linspace(-2.0, 0.0, SHAPE[1]) ** 3 / 4)
KEYS = {
    "Ni": SHAPE[1],
    "Nj": SHAPE[0],
    "latitudeOfFirstGridPointInDegrees": 34.0,
    "latitudeOfLastGridPointInDegrees": 30.0,
    "longitudeOfFirstGridPointInDegrees": 110.0,
    "longitudeOfLastGridPointInDegrees": 115.0,
    "iDirectionIncrementInDegrees": 0.5,
    "jDirectionIncrementInDegrees": 0.5,
    "dataDate": 20260705,
    "dataTime": 0,
    "centre": "kwbc",
}
TWO_METRES = {
    "discipline": 0,
    "parameterCategory": 0,
    "parameterNumber": 0,
    "typeOfFirstFixedSurface": 103,
    "scaleFactorOfFirstFixedSurface": 0,
    "scaledValueOfFirstFixedSurface": 2,
}
ASKED = ["temperature_level", "--level", "2m", "--time", "2026-07-05T00:00Z"]


@pytest.fixture(scope="module")
def ensemble(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Mean (300 K), 90th percentile (310 K) and spread  of the 2-m temperature."""
    import pyproj  # noqa: F401  (before ecCodes, which may carry another PROJ)
    import eccodes  # isort: skip

    path = tmp_path_factory.mktemp("ensemble") / "ensemble.grib2"
    parts: list[tuple[int, dict[str, int], float]] = [
        (2, {"derivedForecast": 0}, 300.0),
        (2, {"derivedForecast": 4}, 5.0),
        (6, {"percentileValue": 90}, 310.0),
    ]
    with path.open("wb") as stream:
        for template, more, value in parts:
            handle = eccodes.codes_grib_new_from_samples("regular_ll_pl_grib2")
            keys = {"productDefinitionTemplateNumber": template, **KEYS, **TWO_METRES, **more}
            for key, item in keys.items():
                eccodes.codes_set(handle, key, item)
            eccodes.codes_set_values(handle, (value + SLOPE).ravel())
            eccodes.codes_write(handle, stream)
            eccodes.codes_release(handle)
    return path


@pytest.mark.parametrize(("statistic", "value"), [("mean", 26.0), ("p90", 36.0)])
def test_an_answer_says_of_which_statistic_it_is(
    hvrmet: Any, ensemble: Path, statistic: str, value: float
) -> None:
    line = ["index", *ASKED, "--data", ensemble, "--statistic", statistic]
    answer = hvrmet(*line, "--json").document
    assert answer["value"] == pytest.approx(value, abs=2.0)
    assert answer["unit"] == "degC"
    assert answer["provenance"]["choice"] == {"statistic": statistic}
    for language in ("en", "zh"):
        assert statistic in hvrmet(*line, "--lang", language).out
    inventory = hvrmet("inspect", "--data", ensemble, "--statistic", statistic, "--json").document
    assert inventory["choice"] == {"statistic": statistic}
    left = {item["record"]["member_statistic"]["value"] for item in inventory["left_out"]}
    assert "spread" in left


def test_a_line_of_a_batch_chooses_a_statistic(hvrmet: Any, ensemble: Path, tmp_path: Path) -> None:
    task = {"id": 1, "op": "index", "name": ASKED[0], "data": str(ensemble), "level": "2m"}
    lines = tmp_path / "tasks.jsonl"
    lines.write_text(json.dumps({**task, "time": ASKED[-1], "statistic": "p90"}) + "\n")
    answer = json.loads(hvrmet("batch", lines, "--json").out.splitlines()[0])
    assert answer["provenance"]["choice"] == {"statistic": "p90"}


def test_inspect_shows_what_the_file_says_of_each_field(hvrmet: Any, ensemble: Path) -> None:
    line = ["inspect", "--data", ensemble, "--statistic", "mean"]
    said = {
        "en": ("What the files say of their fields", "derivedForecast 0", "[spread]", "[p90]"),
        "zh": ("文件对各要素的说明", "derivedForecast 0", "[spread]", "[p90]"),
    }
    for language, words in said.items():
        text = hvrmet(*line, "--lang", language).out
        assert [word for word in words if word not in text] == []
    (info,) = hvrmet(*line, "--json").document["variables"]
    (record,) = info["records"]
    assert record["member_statistic"] == {
        "value": "mean",
        "authority": "stated",
        "by": "productDefinitionTemplateNumber 2, derivedForecast 0",
    }
    assert record["time_statistic"]["value"] == "instant"


@pytest.mark.parametrize(
    ("option", "code"),
    [
        ([], "only_statistics"),
        (["--statistic", "p10"], "missing_statistic"),
        (["--statistic", "spread"], "invalid_statistic"),
        (["--statistic", "mean", "--member", "1"], "several_choices"),
    ],
)
def test_what_cannot_be_read_is_refused_with_what_there_is(
    hvrmet: Any, ensemble: Path, option: list[str], code: str
) -> None:
    refused = hvrmet("index", *ASKED, "--data", ensemble, *option, "--json")
    assert refused.error["code"] == code
    listed = refused.error["data"].get("statistics")
    assert listed in (None, ["mean", "p90"])
