"""The event-sourced engine: hypothesis, verification, judgement, replanning, report."""

from diagnostics.loop.engine import diagnose
from diagnostics.loop.environment import environment_fingerprint
from diagnostics.loop.ports import LoopOutcome, LoopPorts
from diagnostics.loop.replay import rebuild_report, recompute
from diagnostics.loop.state import RunState, fold

__all__ = [
    "LoopOutcome",
    "LoopPorts",
    "RunState",
    "diagnose",
    "environment_fingerprint",
    "fold",
    "rebuild_report",
    "recompute",
]
