"""Presets of event criteria with the numbers, and their sources, that a centre or curators set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from math import isfinite
from typing import Any

from diagnostics.contracts.guidelines import GuidelineRelease, ReleasedPreset
from diagnostics.contracts.library import Library, LibraryPreset
from diagnostics.contracts.overlay import Adjustment
from diagnostics.guidelines.exchange.paths import field_value
from diagnostics.guidelines.exchange.problems import Problem
from diagnostics.guidelines.preset_numbers import (
    Document,
    PresetNumber,
    grade_base,
    is_preset_source,
    labelled_part,
    number_measure,
    package_document,
    preset_documents,
    preset_numbers,
    rule_of,
)
from diagnostics.guidelines.preset_order import disordered_pairs
from diagnostics.messages import Message, Param

PRESET = "preset"
"""The kind of item that a preset is in an overlay."""
OF_CENTRE, OF_LIBRARY = "C", "L"
"""Labels of numbers that a centre has set, and that curators of the library have."""
LONGEST_SOURCE = 300
"""Letters of what says where a number is from."""
_NOON = 12


@dataclass(frozen=True)
class _Setter:
    """Who sets numbers of presets, and how what follows from these is called."""

    label: str
    whose: str
    title: str


_CENTRE = _Setter(OF_CENTRE, "of the centre", ", adjusted by the centre")
_LIBRARY = _Setter(OF_LIBRARY, "of the library", ", revised in the Guideline Library")


@dataclass(frozen=True)
class _Said:
    """A number, or its source, as it is set; `unit` is empty where it is that of the preset."""

    path: str
    value: Any
    unit: str = ""


def adjusted_presets(
    release: GuidelineRelease, said: Sequence[Adjustment]
) -> tuple[tuple[ReleasedPreset, ...], list[Problem]]:
    """Put a centre's numbers into the presets of a release.

    A number of the centre has its label and no source but the one that the centre gives, and no
    grade is named after a number that it has not. A day is named after the date on which most of
    it lies.

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
        mine = [_Said(one.path, one.value, one.unit) for one in said if one.item == name]
        if not mine:
            continue
        made, wrong = _with(name, document, mine, _CENTRE)
        if not wrong:
            revised = presets[name].revised if name in presets else ()
            adjusted = tuple(sorted(one.path for one in mine if not is_preset_source(one.path)))
            presets[name] = ReleasedPreset(
                name=name, document=made, revised=revised, adjusted=adjusted
            )
        problems += wrong
    return tuple(presets[name] for name in sorted(presets)), problems


def revised_presets(library: Library) -> tuple[tuple[ReleasedPreset, ...], list[Problem]]:
    """Put the numbers of a library, and their sources, into the presets of the package.

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
        said = [_Said(path, value) for path, value in (item.numbers | item.sources).items()]
        if not said:
            continue
        made, wrong = _with(item.name, package_document(item.name), said, _LIBRARY)
        problems += wrong
        if not wrong:
            revised = tuple(sorted(item.numbers))
            presets.append(ReleasedPreset(name=item.name, document=made, revised=revised))
    return tuple(sorted(presets, key=lambda item: item.name)), problems


def library_preset(preset: LibraryPreset, changes: Mapping[str, Any]) -> LibraryPreset:
    """Return what the library has of a preset with changes; what the package says is not kept.

    Parameters
    ----------
    preset : LibraryPreset
    changes : mapping
        Numbers and sources by path; None: as the package says.
    """
    package = package_document(preset.name)
    said = {**preset.numbers, **preset.sources, **changes}
    numbers = {path: value for path, value in said.items() if not is_preset_source(path)}
    numbers = _unlike(package, numbers)
    unsourced, _ = _with(
        preset.name, package, [_Said(path, value) for path, value in numbers.items()], _LIBRARY
    )
    sources = {path: text for path, text in said.items() if is_preset_source(path)}
    return preset.model_copy(update={"numbers": numbers, "sources": _unlike(unsourced, sources)})


def _unlike(document: Document, said: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a document does not say, by path in order; it leaves empty texts out."""
    return {
        path: value
        for path, value in sorted(said.items())
        if value is not None and (None if value == "" else value) != field_value(document, path)
    }


def preset_document(preset: LibraryPreset) -> dict[str, Any]:
    """Return criteria whole, as the library has them; as the package where they have problems."""
    presets, _ = revised_presets(Library(presets=(preset,)))
    return deepcopy(presets[0].document if presets else package_document(preset.name))


def _with(
    name: str, document: Document, said: Sequence[_Said], setter: _Setter
) -> tuple[dict[str, Any], list[Problem]]:
    """Return a preset with what is said and what follows from it, and what is wrong then."""
    wrong = list(_impossible(name, document, said))
    impossible = {problem.path for problem in wrong}
    changes = {one.path: one.value for one in said if one.path not in impossible}
    made = _changed(document, changes, setter)
    known = {(pair.lower, pair.upper) for pair in disordered_pairs(document)}
    wrong += [
        Problem(PRESET, name, pair.path(changes), pair.message)
        for pair in disordered_pairs(made)
        if (pair.lower, pair.upper) not in known
    ]
    return made, wrong


def _impossible(name: str, document: Document, said: Sequence[_Said]) -> Iterator[Problem]:
    """Give what is nothing that can be set, or cannot be by its unit."""
    known = {number.path: number for number in preset_numbers(document)}
    sources = {number.source_path for number in known.values() if number.source_path}
    what: Message | None
    for one in said:
        number = known.get(one.path)
        if one.path in sources:
            what = _impossible_source(one.value)
        elif number is None:
            what = Message(id="libraryerror-preset_fixed")
        elif one.unit and one.unit != number.unit:
            params: dict[str, Param] = {"given": one.unit, "unit": number.unit or "-"}
            what = Message(id="libraryerror-unit_changed", params=params)
        else:
            what = _impossible_value(one.value, number)
        if what is not None:
            yield Problem(PRESET, name, one.path, what)


def _impossible_source(value: Any) -> Message | None:
    if isinstance(value, str) and len(value) <= LONGEST_SOURCE:
        return None
    return Message(id="libraryerror-preset_source", params={"longest": LONGEST_SOURCE})


def _impossible_value(value: Any, number: PresetNumber) -> Message | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        return Message(id="libraryerror-preset_no_number")
    if number.whole and value != int(value):
        return Message(id="libraryerror-preset_whole", params={"value": f"{value:g}"})
    if not number.least <= value <= number.greatest:
        return Message(
            id="libraryerror-preset_range",
            params={
                "value": number_measure(value, number.unit),
                "low": number_measure(number.least, number.unit),
                "high": number_measure(number.greatest, number.unit),
            },
        )
    return None


def _changed(document: Document, changes: Mapping[str, Any], setter: _Setter) -> dict[str, Any]:
    """Return a preset with other numbers and sources, and with what follows from them."""
    made: dict[str, Any] = deepcopy(dict(document))
    numbers = {path: value for path, value in changes.items() if not is_preset_source(path)}
    for path, value in numbers.items():
        found = rule_of(path)
        assert found is not None
        rule, groups = found
        place, _, last = path.rpartition(".")
        part = field_value(made, place)
        part[last] = int(value) if rule.whole else float(value)
        if labelled := labelled_part(made, path)[1]:
            labelled["label"] = setter.label
            labelled.pop("source", None)
        if last == "boundary_hour":
            part["named_by_end"] = value > _NOON
        if "grade" in groups:
            _rename(made, path, groups["grade"], setter)
        if last in ("percentile", "run_days") and path.startswith("percentiles."):
            part["quantity"] = f"{part['name']} (percentile {setter.whose})"
    if numbers:
        made["title"] = f"{made['title'].removesuffix(setter.title)}{setter.title}"
    for path in changes.keys() - numbers.keys():
        part = field_value(made, path.rpartition(".")[0])
        part["source"] = changes[path]
        if not part["source"]:
            del part["source"]
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
