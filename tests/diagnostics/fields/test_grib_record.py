"""A GRIB message says which statistic it is: only the quantity itself is read as the quantity."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from diagnostics.contracts.enums import Language
from diagnostics.contracts.field_record import MemberStatistic, Period, TimeStatistic
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.fields import open_source
from diagnostics.fields.grib_record import stated_end
from diagnostics.messages import Message, render
from diagnostics.ports import FieldRequest

Write = Callable[..., Path]
Keys = Callable[..., dict[str, Any]]
FLAT = np.zeros((3, 4))
RAIN = {
    "centre": "kwbc",
    "discipline": 0,
    "parameterCategory": 1,
    "parameterNumber": 8,
    "typeOfFirstFixedSurface": 1,
}
SUM = {"typeOfStatisticalProcessing": 1, "stepRange": "0-6"}
ABOVE_50 = {
    "probabilityType": 1,
    "scaleFactorOfUpperLimit": 0,
    "scaledValueOfUpperLimit": 50,
    "scaleFactorOfLowerLimit": 0,
    "scaledValueOfLowerLimit": 0,
}
ECMWF = {"centre": "ecmf", "setLocalDefinition": 1, "localDefinitionNumber": 1}
SURFACE_1 = {"indicatorOfTypeOfLevel": 1, "level": 0}


def reason_in(error: InputDataError) -> str:
    """Return the entry by which a refusal says what the data are."""
    wording = error.text.params["reason"]
    assert isinstance(wording, Message)
    return wording.id


def of_template(number: int, box_keys: Keys, **keys: Any) -> dict[str, Any]:
    """Return the keys of a field of a product definition template; the template comes first."""
    return {"productDefinitionTemplateNumber": number, **box_keys(), **keys}


STATISTICS_2: dict[str, tuple[int, dict[str, Any], str, str]] = {
    "mean": (2, {"shortName": "t", "level": 850, "derivedForecast": 0}, "member_mean", "mean"),
    "weighted": (2, {"shortName": "t", "level": 850, "derivedForecast": 1}, "member_mean", "mean"),
    "spread": (2, {"shortName": "t", "level": 850, "derivedForecast": 4}, "member_spread", ""),
    "deviation": (2, {"shortName": "t", "level": 850, "derivedForecast": 2}, "member_spread", ""),
    "quartiles": (2, {"shortName": "t", "level": 850, "derivedForecast": 7}, "member_spread", ""),
    "highest": (2, {"shortName": "t", "level": 850, "derivedForecast": 9}, "member_other", ""),
    "mean of amounts": (12, {**RAIN, "derivedForecast": 0, **SUM}, "member_mean", "mean"),
    "spread of amounts": (12, {**RAIN, "derivedForecast": 4, **SUM}, "member_spread", ""),
    "probability": (9, {**RAIN, **ABOVE_50, **SUM}, "member_probability", ""),
    "probability at a time": (
        5,
        {"shortName": "t", "level": 850, **ABOVE_50},
        "member_probability",
        "",
    ),
    "percentile": (10, {**RAIN, "percentileValue": 90, **SUM}, "member_percentile", "p90"),
    "percentile at a time": (
        6,
        {"shortName": "t", "level": 850, "percentileValue": 10},
        "member_percentile",
        "p10",
    ),
    "error": (7, {"shortName": "t", "level": 850}, "member_other", ""),
    "standard deviation": (
        8,
        {**RAIN, **SUM, "typeOfStatisticalProcessing": 6},
        "time_standard_deviation",
        "",
    ),
    "difference": (8, {**RAIN, **SUM, "typeOfStatisticalProcessing": 4}, "time_other", ""),
    "mean temperature": (
        8,
        {"shortName": "t", "level": 850, "typeOfStatisticalProcessing": 0, "stepRange": "0-6"},
        "time_mean",
        "",
    ),
}


@pytest.mark.parametrize("kind", STATISTICS_2)
def test_a_statistic_is_never_the_quantity(grib_file: Write, box_keys: Keys, kind: str) -> None:
    template, keys, reason, asked = STATISTICS_2[kind]
    path = grib_file([(of_template(template, box_keys, **keys), 42.0 + FLAT)])
    with pytest.raises(InputDataError) as caught:
        open_source([path])
    assert caught.value.code == "only_statistics"
    assert caught.value.data["statistics"] == ([asked] if asked else [])
    assert reason_in(caught.value).startswith(f"data-is_{reason}")
    for language in Language:
        assert render(caught.value.text, language)


@pytest.mark.parametrize("kind", STATISTICS_2)
def test_a_statistic_beside_a_forecast_is_listed_with_its_record(
    grib_file: Write, box_keys: Keys, kind: str
) -> None:
    template, keys, reason, _ = STATISTICS_2[kind]
    messages = [
        (of_template(template, box_keys, **keys), 42.0 + FLAT),
        (box_keys(shortName="t", level=850), 270.0 + FLAT),
        (of_template(8, box_keys, **RAIN, **SUM), 7.0 + FLAT),
    ]
    source = open_source([grib_file(messages)])
    found = source.load(FieldRequest(variables=("t", "tp")))
    assert float(found["t"].min()) == float(found["t"].max()) == pytest.approx(270.0)
    assert float(found["tp"].min()) == float(found["tp"].max()) == pytest.approx(7.0)
    (left,) = source.inventory().left_out
    assert left.record is not None and left.wording.id.startswith(f"data-is_{reason}")
    said = left.record.member_statistic.value, left.record.time_statistic.value
    assert said != (MemberStatistic.NONE, TimeStatistic.SUM)
    assert said != (MemberStatistic.NONE, TimeStatistic.INSTANT)


@pytest.mark.parametrize(
    ("kind", "asked"), [(kind, item[3]) for kind, item in STATISTICS_2.items() if item[3]]
)
def test_a_mean_or_percentile_is_read_where_it_is_asked_for(
    grib_file: Write, box_keys: Keys, kind: str, asked: str
) -> None:
    template, keys, _, _ = STATISTICS_2[kind]
    messages = [
        (of_template(template, box_keys, **keys), 242.0 + FLAT),
        (box_keys(shortName="t", level=700), 270.0 + FLAT),
    ]
    source = open_source([grib_file(messages)], statistic=asked.upper())
    (variable,) = source.inventory().variables
    found = source.load(FieldRequest(variables=(variable.name,)))[variable.name]
    assert found.values == pytest.approx(242.0)
    choice = source.inventory().choice
    assert choice is not None and choice.statistic == asked
    assert asked in source.inventory().title
    (record,) = variable.records
    assert record.member_statistic.value in {MemberStatistic.MEAN, MemberStatistic.PERCENTILE}
    with pytest.raises(InputDataError) as caught:
        open_source([grib_file(messages)], statistic="p33")
    assert caught.value.code == "missing_statistic"
    assert caught.value.data["statistics"] == [asked]


def test_what_is_no_statistic_that_can_be_read_is_refused(grib_file: Write, box_keys: Keys) -> None:
    path = grib_file([(box_keys(shortName="t", level=850), 270.0 + FLAT)])
    for text in ("spread", "probability", "p101", ""):
        with pytest.raises(ArgumentError) as caught:
            open_source([path], statistic=text)
        assert caught.value.code == "invalid_statistic"
    with pytest.raises(ArgumentError) as caught:
        open_source([path], statistic="mean", member=1)
    assert caught.value.code == "several_choices"
    with pytest.raises(InputDataError) as missing:
        open_source([path], statistic="mean")
    assert missing.value.code == "missing_statistic"


@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("em", "member_mean"),
        ("es", "member_spread"),
        ("ep", "member_probability_unnamed"),
        ("efi", "member_other"),
        ("fcmean", "monthly"),
        ("fcstdev", "monthly"),
        ("cl", "climatological"),
    ],
)
def test_the_types_of_ecmwf_are_known(
    grib_file: Write, box_keys: Keys, edition: int, kind: str, reason: str
) -> None:
    keys = {**ECMWF, **box_keys(shortName="t", level=850), "type": kind}
    with pytest.raises(InputDataError) as caught:
        open_source([grib_file([(keys, 270.0 + FLAT)], edition=edition)])
    assert reason_in(caught.value) == f"data-is_{reason}"


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ({"typeOfProcessedData": 8}, "member_probability_unnamed"),
        ({"typeOfGeneratingProcess": 5}, "member_probability_unnamed"),
        ({"typeOfGeneratingProcess": 7}, "member_other"),
    ],
)
def test_a_plain_template_may_hold_a_probability_or_an_error(
    grib_file: Write, box_keys: Keys, keys: dict[str, int], reason: str
) -> None:
    path = grib_file([({**box_keys(centre="kwbc", shortName="t", level=850), **keys}, FLAT)])
    with pytest.raises(InputDataError) as caught:
        open_source([path])
    assert reason_in(caught.value) == f"data-is_{reason}"


@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize("stream", ["moda", "mnth", "edmo"])
def test_a_stream_of_monthly_means_has_no_day(
    grib_file: Write, box_keys: Keys, edition: int, stream: str
) -> None:
    keys = {**ECMWF, **box_keys(shortName="t", level=850), "stream": stream}
    with pytest.raises(InputDataError, match="no day is known") as caught:
        open_source([grib_file([(keys, 290.0 + FLAT)], edition=edition)])
    assert caught.value.code == "only_statistics"


@pytest.mark.parametrize(
    ("code", "period"),
    [(113, Period.MONTH), (123, Period.MONTH), (128, Period.MONTH), (51, Period.LONGER)],
)
def test_means_of_many_analyses_are_monthly(
    grib_file: Write, box_keys: Keys, code: int, period: Period
) -> None:
    messages = [
        (box_keys(centre="kwbc", shortName="t", level=850, timeRangeIndicator=code), 270.0 + FLAT),
        (box_keys(centre="kwbc", shortName="t", level=700), 260.0 + FLAT),
    ]
    (left,) = open_source([grib_file(messages, edition=1)]).inventory().left_out
    assert left.record is not None and left.record.time_statistic.period is period


def ensemble_of_ncep(path: Path, product: int) -> Path:
    """Give a message of edition 1 NCEP's extension for products of ensembles."""
    data = path.read_bytes()
    size = int.from_bytes(data[8:11], "big")
    tail = bytes([1, 5, 0, product, 255])
    section = data[8 : 8 + size].ljust(40, b"\0") + tail
    section = len(section).to_bytes(3, "big") + section[3:]
    rest = data[8 + size :]
    total = 8 + len(section) + len(rest)
    path.write_bytes(data[:4] + total.to_bytes(3, "big") + data[7:8] + section + rest)
    return path


@pytest.mark.parametrize(("product", "reason"), [(2, "mean"), (3, "mean"), (11, "spread")])
def test_the_ensemble_products_of_ncep_in_edition_1(
    grib_file: Write, box_keys: Keys, product: int, reason: str
) -> None:
    keys = box_keys(centre="kwbc", shortName="t", level=850)
    path = ensemble_of_ncep(grib_file([(keys, 270.0 + FLAT)], edition=1), product)
    with pytest.raises(InputDataError) as caught:
        open_source([path])
    assert reason_in(caught.value) == f"data-is_member_{reason}"


@pytest.mark.parametrize(("stream", "hours"), [("oper", 1.0), ("enda", 3.0)])
@pytest.mark.parametrize("short", ["tp", "mx2t"])
def test_era5_has_hours_and_its_members_have_three(
    grib_file: Write, box_keys: Keys, stream: str, hours: float, short: str
) -> None:
    messages = []
    for step in (3, 6):
        keys = {**ECMWF, **box_keys(step=step), "shortName": short, **SURFACE_1}
        keys |= {"class": "ea", "stream": stream}
        messages.append((keys, 0.01 + FLAT if short == "tp" else 290.0 + FLAT))
    info = open_source([grib_file(messages, edition=1)]).inventory().variable(short)
    assert info is not None and info.interval_hours == hours
    (record,) = info.records
    assert record.interval.authority == "inferred"
    assert record.interval.by.startswith("era5")


def test_the_stated_end_of_an_interval_comes_before_the_reference(
    grib_file: Write, box_keys: Keys
) -> None:
    keys = of_template(8, box_keys, **RAIN, **SUM)
    right = grib_file([(keys, 40.0 + FLAT)], "right.grib")
    assert "interval_contradicts" not in {
        item.code for item in open_source([right]).inventory().findings
    }
    end = {"dayOfEndOfOverallTimeInterval": 2, "hourOfEndOfOverallTimeInterval": 0}
    wrong = grib_file([({**keys, **end}, 40.0 + FLAT)], "wrong.grib")
    source = open_source([wrong])
    found = source.load(FieldRequest(variables=("tp",)))["tp"]
    assert str(found["time"].values[0])[:13] == "2026-01-02T00"
    assert found.attrs["interval_hours"] == 6.0
    (finding,) = (
        item for item in source.inventory().findings if item.code == "interval_contradicts"
    )
    assert finding.severity == "warning" and "2026-01-02T00:00:00Z" in finding.message


OF_INTERVALS = [*range(8, 15), 34, 42, 43, 46, 47, 61, 62, 63, 67, 68, 72, 73, 78, 79, 87, 91]
"""Product definition templates that have an end of the interval."""
END = {"year": 2026, "month": 1, "day": 2, "hour": 3, "minute": 30, "second": 15}


@pytest.mark.parametrize("template", OF_INTERVALS)
def test_every_template_of_an_interval_states_its_end(template: int) -> None:
    import pyproj  # noqa: F401  (before ecCodes, which may carry another PROJ)
    import eccodes  # isort: skip

    handle = eccodes.codes_grib_new_from_samples("regular_ll_pl_grib2")
    try:
        eccodes.codes_set(handle, "productDefinitionTemplateNumber", template)
        for part, value in END.items():
            eccodes.codes_set(handle, f"{part}OfEndOfOverallTimeInterval", value)
        data = eccodes.codes_get_message(handle)
        found = stated_end(data, lambda key: eccodes.codes_get(handle, key))
    finally:
        eccodes.codes_release(handle)
    assert str(found)[:19] == "2026-01-02T03:30:15"


@pytest.mark.parametrize("template", [8, 11, 61])
def test_rain_ends_where_the_message_says(grib_file: Write, box_keys: Keys, template: int) -> None:
    keys = of_template(template, box_keys, **RAIN, **SUM)
    end = {"dayOfEndOfOverallTimeInterval": 2, "hourOfEndOfOverallTimeInterval": 0}
    found = open_source([grib_file([({**keys, **end}, 40.0 + FLAT)])]).load(
        FieldRequest(variables=("tp",))
    )["tp"]
    assert str(found["time"].values[0])[:13] == "2026-01-02T00"
    assert found.attrs["interval_hours"] == 6.0


@pytest.mark.parametrize(("height", "name"), [(10, "u10"), (80, None), (100, None)])
def test_wind_at_other_heights_is_not_that_at_ten_metres(
    grib_file: Write, box_keys: Keys, height: int, name: str | None
) -> None:
    place = {"typeOfFirstFixedSurface": 103, "scaleFactorOfFirstFixedSurface": 0}
    messages = [
        (
            box_keys(
                discipline=0,
                parameterCategory=2,
                parameterNumber=number,
                **place,
                scaledValueOfFirstFixedSurface=height,
            ),
            20.0 + FLAT,
        )
        for number in (2, 3, 22)
    ]
    messages.append((box_keys(shortName="t", level=850), 270.0 + FLAT))
    names = {item.name for item in open_source([grib_file(messages)]).inventory().variables}
    assert names - {"t"} == ({"u10", "v10", "fg10"} if name else set())


@pytest.mark.parametrize(("processing", "name"), [(2, "mx2t"), (3, "mn2t")])
def test_the_extreme_of_a_temperature_is_not_its_value_at_a_time(
    grib_file: Write, box_keys: Keys, processing: int, name: str
) -> None:
    keys = of_template(
        8,
        box_keys,
        discipline=0,
        parameterCategory=0,
        parameterNumber=0,
        typeOfFirstFixedSurface=103,
        scaleFactorOfFirstFixedSurface=0,
        scaledValueOfFirstFixedSurface=2,
        typeOfStatisticalProcessing=processing,
        stepRange="0-6",
    )
    (info,) = open_source([grib_file([(keys, 290.0 + FLAT)])]).inventory().variables
    assert info.name == name and info.interval_hours == 6.0


def test_what_a_file_says_is_in_the_record(grib_file: Write, box_keys: Keys) -> None:
    messages = [(box_keys(shortName="u", level=level), 5.0 + FLAT) for level in (850, 500)]
    info = open_source([grib_file(messages)]).inventory().variable("u")
    assert info is not None
    (record,) = info.records
    assert record.time_statistic.value is TimeStatistic.INSTANT
    assert record.member_statistic.value is MemberStatistic.NONE
    assert record.level.value == "isobaricInhPa 500, 850"
    assert record.run.value == "2026-01-01T00:00:00Z"
    assert (record.wind_orientation.value, record.unit.value) == ("earth", "m s**-1")
    assert record.version.authority == "unknown"


def test_the_example_of_monthly_means_has_no_day(real_data: Callable[[str], Path]) -> None:
    with pytest.raises(InputDataError, match="no day is known") as caught:
        open_source([real_data("../files/era5_monthly/moda.grib")])
    assert caught.value.code == "only_statistics"


def test_the_example_of_an_interval_that_contradicts(real_data: Callable[[str], Path]) -> None:
    source = open_source([real_data("../files/interval_contradicts/ndfd.grib2")])
    found = source.load(FieldRequest(variables=("tp",)))["tp"]
    assert str(found["time"].values[0])[:16] == "2026-07-06T00:00"
    assert float(found.sel(latitude=30.0, longitude=110.0)[0]) == pytest.approx(40.0, abs=0.1)
    assert "interval_contradicts" in {item.code for item in source.inventory().findings}


def test_a_quantity_without_a_name_is_known_by_its_numbers(
    grib_file: Write, box_keys: Keys
) -> None:
    # 0/1/8 is total precipitation in the WMO's table; ecCodes has no name for it of every centre
    keys = of_template(
        8,
        box_keys,
        centre="cwao",
        discipline=0,
        parameterCategory=1,
        parameterNumber=8,
        typeOfFirstFixedSurface=1,
        stepRange="0-24",
    )
    source = open_source(grib_file([(keys, np.full((3, 4), 64.0))]))
    found = source.load(FieldRequest(variables=("tp",)))["tp"]
    assert found.attrs["interval_hours"] == 24.0
    np.testing.assert_allclose(found, 64.0, rtol=1e-4)
