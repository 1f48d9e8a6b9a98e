"""Under ``--lang zh`` no command prints a run of English words: success, refusal, bad input."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import pytest

from diagnostics.bench.tracks import TRACKS
from diagnostics.catalog import get_catalog
from diagnostics.cli.main import COMMANDS
from diagnostics.contracts.charts import CustomLayer
from diagnostics.samples import SAMPLES
from tests.diagnostics.literature import papers

ZH = ["--lang", "zh"]
DATA = ["--data", "DATA"]
REGION = ["--region", "110,27,126,35"]
AT = ["--time", "2026-07-05T06:00Z"]
OUT = ["--out", "FOLDER/out"]

LINES: dict[str, list[list[str]]] = {
    "catalog": [["catalog"], ["catalog", "--json=1"], ["catalog", "nothing_like_it"]],
    "inspect": [
        ["inspect", *DATA],
        ["inspect", *DATA, "--checks"],
        ["inspect", "--data", "NOTED"],
        ["inspect", "--data", "/nowhere/x.nc"],
        ["inspect", *DATA, "--member", "x"],
    ],
    "index": [
        ["index", "pwat", *DATA, *REGION, *AT, "--second-opinion"],
        ["index", "cape", *DATA, "--time", "2026-07-05T00:00Z/2026-07-05T12:00Z"],
        ["index", "snowfall_24h", "--data", "NOTED"],
        ["index", "temp_change_24h", *DATA, *AT],
        ["index", "temperature_standardized_anomaly", *DATA, *AT],
        ["index", "wind_chill", *DATA, *AT, *REGION],
        ["index", "sbcape", *DATA],
        ["index", "pwat", *DATA, "--level", "x"],
    ],
    "figure": [
        ["figure", "gh500_wind500", *DATA, *AT, "--out", "FOLDER/a.png"],
        ["figure", "--spec", "CHART", *DATA, *AT, "--out", "FOLDER/a.png"],
        ["figure", "--spec", "BADCHART", *DATA, *AT, "--out", "FOLDER/a.png"],
        ["figure", *DATA, *AT, "--out", "FOLDER/a.png"],
    ],
    "features": [
        ["features", *DATA, *REGION, *AT],
        ["features", "jet_core", *DATA, *AT, "-p", "speed=fast"],
        ["features", "jet_core", *DATA, "--time", "2020-01-01T00:00Z"],
    ],
    "detect": [
        ["detect", *DATA, *REGION],
        ["detect", *DATA, *REGION, "--preset", "etccdi"],
        ["detect", *DATA, "--start", "x"],
        ["detect", *DATA, *REGION, "--lattice", "8"],
        ["detect", *DATA, *REGION, "--lattice", "0.5"],
    ],
    "library": [
        ["library", "read-paper", "PAPER", *OUT],
        ["library", "read-paper", "PAPER", *OUT, "--event", "rainstorm"],
        ["library", "read-paper", "PAPER", *OUT, "--licence", "mine"],
        ["library", "read-paper", "NOTED", *OUT],
    ],
    "mcp": [["mcp", "--data", "/nowhere/x.nc"]],
    "map": [
        ["map", "raster", "temperature@850", *DATA, *REGION, *AT, "--out", "FOLDER/t.png"],
        ["map", "contours", "height@500", *DATA, *AT, "--interval", "0.01"],
        ["map", "vectors", "wind@850", *DATA, *AT],
        ["map", "raster", "temperature@123", *DATA, *AT],
        ["map", "raster", "sounding", *DATA, *AT],
    ],
    "series": [
        ["series", "temperature_2m", *DATA, "--point", "30,115"],
        ["series", "temperature_2m", *DATA],
        ["series", "temperature_2m", *DATA, "--point", "30"],
    ],
    "profile": [
        ["profile", *DATA, *AT, "--point", "30,115"],
        ["profile", *DATA, *AT, "--point", "30,115", "--to", "30,120", "--quantity", "wind"],
        ["profile", *DATA, *AT, "--point", "30,115", "--to", "30,120", "--quantity", "ivt"],
    ],
    "ask": [
        ["ask", "最大风速是多少？", *DATA, *AT],
        ["ask", "--claim", "850 hPa风速超过12 m/s。", *DATA, *AT],
        ["ask", "月亮是什么颜色？", *DATA],
        ["ask", "--form", "{}", *DATA],
    ],
    "diagnose": [
        ["diagnose", *DATA, *REGION, *OUT],
        ["diagnose", *DATA, "--request", "诊断北京和广州的暴雨", "--out", "FOLDER/two"],
        ["diagnose", *DATA, "--region", "110,27,110,27", "--out", "FOLDER/point"],
        ["diagnose", *DATA, *REGION, "--out", "FOLDER/m", "--model", "x"],
        ["diagnose", *DATA, *REGION, "--out", "FOLDER/k", "--model", "openai:x"],
    ],
    "run": [
        ["run", "FLOW", *DATA, *OUT],
        ["run", "FLOW", *DATA, "--check"],
        ["run", "BADFLOW", *DATA, "--check"],
        ["run", "BADFORM", *DATA, "--check"],
    ],
    "batch": [["batch", "TASKS"], ["batch", "/nowhere/tasks.jsonl"]],
    "sample": [
        ["sample", "quiet", "--out", "FOLDER/quiet.nc"],
        ["sample", "nothing", "--out", "FOLDER/x.nc"],
        ["sample", "quiet", "--out", "FOLDER/x.nc", "--years", "x"],
    ],
    "score": [
        ["score", "RUN"],
        ["score", "RUN", "--reference", "REFERENCE"],
        ["score", "FOLDER/none"],
        ["score", "RUN", "--reference", "TASKS"],
    ],
    "replay": [["replay", "RUN"], ["replay", "RUN", "--recompute"], ["replay", "FOLDER/none"]],
    "climatology": [
        ["climatology", "build", *DATA, *REGION, "--index", "pwat", "--out", "FOLDER/c.nc"],
        ["climatology", "build", *DATA, "--field", "t@123", "--out", "FOLDER/c.nc"],
        ["climatology", "show", "DATA"],
        ["climatology", "polish"],
    ],
    "bench": [["bench", "memry"], ["bench", "nothing"]],
}

WORDS_OF_PROGRAMS = {
    *COMMANDS,
    *TRACKS,
    *SAMPLES,
    *get_args(CustomLayer.model_fields["kind"].annotation),
    *(spec.name for spec in get_catalog().specs()),
    *("hvrmet", "build", "show", "all"),
}
"""Words that are typed as they are: commands, tracks, samples, kinds of layers, tools."""
NAMES = {
    *("HVR", "Met", "MetPy", "UTC", "NetCDF", "GRIB", "Zarr", "WRF", "CAPE", "CIN", "MUCAPE"),
    *("JSON", "YAML", "ISO", "PVU", "hPa", "gpm", "kg", "mm", "km", "Pa", "Asia", "Shanghai"),
}
"""Proper names, abbreviations of the field, and units."""
_QUOTED = re.compile(r"“[^”]*”|'[^']*'|`[^`]*`|\[[^]]*\]|\{[^}]*\}")
_SHAPED = re.compile(r"\S*[/_.=@:<>]\S*|--?\w[\w-]*|\S*\d\S*|│\s*[a-z]+\s*│")
"""Paths, ids, options, numbers with units, and ids alone in a cell."""
_RUN = re.compile(r"[A-Za-z]{2,}(?:[ ,;:]+[A-Za-z]{2,})+")


def english(line: str) -> list[str]:
    """Return the runs of two and more English words that are on no list."""
    bare = _SHAPED.sub(" · ", _QUOTED.sub(" · ", line))
    found = []
    for run in _RUN.findall(bare):
        words = re.findall(r"[A-Za-z]+", run)
        if any(word not in NAMES and word not in WORDS_OF_PROGRAMS for word in words):
            found.append(run)
    return found


FLOW = """name: water
steps:
  - {id: a, kind: index, tool: pwat, times: null, region: [110, 27, 126, 35]}
  - {id: b, kind: index, tool: cape, region: [110, 27, 126, 35],
     when: {of: a, test: below, threshold: 1}}
"""


@pytest.fixture(scope="module")
def places(small: Path, diagnosed: Any, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    import xarray as xr

    folder = tmp_path_factory.mktemp("no_english")
    texts = {
        "REFERENCE": '{"pwat": 1.0, "cape": 2.0}',
        "CHART": "layers: [{kind: contour, quantity: height@500}]",
        "BADCHART": "layers: [{kind: fill, quantity: T850, colr: red}, {quantity: nothing}]",
        "FLOW": FLOW.replace(", times: null", ""),
        "BADFLOW": FLOW.replace(", times: null", ", params: {p_top: x, y: 1}").replace(
            "cape", "ca"
        ),
        "BADFORM": "steps: [{id: 1, kind: index, tool: pwat, colour: red}]",
        "TASKS": "\n".join(
            (
                '{"id": 1, "op": "index", "name": "pwat", "data": "DATA", "region": [1, 2]}',
                f'{{"id": 2, "op": "index", "name": "pwat", "data": "{small}"}}',
                f'{{"id": 3, "op": "features", "data": "{small}", "time": "2026-07-05T06:00Z"}}',
                '{"id": 4, "op": "index", "name": "pwat", "data": "/nowhere.nc"}',
                '{"id": 5, "op": "draw"}',
                "{",
            )
        ),
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    noted = folder / "noted.nc"
    with xr.open_dataset(small) as whole:
        whole[["t2m", "tp", "lsm"]].drop_attrs(deep=False).to_netcdf(noted)
    said = "Usually precipitable water exceeds 50 mm. CAPE exceeds 900 J/kg."
    found = {name: str(folder / name) for name in texts}
    found["PAPER"] = str(papers.paper(folder, said))
    return {
        **found,
        "DATA": str(small),
        "NOTED": str(noted),
        "FOLDER": str(folder),
        "RUN": str(diagnosed[0]),
    }


def test_every_command_is_examined() -> None:
    assert set(LINES) == set(COMMANDS)


@pytest.mark.parametrize(
    "words", [line for lines in LINES.values() for line in lines], ids=lambda line: " ".join(line)
)
@pytest.mark.sweep(10)
def test_no_line_holds_english(hvrmet: Any, places: dict[str, str], words: list[str]) -> None:
    placed = []
    for word in words:
        name, slash, rest = word.partition("/")
        placed.append(f"{places[name]}{slash}{rest}" if name in places else word)
    answer = hvrmet(*placed, *ZH)
    lines = [line for line in (answer.out + answer.err).splitlines() if line.strip()]
    assert lines
    assert {line: english(line) for line in lines if english(line)} == {}


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("降水量：no value（正常）", ["no value"]),
        ("the data hold nothing", ["the data hold nothing"]),
        ("可执行：hvrmet diagnose --data a.nc", []),
        ("│ pwat │ 指数 │", []),
        ("MetPy 1.7复核：65.7 mm", []),
    ],
)
def test_the_search_tells_words_from_names(line: str, found: list[str]) -> None:
    assert english(line) == found
