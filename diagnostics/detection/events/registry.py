"""The types of event that are diagnosed: one module defines each."""

from __future__ import annotations

from diagnostics.detection.events import cold_wave, gale, heat_wave, rainstorm, snowstorm
from diagnostics.detection.events.definition import EventDefinition, Registry

__all__ = ["REGISTRY", "EventDefinition", "Registry"]

REGISTRY = Registry(
    (
        rainstorm.DEFINITION,
        snowstorm.DEFINITION,
        gale.DEFINITION,
        heat_wave.DEFINITION,
        cold_wave.DEFINITION,
    )
)
