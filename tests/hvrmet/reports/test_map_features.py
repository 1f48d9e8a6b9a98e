"""What a report found as GeoJSON: each thing once, with its geometry and the fields of its kind."""

from __future__ import annotations

from typing import Any

import pytest
from hvrmet.core.http.geojson import line_or_point
from hvrmet.reports.map_api import features_of
from hvrmet.testing import diagnosis_document, sample_report

from diagnostics.contracts.detection import EventObject
from diagnostics.contracts.request import DiagnosisRequest
from tests.diagnostics.reporting.test_situation import FOUND

RING = [[179, 30], [182, 30], [182, 32], [179, 32], [179, 30]]


def found() -> Any:
    report = sample_report(DiagnosisRequest.model_validate(diagnosis_document()))
    return report.model_copy(update={"systems": FOUND})


def test_each_system_is_on_the_map_with_its_track() -> None:
    features = [item.model_dump(mode="json") for item in features_of(found())]
    layers = [item["properties"]["layer"] for item in features]
    assert layers == ["low", "track", "low", "jet", "upper", "front", "front"]
    low, track, front = features[0], features[1], features[-1]
    assert low["geometry"] == {"type": "Point", "coordinates": [116.0, 30.0]}
    assert low["properties"]["centre"]["value"] == 967.6
    assert track["geometry"]["coordinates"] == [[112.0, 30.0], [116.0, 30.0]]
    assert track["properties"]["of"] == "low-1"
    assert [place["value"] for place in track["properties"]["places"]] == [975.0, 967.6]
    assert front["geometry"]["coordinates"] == [[100.0, 29.0], [100.0, 27.0]]
    assert front["properties"]["type"] == "cold"
    assert "line" not in front["properties"]


def test_an_event_has_its_outline_as_the_report_has_it() -> None:
    event = EventObject.model_validate(
        {
            "id": "gale-1",
            "event": "gale",
            "quantity": "wind",
            "unit": "m s-1",
            "peak": 25.0,
            "peak_latitude": 31.0,
            "peak_longitude": 180.0,
            "peak_time": "2026-07-01T00:00:00Z",
            "onset": "2026-07-01T00:00:00Z",
            "end": "2026-07-01T06:00:00Z",
            "duration_hours": 6.0,
            "area_km2": 1000.0,
            "box": [179, 30, -178, 32],
            "outline": [[RING]],
            "track": [
                {
                    "time": f"2026-07-01T0{hour}:00:00Z",
                    "latitude": 31.0,
                    "longitude": longitude,
                    "area_km2": 10.0,
                    "value": 25.0,
                }
                for hour, longitude in ((0, 179.0), (6, -179.0))
            ],
        }
    )
    report = found()
    one = report.classification.model_copy(update={"assessments": (_Assessment((event,)),)})
    report = report.model_copy(update={"classification": one, "systems": None})
    area, track = (item.model_dump(mode="json") for item in features_of(report))
    assert area["geometry"] == {"type": "MultiPolygon", "coordinates": [[RING]]}
    assert (area["properties"]["layer"], area["properties"]["peak"]) == ("event", 25.0)
    assert track["geometry"]["coordinates"] == [[179.0, 31.0], [181.0, 31.0]]


class _Assessment:
    """The part of an assessment that is on the map."""

    def __init__(self, objects: tuple[EventObject, ...]) -> None:
        self.objects = objects


@pytest.mark.parametrize(
    ("positions", "coordinates"),
    [
        ([(0, 170), (0, -170), (0, 170)], ((170, 0), (190, 0), (170, 0))),
        ([(0, -170), (0, 170)], ((-170, 0), (-190, 0))),
        ([(5, 7)], (7, 5)),
    ],
)
def test_a_line_goes_on_across_the_date_line(positions: Any, coordinates: Any) -> None:
    assert line_or_point(positions).coordinates == coordinates
