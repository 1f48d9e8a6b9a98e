"""The published forms of questions, put to every case with many quantities, end in an answer.

Whatever a case lacks, the answer is one of the program: a value, or a refusal with its code. A
refusal with ``internal_error`` is a fault of the program that the reader has been spared.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest

from diagnostics.contracts.base import format_instant
from diagnostics.contracts.enums import Language
from diagnostics.contracts.questions import QuestionReply
from diagnostics.fields import open_source
from diagnostics.fields.memory import MemorySource
from diagnostics.questions import Workspace, answer

GLOBAL = "S04_gfs_global_20110115/gfs.t12z.pgrbf120.2p5deg.grib2"
REAL = (
    GLOBAL,
    "S05_turkey_seaeffect_snow_20210215_era5",
    "S06_conus_rain_20050807_wrf/obs_stage2_1h",
    "S07_joachim_20111216_ecmwf/joachim_uv.grib",
    "S07_joachim_20111216_ecmwf/joachim_wind_gust.grib",
    "S08_japan_cold_20110117_era5",
    "S09_chicago_heat_19950714_era5",
    "S11_telangana_rain_sep2023_era5",
    "S13_catarina_200403_ncepr2",
    "S14_lothar_gust_19991226",
    "S16_coarse_global_pl_20240603",
    "S17_nam_lambert_20180917",
    "S19_mslp_aug2022_global",
    "S20_wb2_style_era5_19590102",
)
SAMPLES = ("rainstorm", "snowstorm", "gale", "heat_wave", "cold_wave", "quiet")

FORMS = (
    "Which of {a}; {b} had the highest mean {q}?",
    "Which regions have the {q} above the 90th percentile of the climatology?",
    "What was the maximum {q} over {a}?",
    "What was the median {q}?",
    "What is the {q} at {point} at {t}?",
    "How many hours after {t} did {point} reach its highest {q}?",
    "At what time was the mean {q} over {a} largest?",
    "At which cell is the {q} lowest over {a}?",
    "What area in km2 of {a} exceeds {n} {u} of {q}?",
    "How many cells over {a} have a {q} above {n} {u}?",
    "What is the difference of the mean {q} between {a} and {b}?",
    "What is the 24-h change of the {q} at {point}?",
    "Does the maximum of the {q} occur within one cell of the maximum of the {r}?",
    "Will the maximum of the {q} over {a} stay below {n} {u} throughout?",
    "Is the latitude of the maximum of the {q} in {a} higher than in {b}?",
    "Does the mean {q} in {a} exceed that in {b} by more than {n} {u}?",
    "Does the mean {q} exceed {n} {u} while the maximum {r} stays below {m} {v} over {a}?",
    "Does the {q} exceed {n} {u} anywhere over {a}?",
    "Is the number of cells with a {q} above {n} {u} larger in {a} than in {b}?",
    "Does the area with a {q} above {n} {u} cover more than 30 % of {a}?",
    "Is the minimum {q} over {a} above {n} {u} throughout?",
    "What is the area where the {q} and the {r} both exceed their 90th percentile?",
    "What is the area where the {q} exceeds its area median over {a}?",
    "What is the distance between the centroids of the top 10 % of the {q} at two times?",
    "How far is the centroid of the highest {q} in {a} from that in {b}?",
    "What is the largest difference of the {q} between two cells over {a}?",
    "What is the minimum {q} where the {r} exceeds its 95th percentile over {a}?",
    "What is the mean {q} where the {r} exceeds {m} {v} over {a}?",
    "What is the {q} at the cell where the {r} is highest over {a}?",
    "How far does the minimum of the {q} move between the first and the last time?",
    "How many degrees apart are the latitudes of the centroids of the high {q} in {a} and {b}?",
    "What is the difference between the maximum {q} of {a} and {b}?",
    "What is the largest change of the {q} over {a} between the first and the last time?",
    "What is the standardised anomaly of the {q} over {a}?",
    "Is the {q} of the same sign over {a}?",
    "In which quadrant of the low is the {q} largest?",
    "Are the contours of the {q} denser over {a} than over {b}?",
    "Did the maximum of the {q} move eastward over {a}?",
    "How does the {q} change along the line from {a} to {b}?",
    "What is the longest run of days with the {q} above {n} {u} over {a}?",
    "Is there a trough or a cut-off low of the {q} over {a}?",
    'Is the claim "the {q} exceeded {n} {u} over {a}" supported by the data?',
    "{a}{Q}最大值是多少？",
    "{a}{R}超过第95百分位处的{Q}最小值是多少？",
    "{Q}最大值出现在哪里？",
    "{Q}何时最强？",
    "{a}{Q}超过{n}{u}的面积是多少？",
    "{Q}最大处的{R}是多少？",
    "{a}与{b}的平均{Q}之差是多少？",
)
EVENTS = (
    "Which event types are present over {a}?",
    "Is there a rainstorm over {a}?",
    "Which grade does the gale reach?",
    "What is the largest fall of the daily minimum temperature in 48 h over {a}?",
    "What is the central pressure of the cold high over {a}?",
    "Was there a blocking high over {a}?",
    "Draw the 500 hPa heights over {a}.",
)
QUANTITIES = (
    ("sea level pressure", "海平面气压", "hPa", 1000),
    ("10 m wind speed", "10米风速", "m/s", 10),
    ("2 m temperature", "2米气温", "degC", 5),
    ("500 hPa geopotential height", "500百帕位势高度", "gpm", 5500),
    ("precipitable water", "可降水量", "mm", 20),
    ("850 hPa relative vorticity", "850百帕相对涡度", "1e-5 s-1", 5),
    ("850 hPa temperature gradient", "850百帕温度梯度", "K/100km", 2),
    ("200 hPa wind speed", "200百帕风速", "m/s", 40),
    ("24 h precipitation", "24小时降水量", "mm", 25),
    ("CAPE", "对流有效位能", "J/kg", 500),
    ("850 hPa warm advection", "850百帕暖平流", "1e-5 K/s", 5),
    ("700 hPa vertical velocity", "700百帕垂直速度", "Pa/s", 0),
    ("cold high intensity", "冷高压强度", "hPa", 1030),
    ("moisture flux divergence at 850 hPa", "850百帕水汽通量散度", "1e-7 g cm-2 hPa-1 s-1", 1),
)  # fmt: skip


def _places(source: Any) -> dict[str, str]:
    """Two halves of the data and a point, as a question names them."""
    west, south, east, north = source.inventory().grid.region.bounds()
    width = (east - west) % 360 or 360.0
    half = [west + width * part for part in (0.1, 0.45, 0.5, 0.9)]
    edges = [((value + 180) % 360) - 180 for value in half]
    low, middle, high = (south + (north - south) * part for part in (0.15, 0.5, 0.85))

    def box(first: float, last: float) -> str:
        return f"{first:.2f},{low:.2f},{last:.2f},{high:.2f}"

    side = "E" if edges[1] >= 0 else "W"
    pole = "N" if middle >= 0 else "S"
    return {
        "a": box(*edges[:2]),
        "b": box(*edges[2:]),
        "point": f"{abs(middle):.1f}{pole} {abs(edges[1]):.1f}{side}",
    }


def questions(source: Any, shift: int) -> Iterator[str]:
    """Every form with quantities that follow one another through the list."""
    known = _places(source) if source.inventory().grid else {}
    known["t"] = format_instant(source.inventory().times[0])
    for step, form in enumerate(FORMS):
        first = QUANTITIES[(step + shift) % len(QUANTITIES)]
        second = QUANTITIES[(step * 3 + shift + 1) % len(QUANTITIES)]
        yield form.format(
            **known,
            q=first[0], Q=first[1], u=first[2], n=first[3],
            r=second[0], R=second[1], v=second[2], m=second[3],
        )  # fmt: skip
    yield from (form.format(**known) for form in EVENTS)


@lru_cache(maxsize=4)
def _opened(path: Path) -> Any:
    return open_source([str(path)])


def _put(source: Any, text: str, language: Language) -> QuestionReply:
    reply = answer(text, Workspace(source), language=language)
    assert reply.code != "internal_error", (text, reply.reason)
    assert reply.answered or (reply.reason and reply.code), text
    json.dumps(reply.model_dump(mode="json"), allow_nan=False)
    return reply


@pytest.mark.slow
def test_the_95th_percentile_of_the_wind_bounds_the_pressure(
    real_data: Callable[[str], Path],
) -> None:
    reply = answer(
        "minimum sea level pressure where 10 m wind exceeds its 95th percentile over the "
        "North Pacific",
        Workspace(_opened(real_data(GLOBAL))),
    )
    assert reply.answered
    assert 930 < reply.value < 1030


def test_a_fault_of_the_program_is_a_refusal_with_a_code(
    real_data: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("secret")

    source = _opened(real_data(GLOBAL))
    monkeypatch.setattr("diagnostics.questions.evaluate.measures.cube", broken)
    for language, words in ((Language.EN, "program failed"), (Language.ZH, "程序内部出错")):
        reply = answer("highest 850 hPa wind speed", Workspace(source), language=language)
        assert (reply.answered, reply.code) == (False, "internal_error")
        assert words in reply.reason
        assert "secret" not in reply.model_dump_json()


LANGUAGES = (Language.EN, Language.ZH)


@pytest.mark.parametrize("name", REAL)
@pytest.mark.sweep(2)
def test_every_form_ends_in_an_answer_of_a_real_case(
    real_data: Callable[[str], Path], name: str
) -> None:
    source = _opened(real_data(name))
    for text, language in zip(questions(source, REAL.index(name)), cycle(LANGUAGES), strict=False):
        _put(source, text, language)


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.sweep(2)
def test_every_form_ends_in_an_answer_of_a_sample(sample: Any, name: str) -> None:
    """The samples share the forms among them: each has many times, and takes long."""
    source = MemorySource(sample(name), title=name)
    number = SAMPLES.index(name)
    share = islice(questions(source, number + 5), number, None, len(SAMPLES))
    for text, language in zip(share, cycle(LANGUAGES), strict=False):
        _put(source, text, language)
