"""The base map of the pages: whole, true, and small."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import brotli
import pytest
import shapely

ROOT = Path(__file__).resolve().parents[2]
FIRST_LEVEL_KB = 60.0
DETAIL_KB = 200.0
LAND = {"Beijing": (116.4, 39.9), "Moscow": (37.6, 55.8), "Chukotka": (-175.0, 66.5)}
LAND |= {"Hainan": (109.8, 19.2), "Antarctica": (0.0, -85.0), "Fiji": (178.0, -17.8)}
SEA = {"Pacific": (-150.0, 10.0), "Caspian": (51.0, 41.5), "South China Sea": (114.0, 15.0)}
SEA |= {"Southern Ocean": (100.0, -58.0), "Bering Sea": (179.9, 58.0)}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files."""
    folder = tmp_path_factory.mktemp("map")
    module().write(folder)
    return folder


def module() -> ModuleType:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "scripts"))
        return importlib.import_module("map_data")


def unpacked(content: bytes) -> tuple[list[Any], list[Any]]:
    """Read a file as its description says: polygons of rings, and lines."""

    def numbers() -> Iterator[int]:
        value = shift = 0
        for byte in content:
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                yield value
                value = shift = 0

    read = numbers()
    steps = next(read)
    at = [0, 0]

    def line() -> list[tuple[float, float]]:
        points = []
        for _ in range(next(read)):
            for axis in (0, 1):
                number = next(read)
                at[axis] += -(number + 1) // 2 if number % 2 else number // 2
            points.append((at[0] / steps, at[1] / steps))
        return points

    land = [[line() for _ in range(next(read))] for _ in range(next(read))]
    borders = [line() for _ in range(next(read))]
    assert next(read, None) is None
    return land, borders


@pytest.mark.parametrize("level", ["world", "detail"])
def test_land_and_sea_are_where_they_are(written: Path, level: str) -> None:
    land, borders = unpacked((written / f"{level}.bin").read_bytes())
    polygons = [shapely.make_valid(shapely.Polygon(rings[0], rings[1:])) for rings in land]
    tree = shapely.STRtree(polygons)

    def is_land(longitude: float, latitude: float) -> bool:
        return len(tree.query(shapely.Point(longitude, latitude), predicate="intersects")) > 0

    assert [name for name, place in LAND.items() if not is_land(*place)] == []
    assert [name for name, place in SEA.items() if is_land(*place)] == []
    assert len(borders) > 500


@pytest.mark.slow
def test_detail_stays_with_the_boundaries_of_the_charts(written: Path) -> None:
    _, borders = unpacked((written / "detail.bin").read_bytes())
    drawn = shapely.union_all([shapely.LineString(border) for border in borders])
    true = shapely.MultiLineString(module().lines("borders"))
    assert shapely.hausdorff_distance(drawn, true) < 0.02


def test_files_are_small_enough_to_fetch(written: Path) -> None:
    size = {path.name: len(brotli.compress(path.read_bytes())) / 1000 for path in written.iterdir()}
    assert size["world.bin"] + size["towns.json"] < FIRST_LEVEL_KB
    assert size["detail.bin"] < DETAIL_KB


def test_towns_that_people_look_for_come_first(written: Path) -> None:
    towns = json.loads((written / "towns.json").read_text(encoding="utf-8"))
    ranks = {name: rank for name, *_, rank in reversed(towns)}
    assert [name for name in ("Beijing", "Tokyo", "London", "Sao Paulo") if ranks[name] > 0] == []
    first = {name.rsplit(" ", 1)[0] for name in module().FIRST}
    assert sorted(name for name in first if ranks.get(name, 9) > 1) == []
    chinese = {name: local for name, local, *_ in reversed(towns)}
    wanted = {"Beijing": "北京", "Jakarta": "雅加达", "Lhasa": "拉萨", "New York": "纽约"}
    assert {name: chinese[name] for name in wanted} == wanted
    unnamed = [name for name, local, _, _, rank in towns if rank == 0 and not local]
    assert unnamed == []


def test_capitals_of_provinces_come_before_larger_towns_beside_them(written: Path) -> None:
    towns = json.loads((written / "towns.json").read_text(encoding="utf-8"))
    chinese = {local: rank for _, local, *_, rank in reversed(towns)}
    north = "北京 天津 石家庄 太原 呼和浩特 沈阳 长春 哈尔滨 济南 郑州 西安 兰州 西宁 银川 乌鲁木齐"
    south = "上海 南京 杭州 合肥 福州 南昌 武汉 长沙 广州 南宁 海口 重庆 成都 贵阳 昆明 拉萨"
    capitals = [*north.split(), *south.split()]
    assert [name for name in capitals if chinese.get(name, 9) > 2] == []
    ranks = {name: rank for name, *_, rank in reversed(towns)}
    assert [name for name in ("Sacramento", "Bhopal", "Adelaide") if ranks.get(name, 9) > 2] == []
