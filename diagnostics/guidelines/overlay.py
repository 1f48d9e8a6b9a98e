"""A centre's overlay: its adjustments, entries and omissions, put into a release it works with.

The result is a release like any other, with a digest of its own, so that nothing that reads
releases has to know of overlays.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from diagnostics.contracts.base import digest_of
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.guidelines import (
    AbsoluteTest,
    Cause,
    ClimatologyTest,
    Curation,
    EntryName,
    EntryText,
    FigureExpectation,
    GuidelineEntry,
    GuidelineRelease,
    IndexExpectation,
)
from diagnostics.contracts.library import Library, LibraryEntry, LibraryReference, Touch
from diagnostics.contracts.overlay import Adjustment, OverlayConflict
from diagnostics.contracts.tools import ToolSpec
from diagnostics.errors import ArgumentError
from diagnostics.guidelines.difference import touch_of
from diagnostics.guidelines.exchange import (
    Problem,
    field_take,
    field_value,
    fields_of,
    library_problems,
    patched,
    read_items,
    tool_problems,
    twin_problems,
)
from diagnostics.guidelines.preset_numbers import (
    is_preset_number,
    is_preset_source,
    preset_documents,
)
from diagnostics.guidelines.presets import PRESET, adjusted_presets
from diagnostics.guidelines.release import ADJUSTED, OWN, release_digest, released_entry
from diagnostics.messages import Message

_TESTS = ("expected.absolute", "expected.floor", "expected.clim")
_LIMITS = (*_TESTS, "expected.bands", "expected.also", "expected.detectors", "expected.require")
_FREE = (*_LIMITS, "expected.blows_from", "where", "conditions_machine", "weight")
_NOT_EDITED = frozenset({"references", "citations", "curation", "revision"})
_SOURCE = "basis"
"""The part of a limit that says where it comes from."""
_OF_RELEASE = "library"
"""Stands for the sources of an adjusted entry, which stay those of the release."""
_EVENTS = frozenset(event.value for event in EventType)
Item = tuple[str, str]
"""Kind and name."""
T = TypeVar("T", AbsoluteTest, ClimatologyTest)


def adjustable(kind: str, path: str) -> bool:
    """Whether a centre may say a field of a shared item otherwise.

    Its limits, weight, place, hours and conditions are a centre's to set, and its texts; what an
    entry looks for, and what it speaks for, is not. Of a preset a centre sets numbers and their
    sources alone.

    Parameters
    ----------
    kind : str
        ``entry``, ``cause`` or ``preset``.
    path : str
        Of the field; empty: the entry is not used.
    """
    if kind == PRESET:
        return is_preset_number(path) or is_preset_source(path)
    if not path:
        return kind == "entry"
    if kind == "entry" and any(path == name or path.startswith(f"{name}.") for name in _FREE):
        return True
    name = path.split(".", 1)[0]
    known = EntryText.model_fields if kind == "entry" else Cause.model_fields
    return name in known and name not in ("id", "tags") and touch_of(path) is Touch.TEXT


def says_otherwise(entry: GuidelineEntry, *paths: str) -> bool:
    """Whether a centre has set what an entry decides; other words and sources decide nothing.

    Parameters
    ----------
    entry : GuidelineEntry
        Of a release with an overlay in it, or of any other.
    paths : str, optional
        Fields that are asked about; all without them.
    """
    return entry.curation.status == OWN or any(
        touch_of(path) is not Touch.TEXT
        and not _is_source(path)
        and (not paths or any(f"{path}.".startswith(f"{one}.") for one in paths))
        for path in entry.curation.adjusted
    )


@dataclass(frozen=True)
class Base:
    """A release as the forms of an overlay hold it.

    Parameters
    ----------
    release : GuidelineRelease
    """

    release: GuidelineRelease

    @cached_property
    def documents(self) -> Mapping[Item, dict[str, Any]]:
        """Each entry and explanation without what is as it is by default, and without sources.

        Presets are whole, as the release says them, else as the package does.
        """
        entries = {("entry", item.id): editable_document(item) for item in self.release.entries}
        causes = {("cause", item.key): editable_document(item) for item in self.release.causes}
        presets = {(PRESET, name): of for name, of in preset_documents(self.release).items()}
        return {**entries, **causes, **presets}

    def says(self, item: Item, path: str) -> Any:
        """Return what a field holds; for an empty path, the sha256 of what the item decides."""
        document = self.documents.get(item)
        if document is None:
            return None
        if not path:
            return decided_digest(document)
        return field_value(document, path)

    def conflict(self, adjustment: Adjustment) -> OverlayConflict | None:
        """Return what the release says since of something that a centre says otherwise.

        What is no longer there and was not used anyway is no conflict, and neither is a field that
        the release says as the centre does.
        """
        name = (adjustment.kind, adjustment.item)
        there = name in self.documents
        if adjustment.own:
            return OverlayConflict.ADDED if there else None
        if not there:
            return OverlayConflict.REMOVED if adjustment.path else None
        now = self.says(name, adjustment.path)
        known = [adjustment.was, *adjustment.known]
        if adjustment.path:
            known.append(adjustment.value)
        return None if now in known else OverlayConflict.CHANGED

    def takes(self, adjustment: Adjustment) -> bool:
        """Whether an adjustment makes a difference to the release, and has an item to make it to.

        What is in conflict because the item is gone, or is there by now, has none.
        """
        name = (adjustment.kind, adjustment.item)
        if adjustment.own:
            return name not in self.documents
        if name not in self.documents:
            return False
        return not adjustment.path or self.says(name, adjustment.path) != adjustment.value


def decided_digest(document: Mapping[str, Any]) -> str:
    """Return the sha256 of what an item decides: texts and sources make no difference."""
    fields = fields_of(_without_sources(document))
    return digest_of({path: value for path, value in fields if touch_of(path) is not Touch.TEXT})


def _without_sources(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _without_sources(of) for name, of in value.items() if name != _SOURCE}
    return [_without_sources(item) for item in value] if isinstance(value, list) else value


@dataclass(frozen=True)
class Stock:
    """What the entries of an overlay may name.

    Attributes
    ----------
    references : sequence of LibraryReference
    tools : mapping
        Indices, charts and detectors by their names.
    """

    references: Sequence[LibraryReference]
    tools: Mapping[str, ToolSpec]


@dataclass(frozen=True)
class Combination:
    """A release with an overlay in it, and what is wrong with that.

    Attributes
    ----------
    release : GuidelineRelease
        With its digest; without what has problems.
    problems : tuple of Problem
    """

    release: GuidelineRelease
    problems: tuple[Problem, ...]


def combined(
    base: Base, adjustments: Iterable[Adjustment], stock: Stock, *, number: int
) -> Combination:
    """Put a centre's overlay into a release.

    A limit that the centre has changed loses the source of the library's, and an entry that is
    judged otherwise its measured hits: neither is true of it any more. What is in conflict because
    the item is gone, or is there by now, is left out. What is wrong in the release itself is no
    problem of the overlay.

    Parameters
    ----------
    base : Base
    adjustments : iterable of Adjustment
        In any order.
    stock : Stock
    number : int
        Of the overlay; it stands in the version.

    Returns
    -------
    Combination
    """
    taken = sorted(filter(base.takes, adjustments), key=lambda one: (one.kind, one.item, one.path))
    said = [one for one in taken if one.kind != PRESET]
    presets, wrong_presets = adjusted_presets(
        base.release, [one for one in taken if one.kind == PRESET]
    )
    unused = {("entry", one.item) for one in said if not one.path}
    changes: dict[Item, dict[str, Any]] = defaultdict(dict)
    for one in said:
        name = (one.kind, one.item)
        if name not in unused:
            changes[name][one.path] = one.value
    read, problems = _read(base, changes)
    problems += _problems(base, read, stock)
    problems += _twins(base, changes, unused)
    problems += _other_units(read, said)
    wrong = {(problem.kind, problem.key) for problem in problems}
    entries = {
        entry.id: _released(base, entry, changes["entry", entry.id], stock)
        for entry in read.entries
        if ("entry", entry.id) not in wrong
    }
    causes = {cause.key: cause for cause in read.causes if ("cause", cause.key) not in wrong}
    kept = [
        entries.pop(item.id, item)
        for item in base.release.entries
        if ("entry", item.id) not in unused
    ]
    release = base.release.model_copy(
        update={
            "presets": presets,
            "version": f"{base.release.version}+centre.{number}",
            "entries": (*kept, *entries.values()),
            "causes": tuple(causes.get(item.key, item) for item in base.release.causes),
            "unused": tuple(
                EntryName(id=item.id, factor=item.factor, event_types=item.event_types)
                for item in base.release.entries
                if ("entry", item.id) in unused
            ),
        }
    )
    release = release.model_copy(update={"digest": release_digest(release)})
    return Combination(release, (*problems, *wrong_presets))


def editable_document(item: EntryText | Cause) -> dict[str, Any]:
    """Return an item as forms hold it: without its sources and defaults."""
    document: dict[str, Any] = item.model_dump(
        mode="json", exclude_defaults=True, exclude={*_NOT_EDITED}
    )
    if isinstance(item, EntryText):
        document["expected"] = {"kind": item.expected.kind, **document["expected"]}
        for path in _TESTS:
            field_take(document, f"{path}.value_coarse")
        for band in document["expected"].get("bands", ()):
            band["absolute"].pop("value_coarse", None)
        for extra in document["expected"].get("also", ()):
            extra["test"].pop("value_coarse", None)
    return document


def _read(base: Base, changes: Mapping[Item, Mapping[str, Any]]) -> tuple[Library, list[Problem]]:
    """Return the adjusted and added items as the library holds them, and what cannot be read."""
    documents: list[tuple[str, dict[str, Any]]] = []
    problems: list[Problem] = []
    for (kind, key), values in changes.items():
        held = base.documents.get((kind, key))
        try:
            document = patched({"id": key} if held is None else held, values)
        except ArgumentError as error:
            problems.append(Problem(kind, key, "", error.text))
            continue
        if held is not None and kind == "entry":
            document["citations"] = [_OF_RELEASE]
        documents.append((kind, document))
    read, wrong = read_items(documents)
    return read, problems + wrong


def _problems(base: Base, read: Library, stock: Stock) -> list[Problem]:
    """Return what the overlay makes wrong: not what is wrong in the release by itself."""
    names = [("entry", entry.id) for entry in read.entries]
    names += [("cause", cause.key) for cause in read.causes]
    before, _ = _read(base, {name: {} for name in names if name in base.documents})
    known = _wrong(base, before, stock)
    return [problem for problem in _wrong(base, read, stock) if problem not in known]


def _listed(values: Mapping[str, Any]) -> list[str]:
    """Return the types of event of an entry that may not be whole yet."""
    given = values.get("event_types")
    return [f"{name}" for name in given] if isinstance(given, list) else []


def _twins(
    base: Base, changes: Mapping[Item, Mapping[str, Any]], unused: set[Item]
) -> list[Problem]:
    """Return the entries of the centre of a factor that another one has, incomplete ones too."""
    own = [
        EntryName(
            id=key,
            factor=f"{values.get('factor')}",
            event_types=tuple(map(EventType, _EVENTS.intersection(_listed(values)))),
            supports=tuple(map(str, values.get("supports") or ())),
        )
        for (kind, key), values in changes.items()
        if kind == "entry" and (kind, key) not in base.documents
    ]
    used = [item for item in base.release.entries if ("entry", item.id) not in unused]
    return twin_problems((*used, *own), own)


def _wrong(base: Base, read: Library, stock: Stock) -> list[Problem]:
    """Return what the bibliography, the catalogue and the explanations do not have."""
    entries = tuple(
        entry.model_copy(update={"citations": ()})
        if ("entry", entry.id) in base.documents
        else entry
        for entry in read.entries
    )
    causes = {cause.key: cause for cause in read.causes}
    whole = Library(
        references=tuple(stock.references),
        causes=tuple(causes.get(item.key, item) for item in base.release.causes),
        entries=(),
    ).model_copy(update={"entries": entries})
    of_tools = [problem for entry in entries for problem in tool_problems(entry, stock.tools)]
    return of_tools + library_problems(whole)


def _other_units(read: Library, said: Iterable[Adjustment]) -> Iterator[Problem]:
    """Give the limits that were set in another unit than the index is judged in by now."""
    units = {entry.id: getattr(entry.expected, "unit", "") for entry in read.entries}
    for one in said:
        unit = units.get(one.item, one.unit)
        if one.unit and one.unit != unit:
            params = {"given": one.unit, "unit": unit}
            wrong = Message(id="libraryerror-unit_changed", params=params)
            yield Problem("entry", one.item, one.path, wrong)


def _released(
    base: Base, entry: LibraryEntry, changes: Mapping[str, Any], stock: Stock
) -> GuidelineEntry:
    """Return an adjusted or added entry as a release holds it."""
    if ("entry", entry.id) not in base.documents:
        references = {item.key: item for item in stock.references}
        return released_entry(entry, references, Curation(status=OWN))
    shared = base.release.entry(entry.id)
    document, held = editable_document(entry), base.documents["entry", entry.id]
    # a default that is written out is no change
    changed = [path for path in changes if field_value(document, path) != field_value(held, path)]
    if not changed:
        return shared
    kept = {name: getattr(entry, name) for name in EntryText.model_fields}
    kept["expected"] = (
        _with_own_sources(entry.expected, shared.expected)
        if any(path.startswith("expected.") for path in changed)
        else shared.expected
    )
    if any(touch_of(path) is Touch.VERDICT and not _is_source(path) for path in changed):
        kept["experience"] = None
    update = {"status": ADJUSTED, "adjusted": tuple(changed)}
    curation = shared.curation.model_copy(update=update)
    return GuidelineEntry(**kept, references=shared.references, curation=curation)


def _is_source(path: str) -> bool:
    return _SOURCE in path.split(".")


def _with_own_sources(
    expected: IndexExpectation | FigureExpectation, shared: IndexExpectation | FigureExpectation
) -> IndexExpectation | FigureExpectation:
    """Return what an entry expects, without the library's sources of limits that it has not.

    A list of limits is written whole, and would carry the sources along.
    """
    if not isinstance(expected, IndexExpectation) or not isinstance(shared, IndexExpectation):
        return expected
    held = [(place, _limit(test)) for place, test in _tests(shared)]
    sources = [test.basis for _, test in _tests(shared)]

    def sourced(place: object, test: T) -> T:
        is_own = (place, _limit(test)) not in held
        return test.model_copy(update={"basis": None}) if is_own and test.basis in sources else test

    update: dict[str, Any] = {
        name: sourced(name, test)
        for name in ("absolute", "floor", "clim")
        if (test := getattr(expected, name)) is not None
    }
    update["bands"] = tuple(
        band.model_copy(update={"absolute": sourced(band.abs_lat_range, band.absolute)})
        for band in expected.bands
    )
    update["also"] = tuple(
        extra.model_copy(update={"test": sourced(extra.output, extra.test)})
        for extra in expected.also
    )
    return expected.model_copy(update=update)


def _tests(expected: IndexExpectation) -> Iterator[tuple[object, AbsoluteTest | ClimatologyTest]]:
    """Give the tests of an index, each with what tells it from the others."""
    plain = {name: getattr(expected, name) for name in ("absolute", "floor", "clim")}
    yield from ((name, test) for name, test in plain.items() if test is not None)
    yield from ((band.abs_lat_range, band.absolute) for band in expected.bands)
    yield from ((extra.output, extra.test) for extra in expected.also)


def _limit(test: AbsoluteTest | ClimatologyTest) -> dict[str, Any]:
    return test.model_dump(exclude={"basis", "value_coarse"})
