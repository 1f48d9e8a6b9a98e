"""A type of event is what its definition says: nothing else needs to know it."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import diagnostics
from diagnostics.contracts.base import Contract
from diagnostics.contracts.detection import TypeAssessment
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.contracts.request import PRESETS
from diagnostics.detection.events import REGISTRY, EventDefinition, Registry, load_preset
from diagnostics.detection.events.needs import criterion_fields
from diagnostics.detection.events.preset_files import read_preset
from diagnostics.fields.memory import MemorySource
from diagnostics.messages import is_term, languages, message, render, term


class FogCriteria(Contract):
    """Of a toy type: saturated air."""

    spread: float


def assess_fog(case, criteria: FogCriteria) -> TypeAssessment:
    data = case.load("t2m", "d2m")
    met = bool((np.asarray(data["t2m"] - data["d2m"]) <= criteria.spread).any())
    return TypeAssessment(
        event=EventType.HEAT_WAVE,
        firing=Firing.FIRED if met else Firing.NOT_FIRED,
        reason="saturated",
        severity=4.5 if met else 0.0,
    )


FOG = EventDefinition(
    event=EventType.HEAT_WAVE,
    criteria=FogCriteria,
    needs=(("t2m", "d2m"),),
    assess=assess_fog,
    shown="temperature_fall",
    precedence=9,
)


def test_a_type_that_is_added_to_the_registry_is_tested_ranked_and_retrieved(dataset, classified):
    """The names of types are a closed set, so the toy stands under the name of another one."""
    others = tuple(item for item in REGISTRY.definitions if item.event is not FOG.event)
    registry = Registry((*others, FOG))
    document = load_preset("cma").model_dump(mode="json")
    document["criteria"]["heat_wave"] = {"spread": 0.5}
    preset = read_preset(document, registry)
    times = pd.date_range("2024-01-01T00:00", periods=3, freq="1h")
    data = dataset(times, t2m=280.0, d2m=280.0, u10=18.0, v10=0.0)
    found = classified(data, preset=preset, registry=registry)
    assert found.primary is FOG.event
    assert found.secondary == (EventType.GALE,)
    assert criterion_fields(FOG.event, MemorySource(data).inventory(), registry) == ("t2m", "d2m")


def test_every_type_is_defined_once():
    assert sorted(REGISTRY.names) == sorted(EventType)
    assert len({item.precedence for item in REGISTRY.definitions}) == len(REGISTRY.definitions)


OF_SOME_TYPES = {
    "agents/expert/causes.py": "storms that bring an event with them",
    "language/grammar/diagnoses.py": "words that name a type without its name",
    "loop/event_chart.py": "which of the two ends of the temperature is shown",
    "loop/situation.py": "the event whose story is that of a fall of temperature",
    "quantities/second_opinion.py": "the events whose indices have an opinion by themselves",
    "reporting/factors.py": "a finding that the assessment of another type measures",
}
"""Modules of the science that name single types, with the reason: they say nothing of a new one."""


def test_no_other_module_has_a_table_of_types():
    """Who adds a type writes one module and its texts: what others need is in the definition."""
    root = Path(diagnostics.__file__).parent
    names = set()
    for path in root.rglob("*.py"):
        relative = path.relative_to(root).as_posix()
        if relative.startswith(("bench/", "samples/", "detection/events/")):
            continue  # cases and rules that are measured, and the types themselves
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if any(
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "EventType"
            and node.attr in EventType.__members__
            for node in ast.walk(tree)
        ):
            names.add(relative)
    assert names == set(OF_SOME_TYPES)


@pytest.mark.parametrize("event", REGISTRY.names)
def test_a_type_and_its_grades_have_names_in_every_language(event):
    grades = {
        grade["name"]
        for preset in PRESETS
        for grade in graded(load_preset(preset).model_dump(mode="json")["criteria"].get(event))
    }
    assert grades or event not in load_preset("cma").criteria
    for name in (event, *grades):
        assert is_term(name), name
        assert len({term(name, language) for language in languages()}) == len(languages())
    for language in languages():
        assert render(message(f"search-event_{event}"), language)


def graded(numbers):
    """Everything in the numbers of a criterion that has a name and a limit."""
    if isinstance(numbers, dict):
        own = [numbers] if "name" in numbers else []
        return [*own, *(grade for value in numbers.values() for grade in graded(value))]
    if isinstance(numbers, list):
        return [grade for value in numbers for grade in graded(value)]
    return []
