"""Event classification: which of the five types fired, how strong, how certain.

The criteria are data (`presets`), the tests are pure functions on fields read through a
`FieldSource`.
"""

from diagnostics.contracts.request import PRESETS
from diagnostics.contracts.zones import Zone
from diagnostics.detection.events.classify import classify
from diagnostics.detection.events.days import resolve_timezone
from diagnostics.detection.events.needs import CRITERION_FIELDS, criterion_fields
from diagnostics.detection.events.presets import Preset, load_preset, read_preset

__all__ = [
    "CRITERION_FIELDS",
    "PRESETS",
    "Preset",
    "Zone",
    "classify",
    "criterion_fields",
    "load_preset",
    "read_preset",
    "resolve_timezone",
]
