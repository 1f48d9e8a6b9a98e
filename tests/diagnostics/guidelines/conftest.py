"""Small entries and answers to judge."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from diagnostics.contracts.enums import IndexStatus
from diagnostics.contracts.evidence import IndexAnswer, Provenance, SeriesPoint
from diagnostics.contracts.guidelines import GuidelineEntry

START = datetime(2026, 7, 1, tzinfo=UTC)


@pytest.fixture
def make_entry() -> Callable[..., GuidelineEntry]:
    def make(**changes: object) -> GuidelineEntry:
        expected = {
            "kind": "index",
            "direction": "above normal",
            "tail": "upper",
            "reduction": "max",
            "unit": "mm",
            "clim": {"stat": "z", "threshold": 2.0},
            "absolute": {"op": ">=", "value": 50.0},
        }
        expected.update(changes.pop("expected", {}))
        raw = {
            "id": "g_test",
            "event_types": ["rainstorm"],
            "factor": "pwat",
            "modality": "index",
            "category": "moisture",
            "expected": expected,
            "rationale": "Enough water in the column is what heavy rain needs before all else.",
            "weight": 3,
            "alternatives": ["ivt"],
            "references": [{"text": "Somebody 2000: Something."}],
            "confidence": 0.8,
            "difficulty": "easy",
        }
        return GuidelineEntry.model_validate({**raw, **changes})

    return make


@pytest.fixture
def make_answer() -> Callable[..., IndexAnswer]:
    def make(
        values: list[float | None],
        z: list[float] | None = None,
        status: IndexStatus = IndexStatus.OK,
        **extra: object,
    ) -> IndexAnswer:
        series = tuple(
            SeriesPoint(
                time=START + timedelta(hours=6 * place),
                value=value,
                z=z[place] if z else None,
            )
            for place, value in enumerate(values)
        )
        known = [value for value in values if value is not None]
        return IndexAnswer(
            name="pwat",
            value=max(known) if known else None,
            unit="mm",
            status=status,
            series=series,
            extra=dict(extra),
            provenance=Provenance(tool="pwat", tool_version="1"),
        )

    return make
