"""How a run ends where the declared type is not the one that fired."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from diagnostics.contracts.enums import ConclusionKind, EventType, Firing
from diagnostics.loop.conclusion import _kind


def _classification(fired: EventType | None) -> Any:
    firing = {kind: Firing.FIRED if kind is fired else Firing.NOT_FIRED for kind in EventType}
    return SimpleNamespace(
        assessments=[SimpleNamespace(firing=state) for state in firing.values()],
        assessment=lambda kind: SimpleNamespace(firing=firing[kind]),
    )


@pytest.mark.parametrize(
    ("fired", "kind", "reason"),
    [
        (None, ConclusionKind.NO_SIGNIFICANT_EVENT, "no_criterion_met"),
        (EventType.RAINSTORM, ConclusionKind.INSUFFICIENT_EVIDENCE, "another_type_fired"),
    ],
)
def test_a_gale_was_declared_and_did_not_fire(
    fired: EventType | None, kind: ConclusionKind, reason: str
) -> None:
    found = _kind(_classification(fired), EventType.GALE, (0, 0), (), 5)
    assert found == (kind, None, reason)
