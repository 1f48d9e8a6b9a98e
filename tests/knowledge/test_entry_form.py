"""The form of an entry: what it shows comes back as it was, and it offers only what exists."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import QueryDict

from diagnostics.contracts.guidelines import GuidelineEntry
from diagnostics.guidelines import load_release
from diagnostics.messages import catalogue, languages
from knowledge.executable import problems_of
from knowledge.pages.entry_form import EntryForm, Input, entry_from, read_form
from tests.knowledge.test_entry_tables import rich

RELEASE = load_release()


def sent(form: EntryForm, **changes: str) -> QueryDict:
    """Return what a browser sends of a form that nobody has changed, but for `changes`."""
    data = QueryDict(mutable=True)
    for section in form.sections():
        for one in section.inputs:
            for value in values(one):
                data.appendlist(one.path, value)
    for path, value in changes.items():
        data[path] = value
    return data


def values(one: Input) -> list[str]:
    if one.kind == "several":
        return [str(value) for value in one.value or ()]
    if one.kind == "boolean":
        return ["on"] if one.value else []
    if one.kind == "choice3":
        return [{True: "true", False: "false"}.get(one.value, "")]
    return ["" if one.value is None else str(one.value)]


@pytest.mark.parametrize("entry", [rich(RELEASE.entries[0]), *RELEASE.entries], ids=lambda e: e.id)
def test_a_form_that_is_sent_unchanged_is_the_same_entry(entry: GuidelineEntry) -> None:
    document = entry.model_dump(mode="json")
    read, problems = read_form(sent(EntryForm(document, RELEASE.causes)), document)
    assert problems == []
    again, problems = entry_from(read)
    assert problems == []
    assert again == entry


def form_of(**changes: Any) -> EntryForm:
    document = {**RELEASE.entries[0].model_dump(mode="json"), **changes}
    return EntryForm(document, RELEASE.causes)


def input_of(form: EntryForm, path: str) -> Input:
    (found,) = (one for part in form.sections() for one in part.inputs if one.path == path)
    return found


def test_it_offers_what_the_operator_has_with_unit_and_range() -> None:
    form = form_of()
    assert "max" in dict(input_of(form, "expected.reduction").choices)
    level = input_of(form, "expected.level")
    assert (level.unit, level.low, level.high) == ("hPa", 1.0, 1100.0)
    value = input_of(form, "expected.absolute.value.low")
    assert (value.unit, value.low, value.high) == ("m/s", 0.0, 70.0)
    assert dict(input_of(form, "supports").choices).keys() == {
        cause.id for cause in RELEASE.causes if "rainstorm" in cause.event_types
    }


def test_every_field_has_a_name_and_help_in_every_language() -> None:
    entries = (rich(RELEASE.entries[0]), *RELEASE.entries)
    forms = [EntryForm(entry.model_dump(mode="json"), RELEASE.causes) for entry in entries]
    inputs = {
        (one.label, one.hint)
        for form in forms
        for section in form.sections()
        for one in section.inputs
        if not one.parameter
    }
    assert len(inputs) > 40
    for language in languages():
        texts = catalogue(language)
        missing = [name for pair in inputs for name in pair if not texts.has(f"curation-{name}")]
        assert missing == []


def test_another_operator_brings_its_own_inputs() -> None:
    document = RELEASE.entries[0].model_dump(mode="json")
    post = sent(form_of(), factor="gh500_map", modality="figure")
    read, _ = read_form(post, document)
    assert (read["modality"], read["expected"]["kind"]) == ("figure", "figure")
    offered = dict(input_of(EntryForm(read, ()), "expected.detectors.0.detector").choices)
    assert list(offered)[:3] == ["", "trough_axis", "ridge_axis"]


@pytest.mark.parametrize(
    ("path", "text"),
    [("weight", "many"), ("expected.absolute.value.low", "12,5"), ("where.reach_km", "far")],
)
def test_what_is_no_number_is_said_at_its_input(path, text) -> None:
    document = RELEASE.entries[0].model_dump(mode="json")
    _, problems = read_form(sent(form_of(), **{path: text}), document)
    assert [one.at for one in problems] == [path]


def test_problems_stand_at_their_inputs() -> None:
    entry = RELEASE.entries[0].model_copy(update={"alternatives": ("no_such_thing",)})
    form = EntryForm(entry.model_dump(mode="json"), RELEASE.causes, problems_of(entry))
    assert input_of(form, "alternatives").problem is not None
    assert form.unplaced() == []


def test_an_empty_group_is_left_out_and_a_row_can_be_added() -> None:
    document = RELEASE.entries[0].model_dump(mode="json")
    post = sent(form_of(), **{"expected.clim.stat": "", "expected.floor.op": ">=",
                              "expected.floor.value.low": "10"})  # fmt: skip
    read, _ = read_form(post, document)
    assert (read["expected"]["clim"], read["expected"]["floor"]["value"]) == (None, 10.0)
    entry, problems = entry_from(read)
    assert problems == []
    assert entry is not None
