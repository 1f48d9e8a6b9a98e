"""Presets of event criteria as a release holds them: which of their numbers can be set.

What a number is called, and what it may be, stands in one table of paths. Whatever keeps to it is
a preset that `diagnostics.detection.events.read_preset` reads.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.request import PRESETS
from diagnostics.documents import read_yaml
from diagnostics.guidelines.exchange.paths import field_value
from diagnostics.messages import Measure, Message, Param, Term, languages, render

_NAMED_AFTER_NUMBER = re.compile(r"(?P<name>.+?) \((?=[^)]*\d)[^)]*\)")
"""Such as ``high wind (40 mph)``."""
_DERIVED = frozenset({"title", "label", "name", "quantity", "named_by_end"})
"""What follows from the numbers that are set."""

_SOURCE = ".source"
_SOURCED = ("value", "minimum", "percentile")
"""Of a labelled part of criteria one of these is a number that can be set."""

Document = Mapping[str, Any]
Groups = dict[str, str]


@dataclass(frozen=True)
class PresetNumber:
    """A number of a preset that a centre may set, for forms and lists of changes.

    Attributes
    ----------
    path : str
        Through lists by number: ``criteria.rainstorm.windows.0.grades.0.value``.
    value : float
    unit : str
        Empty of a number of days, of an hour of the clock and of a percentile.
    least, greatest : float
        Sensible values.
    whole : bool
        Whether it is a whole number.
    label : str
        S, K, D or C: where the number is from; empty where it is not labelled.
    source : str
    source_path : str
        Of the text that says the source of the labelled part around the number, which the numbers
        of one part share; empty where it is not labelled.
    names : mapping
        For readers, by language.
    """

    path: str
    value: float
    unit: str
    least: float
    greatest: float
    whole: bool
    label: str
    source: str
    source_path: str
    names: Mapping[str, str]


@cache
def package_document(name: str) -> dict[str, Any]:
    """Return a preset of the package as it is shipped: not to be changed."""
    # By its path: detection stands above this package, and the web side does not load it.
    folder = files("diagnostics").joinpath("detection", "presets")
    text = folder.joinpath(f"{name}.yaml").read_text("utf-8")
    found: dict[str, Any] = _with_names(read_yaml(text))
    return found


def _with_names(value: Any) -> Any:
    """Return a document as JSON holds it: YAML names falls by numbers of hours."""
    if isinstance(value, Mapping):
        return {str(name): _with_names(of) for name, of in value.items()}
    return [_with_names(item) for item in value] if isinstance(value, list) else value


def preset_documents(release: GuidelineRelease | None = None) -> dict[str, dict[str, Any]]:
    """Return every preset by its name, as a release says it, else as the package does.

    Parameters
    ----------
    release : GuidelineRelease, optional
    """
    own = {item.name: item.document for item in release.presets} if release else {}
    return {name: deepcopy(own.get(name) or package_document(name)) for name in PRESETS}


def preset_fields(document: Document) -> dict[str, Any]:
    """Return what a preset says by its paths, without what follows from numbers that are set."""
    return {
        path: value for path, value in _leaves(document) if path.rsplit(".", 1)[-1] not in _DERIVED
    }


def preset_unit(fields: Mapping[str, Any], path: str) -> str:
    """Return the unit of the number at a path of `preset_fields`; empty where it has none."""
    found = rule_of(path)
    if found is None or not found[0].has_unit:
        return ""
    place = path.rpartition(".")[0]
    return found[0].unit or f"{fields.get(f'{place}.unit', '')}"


def _leaves(value: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for name, of in value.items():
            yield from _leaves(of, f"{prefix}{name}.")
    elif isinstance(value, list):
        for place, of in enumerate(value):
            yield from _leaves(of, f"{prefix}{place}.")
    else:
        yield prefix[:-1], value


def is_preset_number(path: str) -> bool:
    """Whether what stands at a path of a preset is a number that can be set."""
    return rule_of(path) is not None


def is_preset_source(path: str) -> bool:
    """Whether what stands at a path of a preset says where numbers that can be set are from."""
    place = path.removesuffix(_SOURCE)
    return place != path and any(is_preset_number(f"{place}.{name}") for name in _SOURCED)


def preset_numbers(document: Document) -> tuple[PresetNumber, ...]:
    """List the numbers of a preset that a centre may set.

    Parameters
    ----------
    document : mapping
        A preset, as `preset_documents` gives it.

    Returns
    -------
    tuple of PresetNumber
        In the order of the document. What no criterion of the preset reads is not among them,
        nor are the tolerance of storage, the scales of distances and the hours of windows.
    """
    return tuple(
        number
        for path, value in _leaves(document)
        if (number := _number(document, path, value)) is not None
    )


def _number(document: Document, path: str, value: Any) -> PresetNumber | None:
    found = rule_of(path)
    if found is None or isinstance(value, bool) or not isinstance(value, int | float):
        return None
    rule, groups = found
    if not rule.is_read(document):
        return None
    least, greatest = rule.ends(document, groups)
    name = rule.name(document, groups)
    place, labelled = labelled_part(document, path)
    return PresetNumber(
        path=path,
        value=value,
        unit=(rule.unit or labelled.get("unit", "")) if rule.has_unit else "",
        least=least,
        greatest=greatest,
        whole=rule.whole,
        label=labelled.get("label", ""),
        source=labelled.get("source", ""),
        source_path=f"{place}{_SOURCE}" if place else "",
        names={language: render(name, language) for language in languages()},
    )


def labelled_part(document: Document, path: str) -> tuple[str, dict[str, Any]]:
    """Return the innermost part of a document around a path that has a label, and its path.

    Both are empty where there is none.
    """
    parts = path.split(".")
    for count in range(len(parts) - 1, 0, -1):
        place = ".".join(parts[:count])
        part = field_value(document, place)
        if isinstance(part, dict) and "label" in part:
            return place, part
    return "", {}


@dataclass(frozen=True)
class PresetRule:
    """What the numbers at paths of one form are.

    Attributes
    ----------
    pattern : str
        Of the path; its groups are passed on.
    ends : callable
        Least and greatest sensible value.
    name : callable
    unit : str
        That of the part with the label where it is empty.
    whole, has_unit : bool
    is_read : callable
        Whether a criterion of the preset reads the number.
    """

    pattern: re.Pattern[str]
    ends: Callable[[Document, Groups], tuple[float, float]]
    name: Callable[[Document, Groups], Message]
    unit: str = ""
    whole: bool = False
    has_unit: bool = True
    is_read: Callable[[Document], bool] = lambda document: True


def _between(least: float, greatest: float) -> Callable[[Document, Groups], tuple[float, float]]:
    return lambda document, groups: (least, greatest)


def _of_percentile(document: Document, groups: Groups) -> tuple[float, float]:
    lower = document["percentiles"][groups["event"]]["tail"] == "lower"
    return (0.1, 50.0) if lower else (50.0, 99.9)


def _plain(identifier: str) -> Callable[[Document, Groups], Message]:
    return lambda document, groups: Message(id=identifier)


def _of_event(identifier: str) -> Callable[[Document, Groups], Message]:
    return lambda document, groups: Message(
        id=identifier, params={"event": Term(term=groups["event"])}
    )


def grade_base(name: str) -> str:
    """Return the name of a grade without the number that it is named after."""
    found = _NAMED_AFTER_NUMBER.fullmatch(name)
    return found["name"] if found else name


def _grade(document: Document, groups: Groups, path: str, what: Message) -> Message:
    name = field_value(document, path)["name"]
    params: dict[str, Param] = {
        "event": Term(term=groups["event"]),
        "number": int(groups["grade"]) + 1,
        "grade": Term(term=grade_base(name)),
        "what": what,
    }
    return Message(id="overlay-preset_grade", params=params)


def _amount(document: Document, groups: Groups) -> Message:
    path = f"criteria.{groups['event']}.windows.{groups['window']}"
    hours = field_value(document, path)["hours"]
    what = Message(id="overlay-preset_amount", params={"hours": hours})
    return _grade(document, groups, f"{path}.grades.{groups['grade']}", what)


def _wind(document: Document, groups: Groups) -> Message:
    kind = "10-m gust" if groups["kind"] == "gust" else "10-m wind"
    what = Message(id="overlay-preset_quantity", params={"quantity": Term(term=kind)})
    path = f"criteria.gale.{groups['kind']}.{groups['grade']}"
    return _grade(document, groups, path, what)


def _heat(document: Document, groups: Groups) -> Message:
    path = f"criteria.heat_wave.grades.{groups['grade']}"
    index = document["criteria"]["heat_wave"]["quantity"] == "heat_index"
    quantity = Term(term="heat index" if index else "daily maximum temperature")
    what = {
        "run_days": Message(id="overlay-preset_run_days"),
        "value": Message(id="overlay-preset_each_day", params={"quantity": quantity}),
        "peak": Message(id="overlay-preset_one_day", params={"quantity": quantity}),
    }[groups["part"]]
    if len(field_value(document, path)["any_of"]) > 1:
        params: dict[str, Param] = {"what": what, "number": int(groups["run"]) + 1}
        what = Message(id="overlay-preset_way", params=params)
    return _grade(document, groups, path, what)


def _cold(document: Document, groups: Groups) -> Message:
    path = f"criteria.cold_wave.grades.{groups['grade']}"
    what = Message(id="overlay-preset_minimum")
    if "hours" in groups:
        what = Message(id="overlay-preset_fall", params={"hours": int(groups["hours"])})
    return _grade(document, groups, path, what)


def _has_limits(document: Document) -> bool:
    return bool(document.get("criteria"))


def _sums_days(document: Document) -> bool:
    return any(item["kind"] == "total" for item in (document.get("percentiles") or {}).values())


_AREA = _between(1.0, 5_000_000.0)
_GRADE = r"grades\.(?P<grade>\d+)"


def _rule(pattern: str, *parts: Any, **more: Any) -> PresetRule:
    return PresetRule(re.compile(pattern), *parts, **more)


_RULES = (
    _rule(r"days\.boundary_hour", _between(0, 23), _plain("overlay-preset_day"),
          whole=True, has_unit=False),
    _rule(r"precipitation_days\.boundary_hour", _between(0, 23),
          _plain("overlay-preset_rain_day"), whole=True, has_unit=False, is_read=_sums_days),
    _rule(r"area\.min_object\.value", _AREA, _plain("overlay-preset_area"),
          is_read=_has_limits),
    _rule(r"area\.min_object_of_proxy\.value", _AREA, _plain("overlay-preset_area_estimated"),
          is_read=_has_limits),
    _rule(rf"criteria\.(?P<event>rainstorm|snowstorm)\.windows\.(?P<window>\d+)\.{_GRADE}\.value",
          _between(0.1, 3000.0), _amount),
    _rule(r"criteria\.(?P<event>snowstorm)\.blizzard\.wind\.value", _between(1.0, 120.0),
          _plain("overlay-preset_blizzard_wind")),
    _rule(r"criteria\.(?P<event>snowstorm)\.blizzard\.snow_per_hour\.value", _between(0.01, 100.0),
          _plain("overlay-preset_blizzard_snow")),
    _rule(r"criteria\.(?P<event>snowstorm)\.blizzard\.temperature\.value", _between(-60.0, 5.0),
          _plain("overlay-preset_blizzard_temperature")),
    _rule(r"criteria\.(?P<event>gale)\.(?P<kind>sustained|gust)\.(?P<grade>\d+)\.value",
          _between(1.0, 150.0), _wind),
    _rule(r"criteria\.(?P<event>gale)\.min_hours\.value", _between(1.0, 48.0),
          _plain("overlay-preset_gale_hours")),
    _rule(r"criteria\.(?P<event>gale)\.strong_wind\.value", _between(1.0, 120.0),
          _plain("overlay-preset_strong_wind")),
    _rule(rf"criteria\.(?P<event>heat_wave)\.{_GRADE}\.any_of\.(?P<run>\d+)\.(?P<part>run_days)",
          _between(1, 15), _heat, whole=True, has_unit=False),
    _rule(rf"criteria\.(?P<event>heat_wave)\.{_GRADE}\.any_of\.(?P<run>\d+)"
          r"\.(?P<part>value|peak)", _between(15.0, 80.0), _heat),
    _rule(r"criteria\.(?P<event>heat_wave)\.humid_relative_humidity\.value", _between(0.1, 1.0),
          _plain("overlay-preset_humid_air")),
    _rule(r"criteria\.(?P<event>heat_wave)\.humid_wet_bulb\.value", _between(10.0, 40.0),
          _plain("overlay-preset_humid_wet_bulb")),
    _rule(rf"criteria\.(?P<event>cold_wave)\.{_GRADE}\.drops\.(?P<hours>\d+)",
          _between(1.0, 50.0), _cold, unit="K"),
    _rule(rf"criteria\.(?P<event>cold_wave)\.{_GRADE}\.minimum",
          _between(-60.0, 30.0), _cold, unit="degC"),
    _rule(r"(?:criteria|percentiles)\.(?P<event>\w+)\.min_object\.value", _AREA,
          _of_event("overlay-preset_area_of")),
    _rule(r"percentiles\.(?P<event>\w+)\.percentile", _of_percentile,
          _of_event("overlay-preset_percentile"), has_unit=False),
    _rule(r"percentiles\.(?P<event>\w+)\.run_days", _between(1, 15),
          _of_event("overlay-preset_percentile_days"), whole=True, has_unit=False),
    _rule(r"percentiles\.(?P<event>\w+)\.floor\.value", _between(0.1, 1000.0),
          _of_event("overlay-preset_floor")),
)  # fmt: skip


def rule_of(path: str) -> tuple[PresetRule, Groups] | None:
    """Return the rule of a number at a path, and what the path names; None of anything else."""
    for rule in _RULES:
        found = rule.pattern.fullmatch(path)
        if found is not None:
            return rule, found.groupdict()
    return None


def number_name(document: Document, path: str) -> Message:
    """Return what the number at a path of `preset_numbers` is called."""
    found = rule_of(path)
    assert found is not None
    rule, groups = found
    return rule.name(document, groups)


def number_measure(value: float, unit: str) -> Measure | str:
    """Return a number with its unit, for a message."""
    digits = len(f"{value:.6f}".rstrip("0").partition(".")[2])
    return Measure(measure=value, unit=unit, digits=digits)
