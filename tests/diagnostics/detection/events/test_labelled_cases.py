"""Labels of real cases, and events that the choice of box and period must not change."""

from __future__ import annotations

from datetime import timedelta
from functools import lru_cache
from pathlib import Path

import pytest

from diagnostics.bench.labelled_cases import classified, disagreements, read_labels, source_of
from diagnostics.contracts.detection import EventObject
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.detection.events import classify
from diagnostics.fields import open_source
from diagnostics.ports import FieldSource

KNOWN = {
    ("S01-blizzard96", "cold_wave"): "the label counts shares of the box; a fall of 13 K over "
    "95,000 km2 in the Carolinas is an event of its own",
}
"""Disagreements with a reason. The list may only shrink."""

VALUES = {
    ("S01-blizzard96", "gale"): (23.6, 1),
    ("S01-coldwave18jan", "cold_wave"): (30.8, 3),
    ("S02-katrina", "gale"): (47.3, 3),
    ("S02-katrina", "rainstorm"): (227.6, 3),
    ("S04-vania", "gale"): (27.9, 1),
    ("S04-fiji-rain", "rainstorm"): (67.1, 1),
    ("S04-okhotsk-snow", "snowstorm"): (10.2, 2),
    ("S04-npac-central-low", "gale"): (28.6, 2),
    ("S04-greenland-barrier", "gale"): (28.7, 2),
    ("S06-carolina-rain", "rainstorm"): (84.8, 1),
    ("S06-texas-panhandle-obs", "rainstorm"): (93.1, 1),
    ("S07-joachim", "gale"): (39.7, 3),
    ("S10-india-heat", "heat_wave"): (41.7, 3),
    ("S11-telangana-sep", "rainstorm"): (159.8, 2),
    ("S14-lothar-nl", "gale"): (38.6, 3),
}
"""Peak and grade that the files hold."""


@lru_cache
def results(root: Path) -> dict[str, tuple[object, object]]:
    labels = read_labels(root.parent / "science" / "cases.yaml")
    return {label.name: (label, classified(label, root)) for label in labels}


@pytest.mark.slow
def test_labelled_cases_are_what_they_are(real_data):
    root = real_data("MANIFEST.md").parent
    found = {
        (name, event)
        for name, (label, result) in results(root).items()
        for event in disagreements(label, result)
    }
    assert found == set(KNOWN)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "event"), VALUES)
def test_labelled_values_and_grades(real_data, name, event):
    _, result = results(real_data("MANIFEST.md").parent)[name]
    item = result.assessment(EventType(event))
    peak, grade = VALUES[(name, event)]
    assert item.metrics.peak == pytest.approx(peak, abs=0.06)
    assert item.grade == grade


BOXES = [
    ("S01_blizzard_jan1996_namerica", (-98, 30, -82, 42), "1996-01-17T06Z", "1996-01-19T12Z"),
    ("S01_blizzard_jan1996_namerica", (-82, 33, -60, 46), "1996-01-07T06Z", "1996-01-09T06Z"),
    ("S07_joachim_20111216_ecmwf/joachim_wind_gust.grib", (-10, 42, 12, 54),
     "2011-12-16T00Z", "2011-12-17T00Z"),
    ("S10_heat_april2025_mx2t6", (70, 8, 90, 30), "2025-04-05T00Z", "2025-04-20T00Z"),
    ("S11_telangana_rain_sep2023_era5", (77.5, 15.5, 81.5, 19.5),
     "2023-09-02T00Z", "2023-09-06T00Z"),
    ("S04_gfs_global_20110115/gfs.t12z.pgrbf120.2p5deg.grib2", (150, 30, 180, 55),
     "2011-01-15T12Z", "2011-01-15T12Z"),
    ("S15_uk_t2m_march2019_era5", (-8, 51, 1, 57), "2019-03-05T00Z", "2019-03-25T00Z"),
]  # fmt: skip

CASES = ["S01", "S03", "S04", "S05", "S06", "S07", "S08", "S09", "S10", "S11", "S12", "S13",
         "S14", "S15", "S17", "S19", "S20"]  # fmt: skip
"""Folders with labelled records on a grid that stays; one that moves is at one place per time."""


def changed(region: Region, window: TimeWindow) -> dict[str, tuple[Region, TimeWindow]]:
    third = min(region.width, region.north - region.south) / 3.0
    day = timedelta(days=1)
    found = {
        "grown": (region.padded(third / 2), window),
        "shrunk": (
            Region(
                west=region.west + third / 2, south=region.south + third / 2,
                east=region.east - third / 2, north=region.north - third / 2,
            ),
            window,
        ),
        "to the east": (
            Region(
                west=region.west, south=region.south, east=region.east + third, north=region.north
            ),
            window,
        ),
    }  # fmt: skip
    if window.end > window.start:
        found["longer"] = (region, TimeWindow(start=window.start - day, end=window.end + day))
    if window.end - window.start > 2 * day:
        found["shorter"] = (region, TimeWindow(start=window.start + day, end=window.end - day))
    return found


def inside(item: EventObject, region: Region, window: TimeWindow, spacing: float) -> bool:
    """Whether an event lies in a box and a period with room to spare.

    An event whose next cell lies outside the box may be the cut part of a larger one.
    """
    room, spare = max(1.0, spacing), timedelta(days=1)
    box = item.box
    within = all(
        region.holds(latitude, longitude)
        for latitude, longitude in (
            (box.south - room, box.west - room), (box.north + room, box.east + room),
        )
    )  # fmt: skip
    lasting = window.end > window.start
    early = item.onset - spare >= window.start and item.end + spare <= window.end
    return within and (early or not lasting)


def differences(source: FieldSource, region: Region, window: TimeWindow) -> tuple[int, list[str]]:
    """Compare the events that lie inside two boxes or periods: how many, and what differs."""
    held = source.inventory()
    grids = [held.grid, *(variable.grid for variable in held.variables)]
    spacing = max(grid.spacing_deg for grid in grids if grid is not None)
    base = classify(source, region, window)
    compared, found = 0, []
    for name, (other_region, other_window) in changed(region, window).items():
        if not any(other_window.start <= time <= other_window.end for time in held.times):
            continue
        other = classify(source, other_region, other_window)
        for event in EventType:
            here, there = base.assessment(event).objects, other.assessment(event).objects
            pairs = [(here, there)] if name != "shrunk" else []
            pairs.append((there, here))
            for item, again in ((item, again) for listed, again in pairs for item in listed):
                if not inside(item, region, window, spacing):
                    continue
                if not inside(item, other_region, other_window, spacing):
                    continue
                place = (item.peak_time, item.peak_latitude, item.peak_longitude)
                grades = [
                    one.grade for one in again
                    if (one.peak_time, one.peak_latitude, one.peak_longitude) == place
                ]  # fmt: skip
                if grades[:1] != [item.grade]:
                    found.append(f"{name}: {item.id} at {place}: {item.grade} and {grades}")
                compared += 1
    return compared, found


@pytest.mark.slow
def test_box_and_period_do_not_decide_what_an_event_is(real_data):
    compared = 0
    for path, box, start, end in BOXES:
        source = open_source([real_data(path)])
        region = Region.model_validate(box)
        window = TimeWindow(start=start.replace("Z", ":00Z"), end=end.replace("Z", ":00Z"))
        number, found = differences(source, region, window)
        assert not found, path
        compared += number
    assert compared >= 9


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("case", CASES)
def test_box_and_period_do_not_decide_in_any_labelled_record(real_data, case):
    root = real_data("MANIFEST.md").parent
    labels = [
        label for label in read_labels(root.parent / "science" / "cases.yaml")
        if label.folder.startswith(f"{case}_")
    ]  # fmt: skip
    assert labels
    found = {
        label.name: differences(source_of(label, root), label.region, label.window)[1]
        for label in labels
    }
    assert not {name: texts for name, texts in found.items() if texts}
