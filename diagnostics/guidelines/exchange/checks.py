"""What a library must hold to be one: names that exist, thresholds that their tools can judge."""

from __future__ import annotations

import difflib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

from pydantic import JsonValue

from diagnostics.contracts.detection import SUBTYPES
from diagnostics.contracts.enums import EventType, ToolKind
from diagnostics.contracts.guidelines import (
    AbsoluteTest,
    EntryName,
    EntryText,
    FigureExpectation,
    IndexExpectation,
    ThresholdBasis,
    of_different_causes,
)
from diagnostics.contracts.library import Library, LibraryEntry
from diagnostics.contracts.tools import ParameterSpec, ToolSpec
from diagnostics.guidelines.exchange.problems import Problem
from diagnostics.guidelines.presets import revised_presets
from diagnostics.messages import Listing, Message

_NEAR = 3
_LONGEST_TEXT = 4000
_FARTHEST_HOUR = 24 * 183
"""Half a year: what lies farther from an event belongs to another one."""
_UNSHOWN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff]")
"""Controls but tabs and ends of lines; marks that turn the direction of writing."""
_OF_DIFFERENCES = frozenset({"std", "range", "excess"})
"""Reductions in the unit of the quantity whose results are no values of it."""
_OTHER_SIDE = {"upper": ("<=", ">="), "lower": (">=", "<=")}
"""How a limit must not compare, and how it does, by the side of the expected anomaly."""
Named = EntryText | EntryName
Found = Iterator[tuple[str, Message]]
"""Path of a field, and what is wrong with it."""


def library_problems(library: Library) -> list[Problem]:
    """Find what stands twice, and names of a library that it does not hold.

    Parameters
    ----------
    library : Library
        Whole, or joined with what it is added to.
    """
    found = [
        *_twice("entry", (entry.id for entry in library.entries)),
        *_twice("reference", (item.key for item in library.references)),
        *_twice("cause", (cause.key for cause in library.causes)),
        *_twice("preset", (preset.name for preset in library.presets)),
        *revised_presets(library)[1],
    ]
    for kind, key, item in (
        *(("entry", entry.id, entry) for entry in library.entries),
        *(("reference", reference.key, reference) for reference in library.references),
        *(("cause", cause.key, cause) for cause in library.causes),
    ):
        for path, wrong in _text_problems(item.model_dump(), ()):
            found.append(Problem(kind, key, path, wrong))
    keys = {item.key for item in library.references}
    causes: dict[EventType, set[str]] = {event: set() for event in EventType}
    for cause in library.causes:
        for event in cause.event_types:
            causes[event].add(cause.id)
    for cause in library.causes:
        known = set.intersection(*(causes[event] for event in cause.event_types))
        for place, name in enumerate(cause.feeds):
            if name not in known or name == cause.id:
                wrong = _unknown(name, known - {cause.id})
                found.append(Problem("cause", cause.key, f"feeds.{place}", wrong))
    for entry in library.entries:
        for path, wrong in (*_entry_names(entry, keys, causes), *_condition_problems(entry)):
            found.append(Problem("entry", entry.id, path, wrong))
    return found


def tool_problems(entry: LibraryEntry, tools: Mapping[str, ToolSpec]) -> list[Problem]:
    """Find what an entry asks of the catalogue that it does not offer.

    Parameters
    ----------
    entry : LibraryEntry
    tools : mapping
        Indices, charts and detectors by their names.
    """
    return [Problem("entry", entry.id, path, wrong) for path, wrong in _tool_problems(entry, tools)]


def removal_problems(library: Library, removed: Iterable[tuple[str, str]]) -> list[Problem]:
    """Find what a library still names of items that it no longer has.

    Parameters
    ----------
    library : Library
        Without them.
    removed : iterable of (str, str)
        Kind (``entry``, ``reference`` or ``cause``) and name of each.
    """
    found = []
    for kind, key in sorted(removed):
        by = [*_naming(library, kind, key)]
        if by:
            names = {"by": Listing(items=tuple(by), style="and")}
            found.append(
                Problem(kind, key, "", Message(id="libraryerror-still_named", params=names))
            )
    return found


def _naming(library: Library, kind: str, key: str) -> Iterator[str]:
    """Give the names of entries and explanations that name an item; none names an entry."""
    if kind == "reference":
        for entry in library.entries:
            cited = {citation.reference for citation in entry.citations}
            if key in cited | {basis.reference for _, basis in _bases(entry)}:
                yield entry.id
    elif kind == "cause":
        event, _, name = key.partition("/")
        for entry in library.entries:
            if event in entry.event_types and name in (*entry.supports, *entry.opposes):
                yield entry.id
        for cause in library.causes:
            if event in cause.event_types and name in cause.feeds:
                yield cause.key


def twin_problems(whole: Iterable[Named], entries: Iterable[Named]) -> list[Problem]:
    """Find entries that show one thing with another: the same factor for a type of event.

    A factor may have a meaning for each of several explanations, in an entry of its own that speaks
    for that one: dry air behind a cold front, and dry air above a storm.

    Parameters
    ----------
    whole : iterable of EntryText or EntryName
        All entries that count together.
    entries : iterable of EntryText or EntryName
        Those of them that are examined.
    """
    held: dict[tuple[str, str], list[Named]] = defaultdict(list)
    for entry in whole:
        for event in entry.event_types:
            held[event.value, entry.factor].append(entry)
    found = []
    for entry in entries:
        for event in entry.event_types:
            others = [
                other.id
                for other in held[event.value, entry.factor]
                if other.id != entry.id and not of_different_causes(entry, other)
            ]
            if others:
                params = {"other": others[0], "event": event.value}
                wrong = Message(id="libraryerror-alike", params=params)
                found.append(Problem("entry", entry.id, "factor", wrong))
    return found


def _text_problems(value: object, path: tuple[object, ...]) -> Found:
    """Give texts that are too long, or hold what is not shown or turns the rest around."""
    if isinstance(value, str):
        found = _UNSHOWN.search(value)
        at = ".".join(map(str, path))
        if found:
            yield at, Message(id="libraryerror-null", params={"code": f"U+{ord(found[0]):04X}"})
        if len(value) > _LONGEST_TEXT:
            params = {"max_length": f"{_LONGEST_TEXT}"}
            yield at, Message(id="problem-text_too_long", params=params)
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _text_problems(inner, (*path, name))
    elif isinstance(value, (list, tuple)):
        for place, inner in enumerate(value):
            yield from _text_problems(inner, (*path, place))


def _condition_problems(entry: EntryText) -> Found:
    """Give conditions that no case can meet, and hours far from every event."""
    machine = entry.conditions_machine
    for place, month in enumerate(machine.months_nh):
        yield from _ends(f"conditions_machine.months_nh.{place}", month, 1, 12)
    if machine.abs_lat_range is not None:
        yield from _ascending("conditions_machine.abs_lat_range", machine.abs_lat_range)
        for latitude in machine.abs_lat_range:
            yield from _ends("conditions_machine.abs_lat_range", latitude, 0, 90)
    if machine.event_centre_in is not None:
        path = "conditions_machine.event_centre_in"
        west, south, east, north = machine.event_centre_in
        for longitude in (west, east):
            yield from _ends(path, longitude, -180, 360)
        for latitude in (south, north):
            yield from _ends(path, latitude, -90, 90)
        if south >= north:
            params = {"south": f"{south:g}", "north": f"{north:g}"}
            yield path, Message(id="problem-south_of_north", params=params)
    for place, name in enumerate(machine.subtype):
        if name not in SUBTYPES:
            yield f"conditions_machine.subtype.{place}", _unknown(name, SUBTYPES)
    for hour in entry.where.lag_hours if entry.where is not None else ():
        yield from _ends("where.lag_hours", hour, -_FARTHEST_HOUR, _FARTHEST_HOUR)


def _ends(path: str, value: float, least: float, greatest: float) -> Found:
    if value < least:
        yield path, Message(id="problem-at_least", params={"ge": f"{least:g}"})
    if value > greatest:
        yield path, Message(id="problem-at_most", params={"le": f"{greatest:g}"})


def _ascending(path: str, ends: tuple[float, float]) -> Found:
    first, last = ends
    if first > last:
        params = {"first": f"{first:g}", "last": f"{last:g}"}
        yield path, Message(id="libraryerror-ends_of_limit", params=params)


def _twice(kind: str, names: Iterable[str]) -> list[Problem]:
    return [
        Problem(kind, name, "", Message(id="libraryerror-twice", params={"count": str(count)}))
        for name, count in Counter(names).items()
        if count > 1
    ]


def _unknown(name: str, known: Iterable[str]) -> Message:
    near = difflib.get_close_matches(name, sorted(known), n=_NEAR, cutoff=0.5)
    if not near:
        return Message(id="libraryerror-unknown", params={"name": name})
    return Message(
        id="libraryerror-unknown_near",
        params={"name": name, "near": Listing(items=tuple(near), style="or")},
    )


def _entry_names(
    entry: LibraryEntry, keys: set[str], causes: Mapping[EventType, set[str]]
) -> Found:
    known = set.intersection(*(causes[event] for event in entry.event_types))
    for place, citation in enumerate(entry.citations):
        if citation.reference not in keys:
            yield f"citations.{place}", _unknown(citation.reference, keys)
    for field, named in (("supports", entry.supports), ("opposes", entry.opposes)):
        for place, name in enumerate(named):
            if name not in known:
                yield f"{field}.{place}", _unknown(name, known)
    for name in sorted({*entry.supports} & {*entry.opposes}):
        yield "opposes", Message(id="libraryerror-for_and_against", params={"name": name})
    for path, basis in _bases(entry):
        if basis.reference is not None and basis.reference not in keys:
            yield f"{path}.basis.reference", _unknown(basis.reference, keys)


def _bases(entry: LibraryEntry) -> Iterator[tuple[str, ThresholdBasis]]:
    """Give each threshold's basis with the path of the threshold."""
    if not isinstance(entry.expected, IndexExpectation):
        return
    if entry.expected.clim is not None and entry.expected.clim.basis is not None:
        yield "expected.clim", entry.expected.clim.basis
    for path, test in (*_tests(entry.expected), *_extra_tests(entry.expected)):
        if test.basis is not None:
            yield path, test.basis


def _tests(expected: IndexExpectation) -> Iterator[tuple[str, AbsoluteTest]]:
    """Give the thresholds of an index in its own unit, with their paths."""
    if expected.absolute is not None:
        yield "expected.absolute", expected.absolute
    if expected.floor is not None:
        yield "expected.floor", expected.floor
    for place, band in enumerate(expected.bands):
        yield f"expected.bands.{place}.absolute", band.absolute


def _extra_tests(expected: IndexExpectation) -> Iterator[tuple[str, AbsoluteTest]]:
    """Give the thresholds of other outputs of an index, with their paths."""
    for place, extra in enumerate(expected.also):
        yield f"expected.also.{place}.test", extra.test


def _tool_problems(entry: LibraryEntry, tools: Mapping[str, ToolSpec]) -> Found:
    spec = tools.get(entry.factor)
    factors = [name for name, item in tools.items() if item.kind is not ToolKind.DETECTOR]
    if spec is None or spec.kind is ToolKind.DETECTOR:
        yield "factor", _unknown(entry.factor, factors)
        return
    if spec.kind.value != entry.modality.value:
        yield "modality", _is_not("kind", spec.kind.value, entry.modality.value)
    if entry.expected.kind != entry.modality.value:
        yield "expected.kind", _is_not("kind", entry.modality.value, entry.expected.kind)
    if spec.category is not entry.category:
        yield "category", _is_not("category", f"{spec.category}", entry.category.value)
    if isinstance(entry.expected, FigureExpectation):
        yield from _detector_problems(entry.expected, tools)
    elif spec.kind is ToolKind.INDEX:
        yield from _index_problems(entry.expected, spec)
    for place, name in enumerate(entry.alternatives):
        if name == entry.factor:
            yield f"alternatives.{place}", Message(id="libraryerror-itself")
        elif name not in factors:
            yield f"alternatives.{place}", _unknown(name, factors)


def _is_not(what: str, expected: str, given: str) -> Message:
    params = {"expected": expected, "given": given}
    return Message(id=f"libraryerror-other_{what}", params=params)


def _detector_problems(expected: FigureExpectation, tools: Mapping[str, ToolSpec]) -> Found:
    detectors = {name: item for name, item in tools.items() if item.kind is ToolKind.DETECTOR}
    if not expected.detectors:
        yield "expected.detectors", Message(id="libraryerror-no_detector")
    for place, item in enumerate(expected.detectors):
        path = f"expected.detectors.{place}"
        spec = detectors.get(item.detector)
        if spec is None:
            yield f"{path}.detector", _unknown(item.detector, detectors)
        else:
            yield from _parameter_problems(f"{path}.params", item.params, spec)


def _index_problems(expected: IndexExpectation, spec: ToolSpec) -> Found:
    units = {item.name: item.unit for item in spec.reductions}
    unit = units.get(expected.reduction)
    if unit is None:
        yield "expected.reduction", _unknown(expected.reduction, units)
    elif unit != expected.unit:
        yield "expected.unit", _is_not("unit", unit, expected.unit)
    if expected.clim is None and expected.absolute is None and not expected.bands:
        yield "expected", Message(id="libraryerror-no_threshold")
    yield from _limit_problems(expected)
    yield from _parameter_problems("expected.params", expected.params, spec)
    for place, extra in enumerate(expected.also):
        if extra.output not in spec.extra_outputs:
            yield f"expected.also.{place}.output", _unknown(extra.output, spec.extra_outputs)
    if expected.blows_from is not None and "direction_deg_from" not in spec.extra_outputs:
        yield "expected.blows_from", Message(id="libraryerror-no_direction")
    if spec.valid_range is None or unit != spec.unit or expected.reduction in _OF_DIFFERENCES:
        return
    low, high = spec.valid_range
    for path, test in _tests(expected):
        values = test.value if isinstance(test.value, tuple) else (test.value,)
        for value in values:
            if not low <= value <= high:
                params = {"value": f"{value:g}", "low": f"{low:g}", "high": f"{high:g}"}
                wrong = Message(id="libraryerror-out_of_range", params={**params, "unit": unit})
                yield f"{path}.value", wrong


def _limit_problems(expected: IndexExpectation) -> Found:
    """Give limits that nothing can reach, or that look for the opposite of the anomaly."""
    clim = expected.clim
    if clim is not None and clim.stat == "pct" and not 0 <= clim.threshold <= 100:
        params = {"value": f"{clim.threshold:g}", "low": "0", "high": "100", "unit": "%"}
        yield "expected.clim.threshold", Message(id="libraryerror-out_of_range", params=params)
    sided = {path for path, _ in _tests(expected) if path != "expected.floor"}
    opposite, own = _OTHER_SIDE.get(expected.tail, ("", ""))
    for path, test in (*_tests(expected), *_extra_tests(expected)):
        if (test.op == "in") != isinstance(test.value, tuple):
            yield f"{path}.value", Message(id="libraryerror-numbers_of_limit")
        elif isinstance(test.value, tuple) and test.value[0] > test.value[1]:
            params = {"first": f"{test.value[0]:g}", "last": f"{test.value[1]:g}"}
            yield f"{path}.value", Message(id="libraryerror-ends_of_limit", params=params)
        if path in sided and test.op == opposite:
            yield f"{path}.op", _is_not("side", own, test.op)


def _parameter_problems(path: str, given: Mapping[str, JsonValue], spec: ToolSpec) -> Found:
    offered = {item.name: item for item in spec.parameters}
    for name, value in given.items():
        if name not in offered:
            yield f"{path}.{name}", _unknown(name, offered)
            continue
        wrong = _parameter_problem(offered[name], value)
        if wrong is not None:
            yield f"{path}.{name}", wrong


def _parameter_problem(spec: ParameterSpec, value: JsonValue) -> Message | None:
    if spec.choices and f"{value}" not in spec.choices:
        choices = Listing(items=spec.choices, style="or")
        return Message(id="libraryerror-choices", params={"choices": choices})
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return None
    if spec.minimum is not None and value < spec.minimum:
        return Message(id="problem-at_least", params={"ge": f"{spec.minimum:g}"})
    if spec.maximum is not None and value > spec.maximum:
        return Message(id="problem-at_most", params={"le": f"{spec.maximum:g}"})
    return None
