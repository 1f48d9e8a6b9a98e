"""A centre's numbers of event criteria: what they change, what they leave, and what is wrong."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagnostics.catalog import get_catalog
from diagnostics.contracts.guidelines import GuidelineRelease, ReleasedPreset
from diagnostics.contracts.library import Touch
from diagnostics.contracts.overlay import Adjustment, OverlayConflict
from diagnostics.contracts.request import PRESETS
from diagnostics.detection.events import load_preset, preset_of, read_preset
from diagnostics.guidelines import (
    Base,
    Combination,
    Stock,
    adjustable,
    combined,
    deciding_changes,
    deciding_criteria,
    load_library,
    load_release,
    pack_release,
    preset_documents,
    preset_numbers,
    release_difference,
    release_digest,
    unpack_release,
)
from diagnostics.guidelines.exchange import field_value
from diagnostics.guidelines.presets import adjusted_presets
from diagnostics.messages import languages, render

STOCK = Stock(load_library().references, {spec.name: spec for spec in get_catalog().specs()})
BASE = Base(load_release())
DOCUMENTS = preset_documents(load_release())
NUMBERS = [(name, number) for name in PRESETS for number in preset_numbers(DOCUMENTS[name])]
LEAST_SHARE = 0.002
"""Of a number by which it may change and still stand between those beside it."""
RAIN = "criteria.rainstorm.windows.0.grades"


def says(name: str, path: str, value: Any, **more: Any) -> Adjustment:
    known = {"kind": "preset", "item": name, "path": path, "value": value}
    return Adjustment(**{"was": BASE.says(("preset", name), path), **known, **more})


def combine(*said: Adjustment, base: Base = BASE) -> Combination:
    return combined(base, said, STOCK, number=1)


def numbers_of(release: GuidelineRelease) -> dict[tuple[str, str], float]:
    documents = preset_documents(release)
    return {
        (name, number.path): number.value
        for name in PRESETS
        for number in preset_numbers(documents[name])
    }


def leaves(value: Any, prefix: str = "") -> dict[str, Any]:
    if not isinstance(value, dict | list):
        return {prefix[:-1]: value}
    parts = value.items() if isinstance(value, dict) else enumerate(value)
    return {
        path: leaf
        for name, part in parts
        for path, leaf in leaves(part, f"{prefix}{name}.").items()
    }


@pytest.mark.parametrize("name", PRESETS)
def test_a_document_is_the_preset_of_the_package(name: str) -> None:
    assert read_preset(DOCUMENTS[name]) == load_preset(name)
    assert BASE.documents["preset", name] == DOCUMENTS[name]


def test_a_release_without_presets_keeps_its_digest() -> None:
    release = load_release()
    assert "presets" not in release.model_dump(mode="json")
    assert release_digest(release) == release.digest
    assert b'"presets"' not in pack_release(release)
    assert combine().release.presets == ()


def test_a_number_saved_as_it_is_changes_nothing() -> None:
    said = [
        says(name, path, value)
        for name in PRESETS
        for path, value in leaves(DOCUMENTS[name]).items()
        if isinstance(value, int | float)
    ]
    assert {(one.item, one.path) for one in said} >= {(name, one.path) for name, one in NUMBERS}
    assert combine(*said) == combine()


@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_another_number_changes_this_number_alone(data: Any) -> None:
    name, number = data.draw(st.sampled_from(NUMBERS))
    share = data.draw(st.floats(LEAST_SHARE / 10, LEAST_SHARE))
    away = 1 if number.whole else share * max(1.0, abs(number.value))
    tried = [
        (value, combine(says(name, number.path, value)))
        for value in (number.value + away, number.value - away)
    ]
    value, made = next((one for one in tried if not one[1].problems), (None, None))
    if made is None:
        # a number of days may stand between two others
        assert number.path.endswith("run_days")
        return
    before, after = numbers_of(load_release()), numbers_of(made.release)
    assert {at: new for at, new in after.items() if before[at] != new} == {
        (name, number.path): value
    }
    (own,) = made.release.presets
    assert (own.name, own.adjusted) == (name, (number.path,))
    assert read_preset(own.document).digest != load_preset(name).digest
    (item,) = release_difference(load_release(), made.release).items
    (field, *gone) = sorted(item.fields, key=lambda one: one.path != number.path)
    assert (item.kind, item.key, field.path) == ("preset", name, number.path)
    assert [(one.path, one.before, one.after, one.touches) for one in gone] == (
        [(number.source_path, number.source, None, Touch.TEXT)] if number.source else []
    )
    assert (field.before, field.after, field.unit) == (number.value, value, number.unit)
    assert field.touches is Touch.VERDICT
    assert release_digest(made.release) == made.release.digest != combine().release.digest
    back = unpack_release(pack_release(made.release), made.release.digest)
    assert back == made.release


@pytest.mark.parametrize(
    ("name", "number"), NUMBERS, ids=lambda one: one if isinstance(one, str) else one.path
)
def test_every_number_has_a_range_and_names(name: str, number: Any) -> None:
    assert number.least <= number.value <= number.greatest
    assert adjustable("preset", number.path)
    assert set(number.names) == set(languages())
    assert number.names["zh"].isascii() is False
    same = [other.path for at, other in NUMBERS if at == name and other.names == number.names]
    assert same == [number.path]
    for end in (number.least, number.greatest):
        document = DOCUMENTS[name]
        presets, _ = adjusted_presets(load_release(), [says(name, number.path, end)])
        read_preset(presets[0].document if presets else document)


class TestWhatFollows:
    def test_a_number_of_the_centre_has_its_label_and_no_source(self) -> None:
        path = "criteria.snowstorm.blizzard.snow_per_hour"
        preset = combine(says("cma", f"{path}.value", 0.2)).release.preset("cma")
        assert preset is not None
        part = field_value(preset.document, path)
        assert (part["value"], part["label"], part.get("source")) == (0.2, "C", None)
        others = {
            at: value
            for at, value in leaves(preset.document).items()
            if leaves(DOCUMENTS["cma"])[at] != value
        }
        assert set(others) == {f"{path}.value", f"{path}.label", "title"}
        assert preset.document["title"].endswith(", adjusted by the centre")

    @pytest.mark.parametrize("name", sorted({name for name, one in NUMBERS if one.source_path}))
    def test_sources_are_those_of_their_numbers_and_decide_nothing(self, name: str) -> None:
        sourced = [one for of, one in NUMBERS if of == name and one.source_path]
        texts = {one.source_path: f"Station record {one.path}" for one in sourced}
        assert all(adjustable("preset", path) for path in texts)
        made = combine(*(says(name, path, text) for path, text in texts.items()))
        assert made.problems == ()
        (own,) = made.release.presets
        held = {one.path: one for one in preset_numbers(own.document)}
        for number in sourced:
            said = texts[number.source_path]
            assert (held[number.path].source, held[number.path].label) == (said, number.label)
        assert own.adjusted == ()
        assert own.document["title"] == DOCUMENTS[name]["title"]
        read_preset(own.document)
        (item,) = release_difference(load_release(), made.release).items
        assert {(one.path, one.touches) for one in item.fields} == {
            (path, Touch.TEXT) for path in texts
        }
        assert deciding_criteria(load_release(), made.release) == ()

    def test_a_number_that_is_set_says_where_it_is_from(self) -> None:
        path = "criteria.cold_wave.grades.0"
        made = combine(
            says("cma", f"{path}.source", "GB/T 21987-2017, table 1"),
            says("cma", f"{path}.drops.24", 7.0),
        )
        part = field_value(made.release.presets[0].document, path)
        assert (part["label"], part["source"]) == ("C", "GB/T 21987-2017, table 1")
        assert made.release.presets[0].adjusted == (f"{path}.drops.24",)

    def test_no_grade_is_named_after_a_number_that_it_has_not(self) -> None:
        made = combine(says("cma", "criteria.gale.sustained.0.value", 15.0)).release
        gale = preset_of(made.presets, "cma").criteria["gale"]
        names = [grade.name for grade in gale.sustained]
        assert names[0] == "gale (grade 1 of the centre)"
        assert names[1:] == [
            grade.name for grade in load_preset("cma").criteria["gale"].sustained[1:]
        ]

    def test_a_percentile_is_not_named_after_another(self) -> None:
        made = combine(says("etccdi", "percentiles.heat_wave.percentile", 95)).release
        criterion = preset_of(made.presets, "etccdi").percentiles["heat_wave"]
        assert (criterion.percentile, criterion.label) == (95, "C")
        assert "90" not in criterion.quantity

    def test_a_day_is_named_after_the_date_that_has_most_of_it(self) -> None:
        made = combine(says("cma", "days.boundary_hour", 8)).release
        assert preset_of(made.presets, "cma").days.named_by_end is False
        made = combine(says("nws", "days.boundary_hour", 20)).release
        assert preset_of(made.presets, "nws").days.named_by_end is True

    def test_of_what_no_entry_decides_nothing_is_measured(self) -> None:
        made = combine(says("cma", f"{RAIN}.0.value", 60.0)).release
        assert deciding_changes(load_release(), made) == ()


class TestProblems:
    @pytest.mark.parametrize(
        ("name", "path", "value", "what"),
        [
            ("cma", f"{RAIN}.0.value", -5.0, "preset_range"),
            ("cma", f"{RAIN}.0.value", "many", "preset_no_number"),
            ("cma", f"{RAIN}.0.value", True, "preset_no_number"),
            ("cma", f"{RAIN}.0.value", None, "preset_no_number"),
            ("cma", f"{RAIN}.0.value", 100.0, "preset_order"),
            ("cma", f"{RAIN}.2.value", 90.0, "preset_order"),
            ("cma", "criteria.rainstorm.windows.1.grades.0.value", 50.0, "preset_order"),
            ("cma", "days.boundary_hour", 25, "preset_range"),
            ("cma", "days.boundary_hour", 8.5, "preset_whole"),
            ("cma", "criteria.gale.gust.0.value", 30.0, "preset_order"),
            ("cma", "criteria.gale.sustained.2.value", 24.0, "preset_order"),
            ("cma", "criteria.gale.strong_wind.value", 18.0, "preset_order"),
            ("cma", "criteria.heat_wave.grades.0.any_of.0.value", 37.0, "preset_order"),
            ("cma", "criteria.heat_wave.grades.0.any_of.0.run_days", 5, "preset_order"),
            ("cma", "criteria.heat_wave.grades.2.any_of.0.peak", 34.0, "preset_order"),
            ("cma", "criteria.heat_wave.grades.2.any_of.0.value", 33.0, "preset_order"),
            ("cma", "criteria.cold_wave.grades.0.drops.24", 11.0, "preset_order"),
            ("cma", "criteria.cold_wave.grades.1.drops.24", 7.0, "preset_order"),
            ("cma", "criteria.cold_wave.grades.1.minimum", 5.0, "preset_order"),
            ("etccdi", "percentiles.heat_wave.percentile", 40, "preset_range"),
            ("etccdi", "percentiles.cold_wave.percentile", 90, "preset_range"),
            ("cma", f"{RAIN}.0.unit", "m", "preset_fixed"),
            ("cma", f"{RAIN}.0.name", "storm", "preset_fixed"),
            ("cma", "criteria.rainstorm.windows.0.hours", 6, "preset_fixed"),
            ("cma", "tolerance.value", 1.0, "preset_fixed"),
            ("cma", "precipitation_days.boundary_hour", 20, "preset_fixed"),
            ("cma", f"{RAIN}.3.value", 300.0, "preset_fixed"),
            ("cma", f"{RAIN}.0.source", 7.0, "preset_source"),
            ("cma", f"{RAIN}.0.source", "x" * 301, "preset_source"),
            ("cma", "tolerance.source", "x", "preset_fixed"),
            ("cma", "days.source", "x", "preset_fixed"),
            ("cma", "", None, "preset_fixed"),
        ],
    )  # fmt: skip
    def test_are_named_with_path_and_cure(
        self, name: str, path: str, value: Any, what: str
    ) -> None:
        made = combine(says(name, path, value))
        assert made.problems
        assert {(item.kind, item.key) for item in made.problems} == {("preset", name)}
        assert {item.what.id for item in made.problems} == {f"libraryerror-{what}"}
        assert made.problems[0].path == path
        assert made.release.presets == ()
        for language in languages():
            assert render(made.problems[0].message, language)

    def test_what_a_centre_cannot_set_is_not_adjustable(self) -> None:
        fixed = ("", f"{RAIN}.0.unit", "criteria.rainstorm.windows.0.hours", "title", "days.source")
        for path in fixed:
            assert not adjustable("preset", path)

    def test_the_order_is_written_in_both_languages(self) -> None:
        (wrong,) = combine(says("cma", f"{RAIN}.0.value", 120.0)).problems
        assert render(wrong.what, "en") == (
            "grades and limits do not ascend: rainstorm, grade 2 “heavy rainstorm”: amount in "
            "24 h is 100 mm, which is no harder to reach than rainstorm, grade 1 “rainstorm”: "
            "amount in 24 h with 120 mm. Change one of the two"
        )
        assert "并不比暴雨，第1级“暴雨”：24小时降水量的120 mm更难达到" in render(wrong.what, "zh")

    def test_a_preset_with_a_problem_is_as_it_was_and_others_are_adjusted(self) -> None:
        made = combine(
            says("cma", f"{RAIN}.0.value", 60.0),
            says("cma", "days.boundary_hour", 25),
            says("nws", "days.boundary_hour", 8),
        )
        assert [item.name for item in made.release.presets] == ["nws"]

    def test_a_centre_adds_no_preset(self) -> None:
        added = says("ours", "days.boundary_hour", 8, own=True)
        (wrong,) = combine(added).problems
        assert wrong.what.id == "libraryerror-preset_unknown"

    def test_a_number_given_in_another_unit(self) -> None:
        (wrong,) = combine(says("cma", f"{RAIN}.0.value", 60.0, unit="m s-1")).problems
        assert wrong.what.id == "libraryerror-unit_changed"
        assert combine(says("cma", f"{RAIN}.0.value", 60.0, unit="mm")).problems == ()


class TestConflicts:
    def moved(self, value: float) -> Base:
        """A base whose shared release says a number otherwise than the package."""
        made = combine(says("cma", f"{RAIN}.0.value", value)).release
        preset = made.presets[0].model_copy(update={"adjusted": ()})
        return Base(load_release().model_copy(update={"presets": (preset,)}))

    def test_a_number_that_the_library_has_changed_since(self) -> None:
        own = says("cma", f"{RAIN}.0.value", 60.0)
        assert BASE.conflict(own) is None
        assert self.moved(55.0).conflict(own) is OverlayConflict.CHANGED
        assert self.moved(60.0).conflict(own) is None
        assert not self.moved(60.0).takes(own)

    def test_a_preset_that_is_gone(self) -> None:
        own = says("gone", "days.boundary_hour", 8)
        assert BASE.conflict(own) is OverlayConflict.REMOVED
        assert combine(own) == combine()

    def test_an_overlay_on_a_release_with_presets_of_its_own(self) -> None:
        base = self.moved(55.0)
        assert combine(base=base).release.presets == base.release.presets
        (both,) = combine(says("cma", "days.boundary_hour", 8), base=base).release.presets
        assert field_value(both.document, f"{RAIN}.0.value") == 55.0
        assert both.adjusted == ("days.boundary_hour",)

    def test_what_is_wrong_in_the_release_is_no_problem_of_the_centre(self) -> None:
        document = preset_documents(load_release())["cma"]
        field_value(document, "criteria.gale.gust.2")["value"] = 20.0
        preset = ReleasedPreset(name="cma", document=document)
        base = Base(load_release().model_copy(update={"presets": (preset,)}))
        assert combine(says("cma", f"{RAIN}.0.value", 60.0), base=base).problems == ()
        (wrong, *_) = combine(says("cma", f"{RAIN}.0.value", 120.0), base=base).problems
        assert wrong.path == f"{RAIN}.0.value"
