"""What is left of a text: names that nothing knows must not be passed over in silence."""

from __future__ import annotations

import re
from collections.abc import Sequence

from diagnostics.contracts.questions import PlaceMention
from diagnostics.errors import ArgumentError
from diagnostics.grid.gazetteer import find_place
from diagnostics.language.words import CROSSED, Words

_NAMED = re.compile(
    r"(?<![A-Za-z])(?:(?i:diagnose|analy[sz]e|explain)|in|over|at|near|across|around|off|above|for|of)\s+(?:the\s+)?"
    r"(?P<name>[A-Z][\w'’.-]*(?:\s+(?:(?:of|de|la|el)\s+)?[A-Z][\w'’.-]*)*)"
)
_COMMON = frozenset(["UTC"])
_FILLER = re.compile(
    r"请问|请|诊断|分析|解释|说明|评估|为什么|为何|成因|原因|机制|报告|极端|这次|本次|帮我|告诉我|给出|计算|查询|一下|是多少|有多少|为多少|多少|是否|有没有|什么时候|什么|"
    r"哪里|何时|何处|哪个|哪一个|哪些|几点|几级|怎么样|怎样|如何|有多[大高低强深厚长快]|多[大高低强深厚长快]|出现|发生|达到|"
    r"达|超过|高于|低于|大于|小于|以上|以下|左右|当地|该区域|区域|地区|范围内|范围|境内|"
    r"上空|附近|一带|全部|数据|时段|期间|时刻|时间|过程|天气|位置|地方|格点|场|数值|"
    r"最长|最久|连续|持续|控制|覆盖|更|哪天|一天|总|值|量|强度|中心|吗|呢|的|在|了|是|有|为|和|与|及|从|"
    r"到|至|被|会|能|约|内|中|里|上|下|最|哪|几|个|处|"
    r"来|去|对|将|其|这|那|该|各|也|都|而|或|且|并|不|"
    r"未|天|日|时|分|级|度|风|大|小|高|低|强|弱|多|少|"
    r"热|冷|暖|间"
)
_CHINESE_RUN = re.compile(r"[\u3400-\u9fff]{3,}")
_AFTER_PLACE = re.compile(r"的|地区|区域|附近|上空|一带|境内|沿海|出现|发生")
"""What follows the name of a place."""
_PLACE_LIKE = re.compile(
    r"(?![哪何各每该几两])[\u3400-\u9fff]{1,5}(?<![哪何各每该几个])(?:省|市|县|州|邦|湾|半岛|群岛|高原|盆地|平原|山脉|海峡)"
)


def unread_words(words: Words, places: Sequence[PlaceMention]) -> None:
    """Record names that were not understood, and whether the whole of the data is meant.

    A name in the position of a place that no gazetteer knows is a doubt, with the nearest
    spellings; without any place the area of the data is meant, which is noted as assumed.
    """
    original = "".join(
        CROSSED if left == CROSSED else one
        for one, left in zip(words.text, words.left, strict=True)
    )
    unknown = False
    for match in _NAMED.finditer(original):
        name = match["name"].rstrip(".,'")
        if name in _COMMON or len(name) < 3 or name.split()[0] in _COMMON:
            continue
        unknown = True
        words.doubt("place", name, _near(name), "no such place is known")
    for match in _PLACE_LIKE.finditer(original):
        unknown = True
        words.doubt("place", match[0], (), "no such place is known")
    if unknown or places:
        return
    run = _CHINESE_RUN.search(_FILLER.sub(" ", original))
    if run is not None:
        after = original[original.index(run[0]) + len(run[0]) :]
        if _AFTER_PLACE.match(after):
            words.doubt("place", run[0], (), "no such place is known")
            return
        words.note("unread", run[0], "not understood", assumed=True)
    words.note("place", "", "the whole area of the data, or that of the options", assumed=True)


def _near(name: str) -> tuple[str, ...]:
    try:
        find_place(name)
    except ArgumentError as error:
        found = error.data.get("nearest") or error.data.get("candidates") or ()
        return tuple(str(item) for item in found)
    return ()
