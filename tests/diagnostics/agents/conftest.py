"""Views of a case without a run behind them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from diagnostics.agents import CaseView
from diagnostics.catalog import feasibility, get_catalog
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.detection.events import classify
from diagnostics.fields.memory import MemorySource
from diagnostics.guidelines import load_release
from diagnostics.samples import generate, sample_info


@pytest.fixture(scope="session")
def gale_case() -> Any:
    source = MemorySource(generate("gale"))
    region = sample_info("gale").region
    times = source.inventory().times
    window = TimeWindow(start=times[0], end=times[-1])
    return source, region, window, classify(source, region, window, preset="cma")


@pytest.fixture
def gale_view(gale_case: Any) -> Callable[..., CaseView]:
    """Return a function from evidence and a subtype to a view of the gale sample."""

    def make(evidence: Any, subtype: str | None, **changes: Any) -> CaseView:
        source, region, window, found = gale_case
        assessments = tuple(
            item.model_copy(update={"subtype": subtype}) if item.event is EventType.GALE else item
            for item in found.assessments
        )
        inventory = changes.pop("inventory", source.inventory())
        return CaseView(
            request=DiagnosisRequest(source="gale", region=region),
            inventory=inventory,
            window=window,
            period=window,
            classification=found.model_copy(update={"assessments": assessments}),
            event=EventType.GALE,
            release=changes.pop("release", load_release()),
            specs={spec.name: spec for spec in get_catalog().specs()},
            feasibility={item.name: item for item in feasibility(inventory)},
            turn=1,
            confirmed=(),
            refuted=(),
            undetermined=(),
            evidence=tuple(evidence),
            climatology=False,
            **changes,
        )

    return make
