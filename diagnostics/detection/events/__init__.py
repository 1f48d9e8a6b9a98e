"""Event classification: which of the five types fired, how strong, how certain.

The criteria are data (`presets`), the tests are pure functions on fields read through a
`FieldSource`.
"""

from diagnostics.detection.events.classify import classify
from diagnostics.detection.events.days import Zone, resolve_timezone
from diagnostics.detection.events.presets import PRESETS, Preset, load_preset, read_preset

__all__ = [
    "PRESETS",
    "Preset",
    "Zone",
    "classify",
    "load_preset",
    "read_preset",
    "resolve_timezone",
]
