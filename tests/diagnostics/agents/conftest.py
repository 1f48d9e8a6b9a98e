"""Views of a case without a run behind them, and what a run asks of its roles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

import pytest

from diagnostics.agents import CaseView, Team, expert_team
from diagnostics.catalog import feasibility, get_catalog
from diagnostics.contracts.enums import EventType, Role
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.detection.events import classify
from diagnostics.fields.memory import MemorySource
from diagnostics.guidelines import load_release
from diagnostics.loop import diagnose
from diagnostics.samples import sample_info


@pytest.fixture(scope="session")
def gale_case(sample: Callable[[str], Any]) -> Any:
    source = MemorySource(sample("gale"))
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
            severity=(),
            refuted=(),
            undetermined=(),
            evidence=tuple(evidence),
            climatology=False,
            **changes,
        )

    return make


ASKED_METHODS = ("propose", "chart", "replan", "outline")


@dataclass(frozen=True)
class Asking:
    """One decision of an expert run: who was asked what, and what the expert policy said."""

    role: str
    method: str
    args: tuple[Any, ...]
    expert: Any


class Listening:
    """A role that remembers what it was asked."""

    def __init__(self, role: str, policy: Any, heard: list[Asking]) -> None:
        self.role, self.policy, self.heard = role, policy, heard

    def __getattr__(self, method: str) -> Any:
        def answer(*args: Any) -> Any:
            decision = getattr(self.policy, method)(*args)
            self.heard.append(Asking(self.role, method, args, decision))
            return decision

        return answer


@pytest.fixture(scope="session")
def askings(every_asking: list[Asking]) -> list[Asking]:
    """One decision of each kind in which a model may have a choice."""
    return [item for item in every_asking if item.method in ASKED_METHODS]


@pytest.fixture(scope="session")
def every_asking(
    finished_run: Any, make_ports: Any, make_log: Any, shared_outcomes: Any
) -> list[Asking]:
    """The first decision of each kind, from a run of the expert policy."""
    heard: list[Asking] = []
    expert = expert_team()
    roles: dict[str, Any] = {
        field.name: Listening(field.name, getattr(expert, field.name), heard)
        for field in fields(expert)
        if field.name in {role.value for role in Role}
    }
    team = Team(**roles)
    with pytest.MonkeyPatch.context() as patch:
        shared_outcomes(patch)
        diagnose(finished_run.request, make_ports(finished_run.source, make_log(), team=team))
    kinds = {(item.role, item.method): item for item in reversed(heard)}
    return list(reversed(kinds.values()))
