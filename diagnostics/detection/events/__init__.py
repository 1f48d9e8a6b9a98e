"""Event classification: which types are met, by which events, how strong, how certain.

The criteria are data (`presets`), the tests are pure functions on fields read through a
`FieldSource`.
"""

from diagnostics.contracts.request import PRESETS
from diagnostics.contracts.zones import Zone
from diagnostics.detection.events.classify import assess_at, classify
from diagnostics.detection.events.daily_temperatures import resolve_timezone
from diagnostics.detection.events.needs import criterion_fields, event_support
from diagnostics.detection.events.preset_files import load_preset, preset_of, read_preset
from diagnostics.detection.events.presets import Preset
from diagnostics.detection.events.registry import REGISTRY, EventDefinition, Registry

__all__ = [
    "PRESETS",
    "REGISTRY",
    "EventDefinition",
    "Preset",
    "Registry",
    "Zone",
    "assess_at",
    "classify",
    "criterion_fields",
    "event_support",
    "load_preset",
    "preset_of",
    "read_preset",
    "resolve_timezone",
]
