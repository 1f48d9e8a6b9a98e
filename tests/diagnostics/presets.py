"""Presets with numbers of a centre."""

from __future__ import annotations

from typing import Any

from diagnostics.contracts.guidelines import ReleasedPreset
from diagnostics.contracts.overlay import Adjustment
from diagnostics.guidelines import load_release
from diagnostics.guidelines.presets import adjusted_presets


def presets_with(numbers: dict[str, Any], name: str = "cma") -> tuple[ReleasedPreset, ...]:
    """Return the presets of the carried release with other numbers at some paths."""
    said = [
        Adjustment(kind="preset", item=name, path=path, value=value)
        for path, value in numbers.items()
    ]
    presets, problems = adjusted_presets(load_release(), said)
    assert problems == []
    return presets
