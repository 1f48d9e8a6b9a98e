"""Presets of event criteria as a release holds them, and the numbers of them that a centre sets.

What a number is called, and what it may be, stands in one table of paths. Whatever keeps to it is
a preset that `diagnostics.detection.events.read_preset` reads.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise
from math import isfinite
from typing import Any

from diagnostics.contracts.guidelines import GuidelineRelease, ReleasedPreset
from diagnostics.contracts.library import Library, LibraryPreset
from diagnostics.contracts.overlay import Adjustment
from diagnostics.contracts.request import PRESETS
from diagnostics.documents import read_yaml
from diagnostics.guidelines.exchange.paths import field_value
from diagnostics.guidelines.exchange.problems import Problem
from diagnostics.messages import Measure, Message, Param, Term, languages, render

PRESET = "preset"
"""The kind of item that a preset is in an overlay."""
OF_CENTRE, OF_LIBRARY = "C", "L"
"""Labels of numbers that a centre has set, and that curators of the library have."""
_NOON = 12
_NAMED_AFTER_NUMBER = re.compile(r"(?P<name>.+?) \((?=[^)]*\d)[^)]*\)")
"""Such as ``high wind (40 mph)``."""
_DERIVED = frozenset({"title", "label", "source", "name", "quantity", "named_by_end"})
"""What follows from the numbers that are set."""

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
    names: Mapping[str, str]


@cache
def _package_document(name: str) -> dict[str, Any]:
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
    return {name: deepcopy(own.get(name) or _package_document(name)) for name in PRESETS}


def preset_fields(document: Document) -> dict[str, Any]:
    """Return what a preset says by its paths, without what follows from numbers of a centre."""
    return {
        path: value for path, value in _leaves(document) if path.rsplit(".", 1)[-1] not in _DERIVED
    }


def preset_unit(fields: Mapping[str, Any], path: str) -> str:
    """Return the unit of the number at a path of `preset_fields`; empty where it has none."""
    found = _rule_of(path)
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
    """Whether what stands at a path of a preset can be set."""
    return _rule_of(path) is not None


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
    found = _rule_of(path)
    if found is None or isinstance(value, bool) or not isinstance(value, int | float):
        return None
    rule, groups = found
    if not rule.is_read(document):
        return None
    least, greatest = rule.ends(document, groups)
    name = rule.name(document, groups)
    labelled = _labelled(document, path)
    return PresetNumber(
        path=path,
        value=value,
        unit=(rule.unit or (labelled or {}).get("unit", "")) if rule.has_unit else "",
        least=least,
        greatest=greatest,
        whole=rule.whole,
        label=(labelled or {}).get("label", ""),
        source=(labelled or {}).get("source", ""),
        names={language: render(name, language) for language in languages()},
    )


def _labelled(document: Document, path: str) -> Any:
    """Return the innermost part of a document around a path that has a label."""
    parts = path.split(".")
    for count in range(len(parts) - 1, 0, -1):
        part = field_value(document, ".".join(parts[:count]))
        if isinstance(part, Mapping) and "label" in part:
            return part
    return None


@dataclass(frozen=True)
class _Rule:
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


def _rule(pattern: str, *parts: Any, **more: Any) -> _Rule:
    return _Rule(re.compile(pattern), *parts, **more)


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


def _rule_of(path: str) -> tuple[_Rule, Groups] | None:
    for rule in _RULES:
        found = rule.pattern.fullmatch(path)
        if found is not None:
            return rule, found.groupdict()
    return None


@dataclass(frozen=True)
class _Setter:
    """Who sets numbers of presets, and how what follows from these is called."""

    label: str
    whose: str
    title: str


_CENTRE = _Setter(OF_CENTRE, "of the centre", ", adjusted by the centre")
_LIBRARY = _Setter(OF_LIBRARY, "of the library", ", revised in the Guideline Library")


@dataclass(frozen=True)
class _Number:
    """A number as it is set; `unit` is empty where it is that of the preset."""

    path: str
    value: Any
    unit: str = ""


def adjusted_presets(
    release: GuidelineRelease, said: Sequence[Adjustment]
) -> tuple[tuple[ReleasedPreset, ...], list[Problem]]:
    """Put a centre's numbers into the presets of a release.

    A number of the centre has its label and no source, and no grade is named after a number that
    it has not. A day is named after the date on which most of it lies.

    Parameters
    ----------
    release : GuidelineRelease
    said : sequence of Adjustment
        Of presets.

    Returns
    -------
    presets : tuple of ReleasedPreset
        Those of the release, and the adjusted ones; one with a problem is as it was.
    problems : list of Problem
    """
    documents = preset_documents(release)
    presets = {item.name: item for item in release.presets}
    problems = [
        Problem(PRESET, one.item, one.path, Message(id="libraryerror-preset_unknown"))
        for one in said
        if one.item not in documents
    ]
    for name, document in documents.items():
        mine = [_Number(one.path, one.value, one.unit) for one in said if one.item == name]
        if not mine:
            continue
        made, wrong = _with_numbers(name, document, mine, _CENTRE)
        if not wrong:
            revised = presets[name].revised if name in presets else ()
            adjusted = tuple(sorted(one.path for one in mine))
            presets[name] = ReleasedPreset(
                name=name, document=made, revised=revised, adjusted=adjusted
            )
        problems += wrong
    return tuple(presets[name] for name in sorted(presets)), problems


def revised_presets(library: Library) -> tuple[tuple[ReleasedPreset, ...], list[Problem]]:
    """Put the numbers of a library into the presets of the package.

    Parameters
    ----------
    library : Library

    Returns
    -------
    presets : tuple of ReleasedPreset
        Those that say something otherwise than the package and have no problem.
    problems : list of Problem
    """
    presets, problems = [], []
    for item in library.presets:
        if not item.numbers:
            continue
        said = [_Number(path, value) for path, value in item.numbers.items()]
        made, wrong = _with_numbers(item.name, _package_document(item.name), said, _LIBRARY)
        problems += wrong
        if not wrong:
            revised = tuple(sorted(item.numbers))
            presets.append(ReleasedPreset(name=item.name, document=made, revised=revised))
    return tuple(sorted(presets, key=lambda item: item.name)), problems


def library_preset(preset: LibraryPreset, numbers: Mapping[str, Any]) -> LibraryPreset:
    """Return what the library has of a preset with other numbers; those of the package say nothing.

    Parameters
    ----------
    preset : LibraryPreset
    numbers : mapping
        By path; None: as the package says.
    """
    package = _package_document(preset.name)
    said = {**preset.numbers, **numbers}
    kept = {
        path: value
        for path, value in sorted(said.items())
        if value is not None and value != field_value(package, path)
    }
    return preset.model_copy(update={"numbers": kept})


def preset_document(preset: LibraryPreset) -> dict[str, Any]:
    """Return criteria whole, as the library has them; as the package where they have problems."""
    presets, _ = revised_presets(Library(presets=(preset,)))
    return deepcopy(presets[0].document if presets else _package_document(preset.name))


def _with_numbers(
    name: str, document: Document, said: Sequence[_Number], setter: _Setter
) -> tuple[dict[str, Any], list[Problem]]:
    """Return a preset with other numbers and what follows from them, and what is wrong then."""
    wrong = list(_impossible(name, document, said))
    impossible = {problem.path for problem in wrong}
    changes = {one.path: one.value for one in said if one.path not in impossible}
    made = _changed(document, changes, setter)
    known = {(pair.lower, pair.upper) for pair in _disordered(document)}
    wrong += [
        Problem(PRESET, name, pair.path(changes), pair.message)
        for pair in _disordered(made)
        if (pair.lower, pair.upper) not in known
    ]
    return made, wrong


def _impossible(name: str, document: Document, said: Sequence[_Number]) -> Iterator[Problem]:
    """Give what is no number that can be set, or cannot be by its unit."""
    known = {number.path: number for number in preset_numbers(document)}
    for one in said:
        number = known.get(one.path)
        if number is None:
            what = Message(id="libraryerror-preset_fixed")
        elif one.unit and one.unit != number.unit:
            params: dict[str, Param] = {"given": one.unit, "unit": number.unit or "-"}
            what = Message(id="libraryerror-unit_changed", params=params)
        elif (wrong := _impossible_value(one.value, number)) is not None:
            what = wrong
        else:
            continue
        yield Problem(PRESET, name, one.path, what)


def _impossible_value(value: Any, number: PresetNumber) -> Message | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        return Message(id="libraryerror-preset_no_number")
    if number.whole and value != int(value):
        return Message(id="libraryerror-preset_whole", params={"value": f"{value:g}"})
    if not number.least <= value <= number.greatest:
        return Message(
            id="libraryerror-preset_range",
            params={
                "value": _measure(value, number.unit),
                "low": _measure(number.least, number.unit),
                "high": _measure(number.greatest, number.unit),
            },
        )
    return None


def _measure(value: float, unit: str) -> Measure | str:
    digits = len(f"{value:.6f}".rstrip("0").partition(".")[2])
    return Measure(measure=value, unit=unit, digits=digits)


def _changed(document: Document, changes: Mapping[str, Any], setter: _Setter) -> dict[str, Any]:
    """Return a preset with other numbers, and with what follows from them."""
    made: dict[str, Any] = deepcopy(dict(document))
    for path, value in changes.items():
        found = _rule_of(path)
        assert found is not None
        rule, groups = found
        place, _, last = path.rpartition(".")
        part = field_value(made, place)
        part[last] = int(value) if rule.whole else float(value)
        labelled = _labelled(made, path)
        if labelled is not None:
            labelled["label"] = setter.label
            labelled.pop("source", None)
        if last == "boundary_hour":
            part["named_by_end"] = value > _NOON
        if "grade" in groups:
            _rename(made, path, groups["grade"], setter)
        if last in ("percentile", "run_days") and path.startswith("percentiles."):
            part["quantity"] = f"{part['name']} (percentile {setter.whose})"
    made["title"] = f"{made['title'].removesuffix(setter.title)}{setter.title}"
    return made


def _rename(document: Document, path: str, grade: str, setter: _Setter) -> None:
    """Name a grade by its place where it was named after a number."""
    parts = path.split(".")
    # a wind's grade stands in no list of that name
    end = parts.index(grade, parts.index("grades") if "grades" in parts else 0) + 1
    part = field_value(document, ".".join(parts[:end]))
    base = grade_base(part["name"])
    if base != part["name"]:
        part["name"] = f"{base} (grade {int(grade) + 1} {setter.whose})"


@dataclass(frozen=True)
class _Pair:
    """Two numbers in the wrong order: that at `upper` must be the harder one to reach."""

    lower: str
    upper: str
    document: Document

    def path(self, changes: Mapping[str, Any]) -> str:
        """Return the one that the centre has set."""
        return self.upper if self.upper in changes or self.lower not in changes else self.lower

    @property
    def message(self) -> Message:
        """What is wrong, and the cure."""
        numbers = {number.path: number for number in preset_numbers(self.document)}
        upper, lower = (numbers[path] for path in (self.upper, self.lower))
        return Message(
            id="libraryerror-preset_order",
            params={
                "upper": _name(self.document, self.upper),
                "upper_value": _measure(upper.value, upper.unit),
                "lower": _name(self.document, self.lower),
                "lower_value": _measure(lower.value, lower.unit),
            },
        )


def _name(document: Document, path: str) -> Message:
    found = _rule_of(path)
    assert found is not None
    rule, groups = found
    return rule.name(document, groups)


def _disordered(document: Document) -> Iterator[_Pair]:
    """Give the grades that do not ascend."""
    criteria = document.get("criteria") or {}
    for event in ("rainstorm", "snowstorm"):
        if event in criteria:
            yield from _disordered_amounts(document, f"criteria.{event}.windows")
    if "gale" in criteria:
        for kind in ("sustained", "gust"):
            at = [f"criteria.gale.{kind}.{place}.value" for place in range(3)]
            yield from _not_ascending(document, at)
        strong = "criteria.gale.strong_wind.value"
        yield from _not_ascending(document, [strong, "criteria.gale.sustained.0.value"])
    if "heat_wave" in criteria:
        yield from _disordered_heat(document)
    if "cold_wave" in criteria:
        yield from _disordered_cold(document)


def _not_ascending(document: Document, paths: Sequence[str]) -> Iterator[_Pair]:
    for lower, upper in pairwise(paths):
        if field_value(document, lower) >= field_value(document, upper):
            yield _Pair(lower, upper, document)


def _disordered_amounts(document: Document, path: str) -> Iterator[_Pair]:
    """Give amounts that do not ascend by grade, or by the hours in which they fall."""
    windows = field_value(document, path)
    for place, window in enumerate(windows):
        count = len(window["grades"])
        yield from _not_ascending(
            document, [f"{path}.{place}.grades.{grade}.value" for grade in range(count)]
        )
    order = sorted(range(len(windows)), key=lambda place: windows[place]["hours"])
    for grade in range(len(windows[0]["grades"])):
        yield from _not_ascending(
            document, [f"{path}.{place}.grades.{grade}.value" for place in order]
        )


def _disordered_heat(document: Document) -> Iterator[_Pair]:
    """Give runs that are no harder to reach than a lower grade's.

    Each run of a higher grade is one of the first as well, and no run of a lower grade is one of
    a higher grade.
    """
    path = "criteria.heat_wave.grades"
    runs = [
        (place, f"{path}.{place}.any_of.{number}", run)
        for place, grade in enumerate(field_value(document, path))
        for number, run in enumerate(grade["any_of"])
    ]
    first = runs[0]
    for _, at, run in runs:
        if "peak" in run and run["peak"] <= run["value"]:
            yield _Pair(f"{at}.value", f"{at}.peak", document)
    for place, at, run in runs:
        if place and not _implies(run, first[2]):
            part = "run_days" if run["run_days"] < first[2]["run_days"] else "value"
            yield _Pair(f"{first[1]}.{part}", f"{at}.{part}", document)
        for lower, below, other in runs:
            if lower < place and _implies(other, run):
                days = run["run_days"] < other["run_days"]
                part = "run_days" if days and run["value"] == other["value"] else "value"
                yield _Pair(f"{below}.{part}", f"{at}.{part}", document)


def _implies(run: Document, other: Document) -> bool:
    """Whether hot days that are one run are another as well."""
    hottest = run.get("peak", run["value"])
    return bool(
        run["run_days"] >= other["run_days"]
        and run["value"] >= other["value"]
        and hottest >= other.get("peak", other["value"])
    )


def _disordered_cold(document: Document) -> Iterator[_Pair]:
    """Give falls that are smaller in more hours or in a higher grade, and warmer higher grades."""
    path = "criteria.cold_wave.grades"
    grades = field_value(document, path)
    for place, grade in enumerate(grades):
        hours = sorted(grade["drops"], key=int)
        for short, long in pairwise(hours):
            if grade["drops"][long] < grade["drops"][short]:
                at = f"{path}.{place}.drops"
                yield _Pair(f"{at}.{short}", f"{at}.{long}", document)
    for place, (lower, upper) in enumerate(pairwise(grades)):
        below, above = f"{path}.{place}", f"{path}.{place + 1}"
        same = upper["minimum"] == lower["minimum"]
        for hours in lower["drops"]:
            low, high = lower["drops"][hours], upper["drops"][hours]
            if high < low or (same and high == low):
                yield _Pair(f"{below}.drops.{hours}", f"{above}.drops.{hours}", document)
        if upper["minimum"] > lower["minimum"]:
            yield _Pair(f"{below}.minimum", f"{above}.minimum", document)
