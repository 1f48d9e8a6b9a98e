"""Data checks: data are examined by physical rules before anything is concluded from them."""

from diagnostics.data_checks.examination import examine
from diagnostics.data_checks.guarded_source import GuardedSource, allowed_inventory, refusal_of
from diagnostics.data_checks.margin_check import cached_check, check_with_margin
from diagnostics.data_checks.recording_source import RecordingSource

__all__ = [
    "GuardedSource",
    "RecordingSource",
    "allowed_inventory",
    "cached_check",
    "check_with_margin",
    "examine",
    "refusal_of",
]
