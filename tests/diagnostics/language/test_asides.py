"""Clauses that bind nothing are set aside and named; what may bind is never passed over."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagnostics.contracts.forms import Form
from diagnostics.contracts.space_time import Region
from diagnostics.language.grammar.claims import read_claim
from diagnostics.language.grammar.items import NotReadError
from diagnostics.language.grammar.reader import read_question
from diagnostics.language.grammar.sentence_context import Context

WEEK = Context(
    times=[datetime(2023, 9, 1, tzinfo=UTC) + timedelta(hours=n) for n in range(7 * 24)],
    extent=Region(west=-180, south=-90, east=180, north=90),
)
PLAIN = "What was the highest temperature in Berlin on 4 September?"
PLAIN_ZH = "9月4日柏林最高气温是多少？"


def read(text: str) -> Form:
    return read_question(text, WEEK)


def bare(form: Form) -> Any:
    def stripped(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: stripped(one) for key, one in value.items() if key != "words"}
        return [stripped(one) for one in value] if isinstance(value, list) else value

    return stripped(form.query.model_dump(mode="json"))


def asides(form: Form) -> list[str]:
    return [one.meaning for one in form.assumed if one.part == "aside"]


def refused_or_other(text: str, plain: str) -> bool:
    """Whether a text is refused, or is not read as the plain one."""
    try:
        form = read(text)
    except NotReadError:
        return True
    return bare(form) != bare(read(plain))


@pytest.mark.parametrize(
    ("text", "aside"),
    [
        (f"{PLAIN} We settle gas contracts on that.", "We settle gas contracts on that"),
        (f"{PLAIN} my boss is pestering me", "my boss is pestering me"),
        (f"Because our client insists, {PLAIN.lower().replace('berlin', 'Berlin')}",
         "Because our client insists"),
        (f"Contrary to the agency's bulletin, {PLAIN[0].lower()}{PLAIN[1:]}",
         "Contrary to the agency's bulletin"),
        (f"For the morning briefing: {PLAIN}", "For the morning briefing"),
        (f"{PLAIN} It's for a school essay.", "for a school essay"),
        (f"{PLAIN} no rush", ""),
        (f"{PLAIN_ZH}我们结算用", "我们结算用"),
        (f"家里花盆都吹跑了，{PLAIN_ZH}", "家里花盆都吹跑了"),
        (f"因为老板催，{PLAIN_ZH}", "因为老板催"),
        (f"给领导汇报，{PLAIN_ZH}", "给领导汇报"),
    ],
)  # fmt: skip
def test_an_aside_is_named_and_changes_nothing(text: str, aside: str) -> None:
    plain = PLAIN if text.isascii() else PLAIN_ZH
    form = read(text)
    assert bare(form) == bare(read(plain))
    assert "".join(asides(form)).startswith(aside)


def test_who_says_it_is_set_aside_and_what_is_said_stays() -> None:
    form = read("My neighbour says that it topped 30 °C in Berlin, is that right?")
    assert asides(form) == ["My neighbour says that"]
    assert bare(form) == bare(read("Did it top 30 °C in Berlin?"))
    form = read("邻居说柏林超过了30度，对吗？")
    assert asides(form) == ["邻居说"]


def test_an_aside_of_a_claim_is_named() -> None:
    claim = read_claim("Despite the hype, Berlin did not exceed 30 °C on 4 September.", WEEK)
    assert asides(claim.clauses[0]) == ["Despite the hype"]


_BINDING = (
    "in Paris|on 2 September|at night|above 20 °C|at 850 hPa|in the morning|never|not|more|less"
    "|below 3|only|twice|half|wind|rain|the mean|in winter|except Sundays|hourly|every day"
    "|all cells|most of it|over land|near xyzville|in xyzville|from xyzville"
    "|at our xyzville depot|Xyzville"
    "|in knots|yesterday|first|the last 6 hours|north of it|inland|few|5|why|which|how|doubt it"
    "|instead|anomaly|if"
)
_BINDING_ZH = (
    "在巴黎|2日|夜里|20度以上|850百帕|早上|从不|不|更多|低于3|只|两次|一半|风|雨|平均|冬天"
    "|逐小时|每天|大部分|陆地|在某某村|去某某镇|昨天|首次|北部|怀疑|距平|为什么|如果"
)
BINDING, BINDING_ZH = _BINDING.split("|"), _BINDING_ZH.split("|")
CLAUSES = ["we settle gas contracts", "because our client insists", "my boss is pestering me"]


@settings(max_examples=120, deadline=None)
@given(
    st.sampled_from(CLAUSES),
    st.sampled_from(BINDING),
    st.booleans(),
)  # fmt: skip
def test_a_clause_that_may_bind_is_never_passed_over(clause: str, part: str, first: bool) -> None:
    whole = f"{clause} {part}"
    text = f"{whole}. {PLAIN}" if first else f"{PLAIN} {whole}."
    assert refused_or_other(text, PLAIN)


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(["我们结算", "因为老板催", "家里花盆"]), st.sampled_from(BINDING_ZH))
def test_a_chinese_clause_that_may_bind_is_never_passed_over(clause: str, part: str) -> None:
    assert refused_or_other(f"{clause}{part}，{PLAIN_ZH}", PLAIN_ZH)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["qwyxel", "brimbly", "某某"]), st.integers(0, 7))
def test_an_unknown_word_outside_an_aside_is_still_a_refusal(word: str, at: int) -> None:
    words = PLAIN.rstrip("?").split()
    with pytest.raises(NotReadError):
        read(" ".join([*words[:at], word, *words[at:]]) + "?")
