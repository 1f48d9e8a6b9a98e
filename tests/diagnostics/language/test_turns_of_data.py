"""Words of the file, of the speaker and of the answer bind nothing; near ones still refuse."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from diagnostics.contracts.space_time import Region
from diagnostics.language.grammar.items import NotReadError
from diagnostics.language.grammar.reader import read_question
from diagnostics.language.grammar.sentence_context import Context

MARCH = Context(
    times=[datetime(2019, 3, 1, tzinfo=UTC) + timedelta(hours=n) for n in range(744)],
    extent=Region(west=-180, south=-90, east=180, north=90),
    only="temperature",
)
FILLED = [
    ("How cold did it get in Leeds on 10 March 2019?", [
        "Trading desk here. How cold did it get in Leeds on 10 March 2019?",
        "Quick check: how cold did it get in Leeds on 10 March 2019?",
        "How cold did it get in Leeds on 10 March 2019, two decimals?",
        "How cold did it get in Leeds on 10 March 2019, to one decimal place?",
        "How cold did it get in Leeds on 10 March 2019 in this file?",
    ]),
    ("2019年3月10日利兹最低气温是多少？", [
        "2019年3月10日利兹最低气温是多少？保留两位小数。",
        "那份ERA5里，2019年3月10日利兹最低气温是多少？",
    ]),
    ("2019年3月下旬利兹平均气温是多少？", ["2019年3月下旬（21—31日）利兹平均气温是多少？"]),
    ("What was the mean temperature in Leeds on 1-7 March 2019?", [
        "What was the mean temperature in Leeds on the first seven days of March 2019?",
    ]),
]  # fmt: skip


def read(text: str) -> dict[str, Any]:
    return read_question(text, MARCH).query.model_dump(mode="json", exclude_defaults=True)


def bare(form: Any) -> Any:
    if isinstance(form, dict):
        return {key: bare(part) for key, part in form.items() if key not in ("words", "name")}
    return [bare(part) for part in form] if isinstance(form, list) else form


@pytest.mark.parametrize(
    ("plain", "filled"), [(plain, one) for plain, rows in FILLED for one in rows]
)
def test_words_of_the_data_change_nothing(plain: str, filled: str) -> None:
    assert bare(read(filled)) == bare(read(plain))


@pytest.mark.parametrize(
    "text",
    [
        "In both files, how cold did it get in Leeds?",
        "两份文件里利兹都低于0度吗？",
        "2019年3月下旬（20—31日）利兹平均气温是多少？",
        "Frost check: Leeds on 10 March 2019?",
        "How many decimals did it get in Leeds on 10 March 2019?",
    ],
)
def test_what_only_looks_like_such_words_is_refused(text: str) -> None:
    with pytest.raises(NotReadError):
        read(text)


def test_the_label_of_a_file_is_no_place() -> None:
    labelled = read_question("最高气温是多少？利兹那份ERA5。", MARCH)
    assert labelled.query.model_dump()["place"]["kind"] == "everywhere"
    assert ("named_source", "利兹那份ERA5") in [(a.part, a.meaning) for a in labelled.assumed]
    placed = read_question("利兹的最高气温是多少？那份ERA5。", MARCH)
    assert placed.query.model_dump()["place"]["kind"] == "point"


def test_one_clock_behind_two_days_is_that_of_both() -> None:
    form = read("How much colder was it in Leeds on 17 March 2019 than 5 March 2019 (14Z)?")
    hours = [number["time"]["base"]["times"][0][11:13] for number in form["numbers"]]
    assert hours == ["14", "14"]


@pytest.mark.parametrize(
    "text",
    [
        "What was the largest temperature difference between London and Edinburgh in March 2019?",
        "2019年3月伦敦与爱丁堡的最大温差是多少？",
        "伦敦与爱丁堡温差最大是多少？",
        "How much warmer was London than Edinburgh at most in March 2019?",
        "What is the largest difference between the temperature at 850 and 500 hPa?",
        "Biggest 850 hPa temperature minus 500 hPa temperature in France?",
    ],
)
def test_the_extreme_of_a_difference_is_no_difference_of_extremes(text: str) -> None:
    with pytest.raises(NotReadError) as refused:
        read(text)
    assert refused.value.message.id == "grammar-extreme_of_difference"


@pytest.mark.parametrize(
    "text",
    [
        "What was the difference between the highest temperatures of London and Edinburgh?",
        "伦敦与爱丁堡3月最高气温相差多少？",
        "Highest 850 hPa temperature minus the highest 500 hPa temperature in France?",
    ],
)
def test_the_difference_of_extremes_is_read(text: str) -> None:
    form = read(text)
    assert form["operation"] == "subtract"
    assert all("max" in str(number) for number in form["numbers"])
