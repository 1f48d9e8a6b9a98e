"""A type of event is what its definition says: nothing else needs to know it."""

from __future__ import annotations

import numpy as np
import pandas as pd

from diagnostics.contracts.base import Contract
from diagnostics.contracts.detection import TypeAssessment
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.detection.events import REGISTRY, EventDefinition, Registry, load_preset
from diagnostics.detection.events.needs import criterion_fields
from diagnostics.detection.events.preset_files import read_preset
from diagnostics.fields.memory import MemorySource


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
