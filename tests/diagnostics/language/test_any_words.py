"""Whatever is written, the grammar reads it or says why it does not; it never fails."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from diagnostics.contracts.space_time import Region
from diagnostics.language import LanguageContext, read_asked_diagnosis
from diagnostics.language.grammar.claims import read_claim
from diagnostics.language.grammar.items import NotReadError
from diagnostics.language.grammar.reader import read_question
from diagnostics.language.grammar.sentence_context import Context

TIMES = tuple(datetime(2021, 7, 17, tzinfo=UTC) + timedelta(hours=6 * n) for n in range(30))
EXTENT = Region(west=105, south=25, east=125, north=40)
CONTEXT = Context(TIMES, EXTENT, TIMES[-1])

ENGLISH = (
    "rain in Henan from to the of between until July 2021 20 3 days ago last week northern coast "
    "near km mm UTC local time yesterday morning gale snow not 12:00 18Z -120 45N 12W , . - / ( ) "
    "1e9 110,27,126,35 minus both except noon 24h 10000000000 mean maximum temperature which where "
    "exceed before after since second half June summer hours every day 0 % °C m/s wind speed all"
)
CHINESE = (
    "河南 郑州 暴雨 寒潮 的 年 月 日 至 到 从 2021年7月20日 昨天 和 以及 东部 北京时间 上午 大风 "
    "高温 雪 为什么 最近三天 平均 最大 气温 多少 超过 50毫米 是否 哪里 比 之前 后 三 8时 上旬 去年"
)
SIGNS = tuple("12-/:. NESW°,日月年近至")

vocabularies = [ENGLISH.split(), CHINESE.split(), [*ENGLISH.split(), *CHINESE.split()], SIGNS]
words = st.one_of(
    *(st.lists(st.sampled_from(one), max_size=16) for one in vocabularies),
    st.text(max_size=40).map(lambda text: [text]),
)
texts = st.builds(lambda parts, joint: joint.join(parts), words, st.sampled_from(["", " "]))

READERS: dict[str, Callable[[str], object]] = {
    "request": read_asked_diagnosis,
    "request against data": lambda text: read_asked_diagnosis(
        text, LanguageContext(times=TIMES, region=EXTENT)
    ),
    "question": lambda text: read_question(text, CONTEXT),
    "claim": lambda text: read_claim(text, CONTEXT),
}


@pytest.mark.parametrize("reader", READERS.values(), ids=list(READERS))
@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(text=texts)
def test_any_words_are_read_or_refused(reader: Callable[[str], object], text: str) -> None:
    with suppress(NotReadError):
        reader(text)


@pytest.mark.parametrize(
    "text",
    [
        "河南最近三天至北京时间郑州暴雨雪至",
        "最近三天到上午到日年昨天郑州郑州2021年7月20日郑州",
        "1" * 500,
        "河南" * 1000,
        "(" * 2000,
        " ,",
    ],
    ids=["zone as an end", "part of a day as an end", "digits", "places", "brackets", "no word"],
)
def test_words_that_once_failed(text: str) -> None:
    for reader in READERS.values():
        with suppress(NotReadError):
            reader(text)
