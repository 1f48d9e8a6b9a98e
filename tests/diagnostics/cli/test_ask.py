"""Questions, claims and requests in words on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from diagnostics.cli.request_text import read_words
from diagnostics.errors import ArgumentError
from diagnostics.fields import open_source

REGION = "110,27,126,35"


class _Options:
    lang: str | None = None
    region: str | None = None
    object: str | None = None
    start: str | None = None
    end: str | None = None
    event: str | None = None
    timezone: str | None = None


def test_a_question_is_answered_as_one_document(hvrmet: Any, small: Path) -> None:
    question = "What was the highest precipitable water?"
    document = hvrmet("ask", question, "--data", small, "--region", REGION, "--json").document
    index = hvrmet(
        "index", "pwat", "--data", small, "--region", REGION, "-p", "reduction=max", "--json"
    ).document
    assert document["answered"] is True
    assert document["value"] == index["value"]
    assert document["unit"] == "mm"
    assert document["operator"] == "pwat"
    assert document["provenance"][0]["input_digest"] == index["provenance"]["input_digest"]
    assert document["reading"]["understood"]


def test_the_answer_for_people_says_what_was_assumed(hvrmet: Any, small: Path) -> None:
    answer = hvrmet("ask", "最高可降水量是多少？", "--data", small)
    assert answer.code == 0
    assert "理解为" in answer.out
    assert "地点：资料全部范围" in answer.out
    english = hvrmet("ask", "最高可降水量是多少？", "--data", small, "--lang", "en")
    assert "Read as: precipitable water" in english.out
    assert "place: the whole area of the data" in english.out


def test_what_cannot_be_answered_ends_with_status_1_and_a_whole_document(
    hvrmet: Any, small: Path
) -> None:
    answer = hvrmet("ask", "Is this El Nino?", "--data", small, "--json")
    assert answer.code == 1
    assert answer.document["code"] == "outside_the_data"
    assert answer.document["answered"] is False
    assert answer.document["reason"]


def test_a_form_is_answered_as_its_words_are(hvrmet: Any, small: Path, tmp_path: Path) -> None:
    words = hvrmet("ask", "What was the highest precipitable water?", "--data", small, "--json")
    file = tmp_path / "form.json"
    file.write_text(json.dumps(words.document["form"]), "utf-8")
    for form in (file, json.dumps(words.document["form"])):
        again = hvrmet("ask", "--form", form, "--data", small, "--json")
        assert again.document["value"] == words.document["value"]
    statement = {
        "kind": "compare",
        "left": words.document["form"]["query"],
        "relation": "above",
        "right": {"kind": "constant", "amount": {"value": 500, "unit": "mm"}},
    }
    claim = json.dumps({"clauses": [{"query": statement}]})
    report = hvrmet("ask", "--form", claim, "--data", small, "--json").document
    assert report["verdict"] == "contradicted"
    assert hvrmet("ask", "--form", "{", "--data", small, "--json").error["code"] == "invalid_form"


def test_a_claim_is_checked(hvrmet: Any, small: Path) -> None:
    sentence = "Precipitable water exceeded 500 mm."
    document = hvrmet("ask", "--claim", sentence, "--data", small, "--json").document
    assert document["verdict"] == "contradicted"
    assert document["claims"][0]["operator"] == "pwat"
    unchecked = hvrmet("ask", "--claim", "It was stormy.", "--data", small, "--json")
    assert (unchecked.document["verdict"], unchecked.code) == ("not_checkable", 1)
    shown = hvrmet("ask", "--claim", sentence, "--data", small)
    assert shown.code == 0
    assert "contradicted" in shown.out


@pytest.mark.parametrize(
    "words", [[], ["a question", "--claim", "and a claim"], ["   "], ["x" * 2001]]
)
def test_one_question_or_one_claim_is_needed(hvrmet: Any, small: Path, words: list[str]) -> None:
    assert hvrmet("ask", *words, "--data", small, "--json").error["code"] == "invalid_argument"


def test_a_request_in_words_gives_the_options_of_a_diagnosis(small: Path) -> None:
    source = open_source([str(small)])
    spoken = read_words("诊断江南这次暴雨的成因", source, _Options())  # type: ignore[arg-type]
    assert spoken.event == "rainstorm"
    assert spoken.language == "zh"
    assert spoken.region is not None
    assert spoken.window is None
    assert any(item.part == "time" and item.assumed for item in spoken.understood)
    assert spoken.record()["text"] == "诊断江南这次暴雨的成因"


def test_a_town_and_a_moment_are_widened_aloud(small: Path) -> None:
    source = open_source([str(small)])
    times = source.inventory().times
    text = f"What happened in Wuhan at {times[1]:%Y-%m-%d %H:%M} UTC?"
    spoken = read_words(text, source, _Options())  # type: ignore[arg-type]
    assert spoken.region is not None
    assert spoken.window is not None
    assert spoken.region.north - spoken.region.south == pytest.approx(5.0)
    assert spoken.window.start <= times[1] <= spoken.window.end
    assert sum(item.part in ("place", "time") for item in spoken.notes) == 2


def test_options_win_over_words(small: Path) -> None:
    options = _Options()
    options.region = REGION
    source = open_source([str(small)])
    spoken = read_words("Why the rain in Springfield?", source, options)  # type: ignore[arg-type]
    assert spoken.region is None
    with pytest.raises(ArgumentError, match="cannot be read for certain") as caught:
        read_words("Why the rain in Springfield?", source, _Options())  # type: ignore[arg-type]
    assert caught.value.code == "ambiguous_request"


DOUBTFUL_TIMES = (
    "Diagnose the rainstorm in Wuhan on 05/07/2026",
    "Diagnose the rainstorm in Wuhan on 30 February 2026",
    "Diagnose the rainstorm in Wuhan on 3 July and 5 July 2026",
    "Why the rain in Wuhan on Tuesday?",
    "Why the rain in Wuhan next Tuesday?",
    "Why the rain in Wuhan every morning in July?",
    "Why the rain in Wuhan on Friday 5 July 2026?",
    "Why the rain in Wuhan on 30 December and 2 January 2022?",
    "Why the rain in Wuhan on 3 July and on 4 July between 12 and 18 UTC?",
    "Diagnose the rain in Wuhan in summer",
    "诊断武汉7月5日至3日的暴雨",
    "诊断武汉30号的暴雨",
    "诊断武汉北京时间7月5日8时和世界时6时的暴雨",
)


@pytest.mark.parametrize("text", DOUBTFUL_TIMES)
def test_a_period_that_is_given_settles_doubts_about_times(small: Path, text: str) -> None:
    source = open_source([str(small)])
    with pytest.raises(ArgumentError) as caught:
        read_words(text, source, _Options())  # type: ignore[arg-type]
    assert caught.value.code == "ambiguous_request"
    options = _Options()
    options.start, options.end = "2026-07-05T00:00Z", "2026-07-05T12:00Z"
    spoken = read_words(text, source, options)  # type: ignore[arg-type]
    assert spoken.window is None
    assert spoken.event == "rainstorm"
    assert spoken.region is not None
    with pytest.raises(ArgumentError, match="Springfield"):
        read_words(f"{text} Springfield", source, options)  # type: ignore[arg-type]


def test_a_diagnosis_needs_a_region_or_words(hvrmet: Any, small: Path, tmp_path: Path) -> None:
    assert hvrmet("diagnose", "--data", small, "--out", tmp_path / "run").code == 2
