"""The web side loads nothing heavy, also where it reads a request in words."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
HEAVY = ("numba", "xarray", "matplotlib", "metpy", "cartopy", "scipy", "pandas")
OF_THE_GRID = {"distance", "gazetteer", "regions"}
"""Modules of the grid that names of places need."""


def test_the_web_side_reads_words_without_the_science() -> None:
    code = (
        "import sys, django\n"
        "django.setup()\n"
        "from django.urls import get_resolver\n"
        "assert get_resolver().url_patterns\n"
        "import hvrmet.asgi\n"
        "from diagnostics.language.tables import load_tables\n"
        "load_tables()\n"
        "from diagnostics.language import read_asked_question, read_request\n"
        "assert read_asked_question('How warm was Zhengzhou on 20 July 2021?').slots\n"
        "assert read_request('Rain in Henan on 20 July 2021').slots\n"
        f"heavy = sorted({set(HEAVY)!r} & set(sys.modules))\n"
        "assert not heavy, heavy\n"
        "grid = {n.split('.')[2] for n in sys.modules if n.startswith('diagnostics.grid.')}\n"
        f"assert grid <= {OF_THE_GRID!r}, grid\n"
    )
    environment = {
        **os.environ,
        "PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}",
        "DJANGO_SETTINGS_MODULE": "hvrmet.settings.development",
        "DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing",
    }
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_rest_of_the_grid_is_forbidden_to_the_web_side() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = (
        one
        for one in project["tool"]["importlinter"]["contracts"]
        if one["name"].startswith("The web side sees")
    )
    forbidden = {
        name.removeprefix("diagnostics.grid.")
        for name in contract["forbidden_modules"]
        if name.startswith("diagnostics.grid.")
    }
    modules = {path.stem for path in (ROOT / "diagnostics" / "grid").glob("[!_]*.py")}
    assert forbidden == modules - OF_THE_GRID
    assert {"numba", "xarray", "matplotlib"} <= set(contract["forbidden_modules"])
