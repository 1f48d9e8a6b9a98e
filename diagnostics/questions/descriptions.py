"""What was understood of a text, told in the language of its reader."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from functools import cache
from importlib.resources import files

from diagnostics.contracts.base import format_instant
from diagnostics.contracts.enums import Language
from diagnostics.contracts.questions import (
    Ambiguity,
    ClaimCheck,
    ClaimVerdict,
    RequestReading,
    Understanding,
)
from diagnostics.documents import read_yaml
from diagnostics.grid.gazetteer import NATIONAL, known_places, places
from diagnostics.language.area_names import chinese_names, place_name
from diagnostics.language.lexicon import entries, tools
from diagnostics.messages import is_term, term
from diagnostics.questions import answer_format
from diagnostics.reporting.messages import readable

_PARTS = {
    "quantity": "要素",
    "level": "层次",
    "place": "地点",
    "time": "时间",
    "timezone": "时区",
    "hours": "时长",
    "statistic": "统计量",
    "threshold": "数值",
    "event": "天气类型",
    "preset": "判据",
    "chart": "图",
    "unread": "词语",
    "feature": "特征",
    "request": "请求",
}
_KINDS = {
    "country": "国家",
    "territory": "地区",
    "state": "州",
    "province": "省",
    "region": "区域",
    "town": "城镇",
}
_SLOT = re.compile(r"\\\{(\w+)\\\}")
_LABEL = re.compile(r"(?P<name>.+) \((?P<kind>\w+)(?:, (?P<nation>\w+))?\)")


def format_lines(reading: RequestReading, language: Language) -> list[str]:
    """Say in lines what was understood, what was assumed and what is ambiguous.

    Parameters
    ----------
    reading : RequestReading
        In the language of the reader.
    language : Language
    """
    lines = [format_line(item, language) for item in reading.understood]
    for doubt in reading.ambiguities:
        if language is Language.ZH:
            choices = f"（可选：{'；'.join(doubt.choices)}）" if doubt.choices else ""
            lines.append(f"不明确：“{doubt.words}”：{doubt.message}{choices}")
        else:
            choices = f" ({'; '.join(doubt.choices)})" if doubt.choices else ""
            lines.append(f"ambiguous: '{doubt.words}': {doubt.message}{choices}")
    return lines


def format_line(item: Understanding, language: Language) -> str:
    """Say in a line what was understood, or taken for granted."""
    if language is Language.EN:
        mark = "assumed" if item.assumed else "understood"
        words = f" '{item.words}'" if item.words else ""
        return f"{mark}: {item.part}{words}: {item.meaning}"
    mark = "假定" if item.assumed else "理解"
    words = f"“{item.words}”" if item.words else ""
    return f"{mark}：{_PARTS.get(item.part, item.part)}{words}：{item.meaning}"


def in_language(reading: RequestReading, language: Language) -> RequestReading:
    """Return a reading whose meanings and doubts are told in a language."""
    if language is Language.EN:
        return reading
    return reading.model_copy(
        update={
            "understood": tuple(_understood(item, language) for item in reading.understood),
            "ambiguities": tuple(_doubt(item, language) for item in reading.ambiguities),
        }
    )


def _understood(item: Understanding, language: Language) -> Understanding:
    return item.model_copy(update={"meaning": in_reader_language(item.meaning, language)})


def _doubt(item: Ambiguity, language: Language) -> Ambiguity:
    return item.model_copy(
        update={
            "message": in_reader_language(item.message, language),
            "choices": tuple(in_reader_language(choice, language) for choice in item.choices),
        }
    )


def in_reader_language(meaning: str, language: Language) -> str:
    """Write a meaning in a language; one that no template knows stays as it is.

    Parameters
    ----------
    meaning : str
        English, as the reading of a text records it.
    language : Language

    Returns
    -------
    str
    """
    if language is Language.EN:
        return meaning
    for pattern, text in _templates():
        match = pattern.fullmatch(meaning)
        if match is not None:
            for name, value in match.groupdict().items():
                text = text.replace(f"{{{name}}}", _WRITTEN.get(name, readable)(value))
            return text
    return readable(_name(meaning))


@cache
def _templates() -> tuple[tuple[re.Pattern[str], str], ...]:
    """The templates, those with most words of their own first."""
    text = files("diagnostics.questions").joinpath("readings.yaml").read_text(encoding="utf-8")
    found = []
    for english, chinese in read_yaml(text).items():
        pattern = _SLOT.sub(r"(?P<\1>.+?)", re.escape(english)).replace("\\ ", " ")
        found.append((len(_SLOT.sub("", re.escape(english))), re.compile(pattern), str(chinese)))
    return tuple((pattern, told_) for _, pattern, told_ in sorted(found, key=lambda row: -row[0]))


def _place(name: str) -> str:
    """Return the Chinese name of a place, or the one that is given."""
    if _LABEL.fullmatch(name):
        return _label(name)
    found = known_places(name)
    own = chinese_names().get(name)
    return own or (place_name(found[0], Language.ZH) if found else name)


def _label(label: str) -> str:
    """Write the label of a place: its Chinese name, its country and what it is."""
    match = _LABEL.fullmatch(label)
    if match is None:
        return label
    own = next((item for item in places() if item.label == label), None)
    name = match["name"] if own is None else place_name(own, Language.ZH)
    kind = _KINDS.get(match["kind"], match["kind"])
    nations = [
        item
        for item in places()
        if item.kind in NATIONAL and item.country == match["nation"] and own is not item
    ]
    where = place_name(nations[0], Language.ZH) if nations else ""
    return f"{name}（{where}的{kind}）" if where else f"{name}（{kind}）"


def _name(name: str) -> str:
    """Write a name of the vocabulary: a statistic, an event, criteria, an operator, a place."""
    statistic = answer_format.statistic_name(name, Language.ZH)
    if statistic is not None:
        return statistic
    field = f"field_{name.removeprefix('field:')}"
    for known in (name, field):
        if is_term(known):
            return term(known, Language.ZH)
    tool = tools().get(name)
    if tool is not None:
        return f"算子“{tool['title_zh']}”（{name}）"
    entry = entries().get(name)
    return entry.label_zh if entry is not None else _label(name)


_WRITTEN: dict[str, Callable[[str], str]] = {
    "place": _place,
    "label": _label,
    "operator": _name,
    "quantity": _name,
}
"""How slots are written; others as numbers, units and times are."""


_VERDICTS = {
    ClaimVerdict.SUPPORTED: ("supported", "数据支持"),
    ClaimVerdict.CONTRADICTED: ("contradicted", "与数据不符"),
    ClaimVerdict.NOT_CHECKABLE: ("not checkable", "无法核实"),
}


def describe_verdict(verdict: ClaimVerdict, language: Language) -> str:
    """Name what the data say of a claim."""
    return _VERDICTS[verdict][language is Language.ZH]


def describe_check(check: ClaimCheck, language: Language) -> str:
    """Say in one line what a check found."""
    verdict = describe_verdict(check.verdict, language)
    zh = language is Language.ZH
    if check.found is None:
        return f"{verdict}：{check.reason}" if zh else f"{verdict}: {check.reason}"
    moment = check.time if isinstance(check.time, datetime) else None
    where = check.latitude is not None and check.longitude is not None
    if zh:
        found = answer_format.in_chinese(answer_format.amount(check.found, check.unit))
        name = answer_format.statistic_name(check.statistic, language) or check.statistic
        aside = [
            answer_format.position(check.latitude, check.longitude, language).removeprefix("位于"),
            answer_format.when(moment, language),
        ]
        told_aside = "，".join(item for item in aside if item)
        said = f"{verdict}：{_name(check.operator)}{name}为{found}"
        return f"{said}（{told_aside}）" if told_aside else said
    place = f" ({check.latitude:.2f}, {check.longitude:.2f})" if where else ""
    when = "" if moment is None else format_instant(moment)
    return (
        f"{verdict}: {check.statistic} of {check.operator} is {check.found:.4g} {check.unit}"
        f"{place} {when}".rstrip()
    )
