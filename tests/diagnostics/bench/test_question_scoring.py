"""Typed scores: a number within its tolerance in any unit, a time, a place, a refusal."""

from __future__ import annotations

from typing import Any

import pytest

from diagnostics.bench.question_scoring import Outcome, score_reply, score_request
from diagnostics.bench.questions import SETS, answers, items_of, sort_of
from diagnostics.contracts.enums import Language
from diagnostics.contracts.questions import QuestionReply, RequestReading, Scenario
from diagnostics.contracts.space_time import Region, TimeWindow

READING = RequestReading(text="", language=Language.EN, scenario=Scenario.INDEX)


def reply(value: Any, unit: str = "", **more: Any) -> QuestionReply:
    document = {"question": "", "language": "en", "answered": value is not None, "sentence": ""}
    return QuestionReply.model_validate(
        {**document, "value": value, "unit": unit, "reading": READING, **more}
    )


NUMBER = {"type": "number", "value": 50.0, "unit": "degF", "tolerance": 0.1}


@pytest.mark.parametrize(
    ("given", "expect", "outcome"),
    [
        (reply(10.0, "degC"), NUMBER, Outcome.RIGHT),
        (reply(10.2, "degC"), NUMBER, Outcome.WRONG),
        (reply(None), NUMBER, Outcome.REFUSED),
        (reply(5.0, "K"), {**NUMBER, "value": 9.0}, Outcome.RIGHT),
        (reply(2.0, "days"), {**NUMBER, "value": 48, "unit": "hours"}, Outcome.RIGHT),
        (reply(359.0, "deg"), {**NUMBER, "value": 0.5, "unit": "deg", "tolerance": 2.0},
         Outcome.RIGHT),
        (reply(7.1, "mm"), {**NUMBER, "value": 5.0, "unit": "mm", "alternatives": [7.1]},
         Outcome.RIGHT),
        (reply(True), {"type": "boolean", "value": True}, Outcome.RIGHT),
        (reply(1.0), {"type": "boolean", "value": True}, Outcome.WRONG),
        (reply("2020-01-02T03:00:00Z"),
         {"type": "time", "value": "2020-01-02T03:00Z", "resolution": "step"}, Outcome.RIGHT),
        (reply("2020-01-02T03:00:00Z"),
         {"type": "time", "value": "2020-01-02", "resolution": "day"}, Outcome.RIGHT),
        (reply([50.0, 0.0]), {"type": "point", "value": [50.1, 0.0], "tolerance_km": 20},
         Outcome.RIGHT),
        (reply([52.0, 0.0]), {"type": "point", "value": [50.1, 0.0], "tolerance_km": 20},
         Outcome.WRONG),
        (reply("Brest"), {"type": "place", "value": "Brest"}, Outcome.RIGHT),
        (reply(3.0), {"type": "refusal", "reason": "missing_field"}, Outcome.WRONG),
        (reply(None), {"type": "refusal", "reason": "missing_field"}, Outcome.RIGHTLY_REFUSED),
    ],
)  # fmt: skip
def test_an_answer_is_scored_by_its_type(
    given: QuestionReply, expect: dict[str, Any], outcome: Outcome
) -> None:
    assert score_reply(given, expect) is outcome


def test_a_request_is_right_where_event_region_and_periods_are() -> None:
    window = TimeWindow.model_validate({"start": "2020-01-01T00:00Z", "end": "2020-01-02T23:00Z"})
    box = Region(west=0, south=40, east=10, north=50)
    expect = {
        "event": ["gale"],
        "box": [0, 40, 10, 50],
        "box_rule": "exact",
        "periods": [["2020-01-01T00Z", "2020-01-03T00Z"]],
    }
    assert score_request(("gale",), box, (window,), expect) is Outcome.RIGHT
    assert score_request(("rainstorm",), box, (window,), expect) is Outcome.WRONG
    assert score_request(("gale",), box.padded(1.0), (window,), expect) is Outcome.WRONG
    assert score_request(("gale",), box, (), expect) is Outcome.WRONG


@pytest.mark.parametrize("name", SETS)
def test_the_sets_are_whole_and_in_both_languages(name: str) -> None:
    items = items_of(name)
    sorts = [sort_of(item) for item in items]
    least = {
        "half": (380, 75, 35),
        "set_d": (80, 30, 25),
        "set_e": (0, 23, 35),
        "set_g": (50, 30, 20),
        "set_h": (40, 25, 40),
        "set_j": (25, 12, 7),
        "set_k": (50, 25, 15),
    }
    counts = [sorts.count(sort) for sort in ("question", "claim", "request")]
    wanted = next(numbers for start, numbers in least.items() if name.startswith(start))
    assert all(count >= number for count, number in zip(counts, wanted, strict=True))
    assert {item["lang"] for item in items} == {"en", "zh"}
    assert all(item["text"] and item["expect"] for item in items)


@pytest.mark.parametrize(
    ("text", "expect", "outcome"),
    [
        (
            "下个月上海会不会有热浪？",
            {"event": ["heat_wave"], "refuse": True},
            Outcome.RIGHTLY_REFUSED,
        ),
        ("上海昨晚的大风，诊断一下", {"event": ["gale"], "refuse": False}, Outcome.RIGHT),
    ],
)
def test_requests_without_a_time_of_asking(
    text: str, expect: dict[str, Any], outcome: Outcome
) -> None:
    item = {"id": "one", "lang": "zh", "kind": "request", "text": text, "expect": expect}
    (answered,) = answers([item])
    assert answered.outcome is outcome
