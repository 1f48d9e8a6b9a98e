"""The types of event that are diagnosed: a module of the type's name defines each."""

from __future__ import annotations

from importlib import import_module

from diagnostics.contracts.enums import EventType
from diagnostics.detection.events.definition import EventDefinition, Registry

__all__ = ["REGISTRY", "EventDefinition", "Registry"]


def _defined(event: EventType) -> EventDefinition:
    definition: EventDefinition = import_module(f"{__package__}.{event}").DEFINITION
    return definition


REGISTRY = Registry(tuple(_defined(event) for event in EventType))
