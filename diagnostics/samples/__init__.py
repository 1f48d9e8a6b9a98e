"""Idealised, physically consistent cases: one per event type and a quiet one.

The recipe is written out in `docs/use/samples.md`. The cases carry a climatology of reduced indices
from the same recipe without the events; it demonstrates and validates nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from diagnostics.samples.generation import Perturbation, generate
    from diagnostics.samples.sample_climatology import climatology_path
    from diagnostics.samples.seasons import write_seasons
    from diagnostics.samples.writing import SampleInfo, SeasonFiles, sample_info, write_sample

SAMPLES: tuple[str, ...] = (
    "rainstorm",
    "snowstorm",
    "gale",
    "heat_wave",
    "cold_wave",
    "quiet",
)
"""Names of the samples."""

_HOMES = {
    "Perturbation": "generation",
    "SampleInfo": "writing",
    "SeasonFiles": "writing",
    "climatology_path": "sample_climatology",
    "generate": "generation",
    "sample_info": "writing",
    "write_sample": "writing",
    "write_seasons": "seasons",
}

__all__ = [
    "SAMPLES",
    "Perturbation",
    "SampleInfo",
    "SeasonFiles",
    "climatology_path",
    "generate",
    "sample_info",
    "write_sample",
    "write_seasons",
]


def __getattr__(name: str) -> object:
    """Import the generator only when it is used: the names alone need no array library."""
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
