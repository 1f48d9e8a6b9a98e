"""A centre's overlay in a release: what it changes, what it leaves, and what is wrong with it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagnostics.catalog import get_catalog
from diagnostics.contracts.enums import ToolKind
from diagnostics.contracts.guidelines import (
    AbsoluteTest,
    Cause,
    EntryText,
    Experience,
    ExtraTest,
    FigureExpectation,
    GuidelineEntry,
    GuidelineRelease,
    IndexExpectation,
    ThresholdBasis,
)
from diagnostics.contracts.overlay import Adjustment, OverlayConflict
from diagnostics.guidelines import (
    Base,
    Combination,
    Stock,
    adjustable,
    combined,
    deciding_changes,
    editable_document,
    load_library,
    load_release,
    pack_release,
    release_difference,
    release_digest,
    unpack_release,
)
from diagnostics.guidelines.exchange import fields_of

TOOLS = {spec.name: spec for spec in get_catalog().specs()}
STOCK = Stock(load_library().references, TOOLS)
BASE = Base(load_release())
REFERENCE = load_library().references[0].key
BASIS = ThresholdBasis(reference=REFERENCE, page="2")
LIMIT = "expected.absolute.value"


def release_with(*entries: GuidelineEntry) -> GuidelineRelease:
    """The seed with other words of some of its entries."""
    words = {entry.id: entry for entry in entries}
    kept = tuple(words.get(entry.id, entry) for entry in load_release().entries)
    release = load_release().model_copy(update={"entries": kept})
    return release.model_copy(update={"digest": release_digest(release)})


def first(kind: str, *present: str) -> GuidelineEntry:
    """The first entry of the seed that has such an expectation, with these parts."""
    return next(
        entry
        for entry in load_release().entries
        if entry.expected.kind == kind and all(getattr(entry.expected, name) for name in present)
    )


LIMITED = first("index", "absolute")
MEASURED = LIMITED.model_copy(
    update={
        "experience": Experience(confirmed=3, tested=4),
        "expected": LIMITED.expected.model_copy(
            update={"absolute": LIMITED.expected.absolute.model_copy(update={"basis": BASIS})}
        ),
    }
)
"""An entry whose limit has a source, and that was measured."""


def other(path: str, value: Any, entry: GuidelineEntry = LIMITED, **more: Any) -> Adjustment:
    """The centre has another value in a field."""
    base = BASE if BASE.release.entry(entry.id) == entry else Base(release_with(entry))
    was = base.says(("entry", entry.id), path)
    known = {"kind": "entry", "item": entry.id, "path": path, "was": was, "value": value}
    return Adjustment(**{**known, **more})


def unused(entry: GuidelineEntry) -> Adjustment:
    return other("", None, entry)


def own(name: str, document: dict[str, Any]) -> list[Adjustment]:
    """An entry that the centre adds."""
    return [
        Adjustment(kind="entry", item=name, path=path, own=True, value=value)
        for path, value in fields_of(document)
        if path != "id"
    ]


def own_like(entry: GuidelineEntry, **changes: Any) -> list[Adjustment]:
    """An entry of the centre with the fields of a shared one."""
    document = {**editable_document(entry), "citations": [REFERENCE]}
    return own("our_own", {**document, **changes})


def combine(*adjustments: Adjustment, base: GuidelineRelease | None = None) -> Combination:
    return combined(BASE if base is None else Base(base), adjustments, STOCK, number=1)


def entry_of(combination: Combination, entry: GuidelineEntry) -> GuidelineEntry:
    assert combination.problems == ()
    return combination.release.entry(entry.id)


def problems(combination: Combination) -> dict[tuple[str, str], str]:
    """What is wrong by item and path; what is wrong is not in the release."""
    for problem in combination.problems:
        adjusted = {item.id for item in combination.release.entries if item.curation.adjusted}
        own_ones = {
            item.id for item in combination.release.entries if item.curation.status == "own"
        }
        assert problem.key not in adjusted | own_ones
    return {(item.key, item.path): item.what.id for item in combination.problems}


def test_an_empty_overlay_changes_version_and_digest_alone() -> None:
    release = load_release()
    made = combine().release
    assert made.version == f"{release.version}+centre.1"
    assert made.digest == release_digest(made) != release.digest
    changed = {"version": release.version, "digest": release.digest}
    assert made.model_copy(update=changed) == release


@settings(max_examples=6)
@given(order=st.randoms())
def test_the_order_of_adjustments_makes_no_difference(order: random.Random) -> None:
    others = [entry for entry in load_release().entries if entry.id != LIMITED.id]
    wanted = [
        other("weight", 5 if LIMITED.weight == 1 else 1),
        other("note", "Our valley."),
        other("where.reach_km", 123.0),
        *(other("note", "Ours too.", entry) for entry in others[5:8]),
        *(
            Adjustment(kind="preset", item=name, path="days.boundary_hour", value=8)
            for name in ("cma", "nws")
        ),
        Adjustment(
            kind="preset", item="cma", path="criteria.rainstorm.windows.0.grades.0.value", value=60
        ),
        unused(others[0]),
        unused(others[1]),
        *own_like(others[0]),
        *own("another", {**editable_document(others[1]), "citations": [REFERENCE]}),
    ]
    known = combine(*wanted)
    assert known.problems == ()
    order.shuffle(wanted)
    assert pack_release(combine(*wanted).release) == pack_release(known.release)


def editable_fields() -> Iterator[tuple[str, str, str, Any]]:
    for (kind, key), document in BASE.documents.items():
        for path, value in fields_of(document):
            yield kind, key, path, value


def test_what_the_release_says_anyway_is_no_change() -> None:
    said = [
        Adjustment(kind=kind, item=key, path=path, was=value, value=value)
        for kind, key, path, value in editable_fields()
        if adjustable(kind, path)
    ]
    assert {one.item for one in said} == {key for _, key in BASE.documents}
    assert combine(*said) == combine()


VALUES = {
    "weight": st.integers(1, 5),
    "where.reach_km": st.floats(1, 20_000),
    "where.lag_hours": st.tuples(st.integers(-48, 0), st.integers(0, 24)).map(list),
    "conditions_machine.months_nh": st.lists(st.integers(1, 12), min_size=1, max_size=3),
    "note": st.text(st.characters(categories=("L", "Nd")), min_size=1),
}


@settings(max_examples=6)
@given(data=st.data())
def test_the_release_differs_by_what_the_centre_says_and_no_more(data: Any) -> None:
    entries = data.draw(
        st.lists(
            st.sampled_from(load_release().entries), max_size=3, unique_by=lambda entry: entry.id
        )
    )
    said = [
        other(path, data.draw(VALUES[path]), entry)
        for entry in entries
        for path in data.draw(st.sets(st.sampled_from(sorted(VALUES)), min_size=1))
    ]
    made = combine(*said)
    assert made.problems == ()
    found = {
        (item.key, field.path): field.after
        for item in release_difference(load_release(), made.release).items
        for field in item.fields
        if not field.path.startswith("experience")
    }
    assert found == {(one.item, one.path): one.value for one in said if one.value != one.was}
    for entry in made.release.entries:
        paths = tuple(sorted(path for key, path in found if key == entry.id))
        assert entry.curation.adjusted == paths
    back = [one.model_copy(update={"value": one.was}) for one in said]
    assert combine(*back) == combine()


@pytest.mark.parametrize(
    ("kind", "path", "value"),
    [
        ("figure", "expected.require", "any"),
        ("index", "conditions_machine.months_nh", []),
        ("index", "note_zh", ""),
    ],
)
def test_a_default_that_is_written_out_is_no_change(kind: str, path: str, value: Any) -> None:
    entry = next(
        entry
        for entry in load_release().entries
        if entry.expected.kind == kind and BASE.says(("entry", entry.id), path) is None
    )
    assert combine(other(path, value, entry)) == combine()


def test_every_entry_can_be_adjusted_and_stays_as_it_is_elsewhere() -> None:
    entries = load_release().entries
    together = combine(*(other("note", "Our own note.", entry) for entry in entries))
    for entry in entries:
        made = entry_of(together, entry)
        assert made.model_copy(update={"note": entry.note, "curation": entry.curation}) == entry
        assert (made.curation.status, made.curation.adjusted) == ("adjusted", ("note",))


@pytest.mark.parametrize("entry", load_release().entries[::40], ids=lambda entry: entry.id)
def test_an_adjusted_entry_leaves_the_others(entry: GuidelineEntry) -> None:
    made = combine(other("note", "Our own note.", entry))
    kept = load_release().entries
    assert [item for item in made.release.entries if item not in kept] == [entry_of(made, entry)]


@pytest.mark.parametrize("cause", load_release().causes, ids=lambda cause: cause.key)
def test_every_explanation_can_be_reworded(cause: Cause) -> None:
    said = Adjustment(kind="cause", item=cause.key, path="chain", was=cause.chain, value="Rain.")
    made = combine(said)
    assert made.problems == ()
    changed = [item for item in made.release.causes if item not in load_release().causes]
    assert changed == [cause.model_copy(update={"chain": "Rain."})]


class TestAdjustable:
    REFUSED: ClassVar[dict[str, set[str]]] = {
        "entry": {
            # what it is about and looks for
            *("id", "event_types", "factor", "modality", "category", "finding"),
            *("expected.kind", "expected.direction", "expected.tail", "expected.reduction"),
            *("expected.unit", "expected.level", "expected.params", "restates_criterion"),
            # what it speaks for, and how it is found in the library
            *("supports", "opposes", "alternatives", "tags"),
            # what was measured or judged by the library's curators
            *("experience", "confidence", "difficulty"),
            # its sources and its state
            *("references", "citations", "curation", "revision"),
        },
        "cause": {"id", "event_types", "feeds"},
    }

    def test_fields_are_a_centres_or_not(self) -> None:
        expected = {*IndexExpectation.model_fields, *FigureExpectation.model_fields}
        names = {
            "entry": {
                *(name for name in EntryText.model_fields if name != "expected"),
                *(f"expected.{name}" for name in expected),
                *("references", "citations", "curation", "revision"),
            },
            "cause": {*Cause.model_fields},
        }
        for kind, all_of in names.items():
            refused = {path for path in all_of if not adjustable(kind, path)}
            assert refused == self.REFUSED[kind]

    def test_an_entry_can_be_left_out_and_an_explanation_cannot(self) -> None:
        assert adjustable("entry", "")
        assert not adjustable("cause", "")

    @pytest.mark.parametrize("path", ["weights", "no_such", "expected", "expected.absolut.value"])
    def test_what_is_no_field_is_not(self, path: str) -> None:
        assert not adjustable("entry", path)
        assert not adjustable("cause", path)


class TestSources:
    """What the library says of its own limits is not said of the centre's."""

    def made(self, *adjustments: Adjustment, entry: GuidelineEntry = MEASURED) -> GuidelineEntry:
        return entry_of(combine(*adjustments, base=release_with(entry)), entry)

    def test_an_adjusted_entry_keeps_its_publications(self) -> None:
        made = self.made(other(LIMIT, _more(MEASURED), MEASURED))
        assert made.references == MEASURED.references

    def test_another_limit_has_neither_source_nor_measured_hits(self) -> None:
        made = self.made(other(LIMIT, _more(MEASURED), MEASURED))
        assert made.expected.absolute.value == _more(MEASURED)
        assert made.expected.absolute.basis is None
        assert made.experience is None

    @pytest.mark.parametrize(("path", "value"), [("note", "Ours."), ("weight", 1)])
    def test_another_text_or_weight_leaves_both(self, path: str, value: Any) -> None:
        made = self.made(
            other(path, value, MEASURED.model_copy(update={"weight": 5})),
            entry=MEASURED.model_copy(update={"weight": 5}),
        )
        assert made.expected == MEASURED.expected
        assert made.experience == MEASURED.experience

    @pytest.mark.parametrize(
        ("path", "value"),
        [("where.reach_km", 77.0), ("conditions_machine.months_nh", [6, 7])],
    )
    def test_another_place_or_condition_leaves_the_source(self, path: str, value: Any) -> None:
        made = self.made(other(path, value, MEASURED))
        assert made.expected == MEASURED.expected
        assert made.experience is None

    def test_a_source_that_the_centre_gives_is_kept(self) -> None:
        made = self.made(
            other(LIMIT, _more(MEASURED), MEASURED),
            other("expected.absolute.basis.page", "17", MEASURED),
        )
        assert made.expected.absolute.basis == BASIS.model_copy(update={"page": "17"})

    def test_another_source_alone_leaves_the_measured_hits(self) -> None:
        made = self.made(other("expected.absolute.basis.page", "17", MEASURED))
        assert made.experience == MEASURED.experience

    def test_another_limit_loses_no_source_of_another_one(self) -> None:
        floor = AbsoluteTest(op=">=", value=_least(MEASURED), basis=BASIS)
        expected = MEASURED.expected.model_copy(update={"floor": floor})
        entry = MEASURED.model_copy(update={"expected": expected})
        made = self.made(other(LIMIT, _more(entry), entry), entry=entry)
        assert made.expected.absolute.basis is None
        assert made.expected.floor.basis == BASIS

    def test_a_list_of_limits_carries_no_source_along(self) -> None:
        held = first("index", "bands")
        bands = tuple(
            band.model_copy(update={"absolute": band.absolute.model_copy(update={"basis": BASIS})})
            for band in held.expected.bands
        )
        entry = held.model_copy(
            update={"expected": held.expected.model_copy(update={"bands": bands})}
        )
        wanted = [band.model_dump(mode="json") for band in bands]
        for band in wanted:
            del band["absolute"]["value_coarse"]
        wanted[0]["absolute"]["value"] *= 1.01
        made = self.made(other("expected.bands", wanted, entry), entry=entry)
        assert made.expected.bands[0].absolute.basis is None
        assert made.expected.bands[1:] == bands[1:]


def _more(entry: GuidelineEntry) -> float:
    """Another limit, near the one of an entry."""
    return float(round(entry.expected.absolute.value * 1.01, 6))


def _least(entry: GuidelineEntry) -> float:
    return float(entry.expected.absolute.value) / 2


class TestLists:
    def test_bands(self) -> None:
        entry = first("index", "bands")
        wanted = BASE.says(("entry", entry.id), "expected.bands")[:1]
        made = entry_of(combine(other("expected.bands", wanted, entry)), entry)
        assert made.expected.bands == entry.expected.bands[:1]

    def test_further_tests(self) -> None:
        spec = next(
            spec for spec in TOOLS.values() if spec.extra_outputs and spec.kind is ToolKind.INDEX
        )
        entry = next((entry for entry in load_release().entries if entry.factor == spec.name), None)
        if entry is None:
            pytest.fail(f"no entry of {spec.name}")
        wanted = [
            {"output": spec.extra_outputs[0], "test": {"op": ">=", "value": value}}
            for value in (1.0, 2.0)
        ]
        made = entry_of(combine(other("expected.also", wanted, entry)), entry)
        assert made.expected.also == tuple(ExtraTest.model_validate(item) for item in wanted)

    def test_detectors(self) -> None:
        entry = next(
            entry
            for entry in load_release().entries
            if entry.expected.kind == "figure" and len(entry.expected.detectors) > 1
        )
        wanted = BASE.says(("entry", entry.id), "expected.detectors")[1:]
        made = entry_of(combine(other("expected.detectors", wanted, entry)), entry)
        assert made.expected.detectors == entry.expected.detectors[1:]

    def test_an_unknown_detector_is_a_problem(self) -> None:
        entry = first("figure")
        made = combine(other("expected.detectors", [{"detector": "nothing"}], entry))
        assert problems(made) == {
            (entry.id, "expected.detectors.0.detector"): "libraryerror-unknown"
        }
        assert made.release.entry(entry.id) == entry


class TestOwnEntries:
    def test_come_with_their_publications_in_full(self) -> None:
        made = combine(unused(LIMITED), *own_like(LIMITED))
        assert made.problems == ()
        entry = made.release.entry("our_own")
        publication = load_library().references[0]
        assert [(item.key, item.text) for item in entry.references] == [
            (publication.key, publication.text)
        ]
        assert (entry.curation.status, entry.curation.adjusted) == ("own", ())
        assert entry.expected == LIMITED.expected

    def test_and_a_shared_one_would_count_one_thing_twice(self) -> None:
        alike = combine(*own_like(LIMITED))
        assert problems(alike) == {("our_own", "factor"): "libraryerror-alike"}

    def test_but_not_where_each_speaks_for_explanations_of_its_own(self) -> None:
        [event] = LIMITED.event_types
        other = next(
            cause.id
            for cause in load_library().causes
            if event in cause.event_types and cause.id not in LIMITED.supports
        )
        assert combine(*own_like(LIMITED, supports=[other], opposes=[])).problems == ()
        assert problems(combine(*own_like(LIMITED, supports=[]))) == {
            ("our_own", "factor"): "libraryerror-alike"
        }

    def test_and_one_another_too(self) -> None:
        document = {**editable_document(LIMITED), "citations": [REFERENCE]}
        alike = combine(unused(LIMITED), *own("one", document), *own("two", document))
        assert problems(alike) == {
            ("one", "factor"): "libraryerror-alike",
            ("two", "factor"): "libraryerror-alike",
        }

    def test_need_a_source_that_there_is(self) -> None:
        made = combine(unused(LIMITED), *own_like(LIMITED, citations=["nobody1900"]))
        assert problems(made) == {("our_own", "citations.0"): "libraryerror-unknown"}
        none = combine(unused(LIMITED), *own_like(LIMITED, citations=[]))
        assert [problem.path for problem in none.problems] == ["citations"]

    def test_that_are_begun_say_what_they_lack(self) -> None:
        made = combine(*own("our_own", {"factor": LIMITED.factor}))
        assert {"event_types", "expected", "weight"} <= {item.path for item in made.problems}
        assert {item.key for item in made.problems} == {"our_own"}


def test_what_is_not_used_is_gone() -> None:
    made = combine(unused(LIMITED))
    assert made.problems == ()
    assert made.release.entries == tuple(
        entry for entry in load_release().entries if entry.id != LIMITED.id
    )


def test_what_is_not_used_is_not_looked_at() -> None:
    assert combine(unused(LIMITED), other(LIMIT, 1e9)) == combine(unused(LIMITED))


class TestConflicts:
    """What the release says since."""

    def conflict(self, adjustment: Adjustment, release: GuidelineRelease) -> Any:
        return Base(release).conflict(adjustment)

    def without(self, entry: GuidelineEntry) -> GuidelineRelease:
        release = load_release()
        kept = tuple(item for item in release.entries if item.id != entry.id)
        return release.model_copy(update={"entries": kept})

    def heavier(self) -> GuidelineRelease:
        return release_with(LIMITED.model_copy(update={"weight": LIMITED.weight % 5 + 1}))

    def test_a_field_that_says_something_else_since(self) -> None:
        mine = other("weight", (LIMITED.weight + 1) % 5 + 1)
        assert self.conflict(mine, load_release()) is None
        assert self.conflict(mine, self.heavier()) is OverlayConflict.CHANGED

    def test_is_none_where_it_says_what_the_centre_says(self) -> None:
        mine = other("weight", LIMITED.weight % 5 + 1)
        assert self.conflict(mine, self.heavier()) is None
        assert combine(mine, base=self.heavier()) == combine(base=self.heavier())

    def test_is_none_where_another_field_differs(self) -> None:
        assert self.conflict(other("note", "Ours."), self.heavier()) is None

    def test_the_centres_word_stands_until_it_is_chosen(self) -> None:
        mine = other("weight", (LIMITED.weight + 1) % 5 + 1)
        made = entry_of(combine(mine, base=self.heavier()), LIMITED)
        assert made.weight == mine.value

    def test_an_entry_that_is_gone(self) -> None:
        gone = self.without(LIMITED)
        mine = other("note", "Ours.")
        assert self.conflict(mine, gone) is OverlayConflict.REMOVED
        assert combine(mine, base=gone) == combine(base=gone)

    def test_is_none_where_it_was_not_used(self) -> None:
        gone = self.without(LIMITED)
        assert self.conflict(unused(LIMITED), gone) is None
        assert combine(unused(LIMITED), base=gone) == combine(base=gone)

    def test_an_entry_of_the_centre_that_there_is_by_now(self) -> None:
        mine = own(LIMITED.id, {**editable_document(LIMITED), "weight": 1})
        assert {self.conflict(one, load_release()) for one in mine} == {OverlayConflict.ADDED}
        assert {self.conflict(one, self.without(LIMITED)) for one in mine} == {None}
        assert combine(*mine) == combine()

    def test_an_unused_entry_that_decides_something_else_since(self) -> None:
        assert self.conflict(unused(LIMITED), load_release()) is None
        assert self.conflict(unused(LIMITED), self.heavier()) is OverlayConflict.CHANGED
        assert LIMITED.id not in {
            entry.id for entry in combine(unused(LIMITED), base=self.heavier()).release.entries
        }

    @pytest.mark.parametrize(
        "changes", [{"note": "Another."}, {"references": ()}, {"curation": {"status": "x"}}]
    )
    def test_an_unused_entry_with_other_words_or_sources_is_none(self, changes: Any) -> None:
        document = LIMITED.model_dump() | changes
        release = release_with(GuidelineEntry.model_validate(document))
        assert self.conflict(unused(LIMITED), release) is None

    def test_an_unused_entry_with_another_source_of_its_limit_is_none(self) -> None:
        with_basis = MEASURED.model_copy(update={"experience": LIMITED.experience})
        assert self.conflict(unused(LIMITED), release_with(with_basis)) is None


class TestProblems:
    def test_unknown_fields(self) -> None:
        made = combine(other("expected.absolute.values", 3))
        assert [(item.key, item.path) for item in made.problems] == [
            (LIMITED.id, "expected.absolute.values")
        ]

    def test_a_value_that_has_no_parts(self) -> None:
        made = combine(other("weight.of", 3))
        assert problems(made) == {(LIMITED.id, ""): "libraryerror-no_field"}

    def test_values_that_the_quantity_cannot_have(self) -> None:
        entry = next(
            entry
            for entry in load_release().entries
            if getattr(entry.expected, "absolute", None) is not None
            and (spec := TOOLS[entry.factor]).valid_range is not None
            and spec.unit == entry.expected.unit
            and entry.expected.reduction not in ("std", "range", "excess")
        )
        made = combine(other(LIMIT, 1e30, entry))
        assert problems(made) == {(entry.id, LIMIT): "libraryerror-out_of_range"}
        assert made.release.entry(entry.id) == entry

    @pytest.mark.parametrize(
        ("path", "value"),
        [("weight", 6), ("weight", None), ("rationale", "short"), ("rationale", None)],
    )
    def test_values_that_no_entry_can_have(self, path: str, value: Any) -> None:
        assert [item.path for item in combine(other(path, value)).problems] == [path]

    def test_no_limit_at_all(self) -> None:
        entry = next(
            entry
            for entry in load_release().entries
            if getattr(entry.expected, "absolute", None)
            and entry.expected.clim is None
            and not entry.expected.bands
        )
        made = combine(other("expected.absolute", None, entry))
        assert problems(made) == {(entry.id, "expected"): "libraryerror-no_threshold"}

    @pytest.mark.parametrize(
        ("changes", "path", "what"),
        [
            ({"absolute.value": [1.0, 2.0]}, "absolute.value", "numbers_of_limit"),
            ({"absolute.op": "in"}, "absolute.value", "numbers_of_limit"),
            (
                {"absolute.op": "in", "absolute.value": [20.0, 10.0]},
                "absolute.value",
                "ends_of_limit",
            ),
            ({"absolute.op": "<="}, "absolute.op", "other_side"),
            ({"clim": {"stat": "pct", "threshold": 101}}, "clim.threshold", "out_of_range"),
        ],
    )
    def test_limits_that_nothing_reaches_or_that_look_for_the_opposite(
        self, changes: dict[str, Any], path: str, what: str
    ) -> None:
        assert LIMITED.expected.tail == "upper"
        made = combine(*(other(f"expected.{name}", value) for name, value in changes.items()))
        assert problems(made) == {(LIMITED.id, f"expected.{path}"): f"libraryerror-{what}"}

    def test_a_source_of_a_further_test_that_there_is_not(self) -> None:
        entry = first("index", "also")
        wanted = BASE.says(("entry", entry.id), "expected.also")
        test = {**wanted[0]["test"], "basis": {"reference": "nobody1900"}}
        made = combine(other("expected.also", [{**wanted[0], "test": test}], entry))
        path = "expected.also.0.test.basis.reference"
        assert problems(made) == {(entry.id, path): "libraryerror-unknown"}

    def test_another_unit(self) -> None:
        held = LIMITED.expected.unit
        assert combine(other(LIMIT, _more(LIMITED), unit=held)).problems == ()
        made = combine(other(LIMIT, _more(LIMITED), unit="furlong"))
        assert problems(made) == {(LIMITED.id, LIMIT): "libraryerror-unit_changed"}

    @pytest.mark.parametrize("sign", ["\u202e", "\x00", "\ufeff"])
    def test_signs_that_are_not_shown(self, sign: str) -> None:
        made = combine(other("note", f"Our{sign} note."))
        assert problems(made) == {(LIMITED.id, "note"): "libraryerror-null"}
        cause = load_release().causes[0]
        said = Adjustment(
            kind="cause", item=cause.key, path="name", was=cause.name, value=f"A{sign}"
        )
        assert problems(combine(said)) == {(cause.key, "name"): "libraryerror-null"}

    def test_one_problem_leaves_the_rest_as_the_centre_has_it(self) -> None:
        last = load_release().entries[-1]
        made = combine(other("weight", 9), other("note", "Ours.", last))
        assert problems(made) == {(LIMITED.id, "weight"): "problem-at_most"}
        assert made.release.entry(last.id).note == "Ours."

    def test_what_is_wrong_in_the_release_itself_is_none_of_the_overlay(self) -> None:
        entry = MEASURED.model_copy(update={"supports": ("nothing",), "alternatives": ("none",)})
        stock = Stock(load_library().references[1:], TOOLS)
        base = Base(release_with(entry))
        made = combined(base, [other("note", "Ours.", entry)], stock, number=1)
        assert entry_of(made, entry).note == "Ours."


class TestOlderReleases:
    """They have a limit of coarse grids, and no places."""

    ENTRY = LIMITED.model_copy(
        update={
            "where": None,
            "expected": LIMITED.expected.model_copy(
                update={
                    "absolute": LIMITED.expected.absolute.model_copy(update={"value_coarse": 1.0})
                }
            ),
        }
    )

    def test_can_be_adjusted(self) -> None:
        release = release_with(self.ENTRY)
        made = entry_of(combine(other(LIMIT, _more(LIMITED), self.ENTRY), base=release), LIMITED)
        assert made.where is None
        assert made.expected.absolute == AbsoluteTest(
            op=LIMITED.expected.absolute.op, value=_more(LIMITED)
        )

    def test_other_words_decide_nothing(self) -> None:
        release = release_with(self.ENTRY)
        made = combine(other("note", "Ours.", self.ENTRY), base=release)
        assert made.problems == ()
        assert deciding_changes(release, made.release) == ()


class TestAsARelease:
    MADE = combine(other(LIMIT, _more(LIMITED)), unused(load_release().entries[-1]))

    def test_its_file_is_read_again(self) -> None:
        release = self.MADE.release
        assert unpack_release(pack_release(release), release.digest) == release

    def test_its_difference_is_what_the_centre_says(self) -> None:
        found = release_difference(load_release(), self.MADE.release)
        assert [
            (item.key, [field.path for field in item.fields if field.after is not None])
            for item in found.items
        ] == [
            (LIMITED.id, [LIMIT]),
            (load_release().entries[-1].id, []),
        ]
        assert found.items[0].fields[0].unit == LIMITED.expected.unit

    def test_what_it_decides_otherwise(self) -> None:
        found = deciding_changes(load_release(), self.MADE.release)
        assert [(item.entry_id, item.after is None) for item in found] == [
            (LIMITED.id, False),
            (load_release().entries[-1].id, True),
        ]
