"""The smallest retrieval, its check on arrival, and what is repaired."""

from __future__ import annotations

from datetime import timedelta

import numpy as np
import pytest

from diagnostics.agents.expert import expert_team
from diagnostics.agents.expert.retrieval_check import check_retrieval
from diagnostics.contracts.roles import Arrival, FieldArrival, LevelRepair
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.fields.memory import MemorySource
from diagnostics.fields.repair import INTERPOLATED, RepairedSource, repaired_inventory
from diagnostics.loop.retrieval import retrieve
from diagnostics.ports import FieldRequest

SPECIALIST = expert_team().data_specialist


def planned(view):
    hypothesis = expert_team().decomposer.propose(view, ()).output
    return hypothesis, SPECIALIST.plan(view, hypothesis).output


def test_the_plan_reads_what_the_factors_declare_and_the_criterion_needs(gale_view):
    view = gale_view((), None)
    hypothesis, plan = planned(view)
    needed = {item.name for item in plan.needs}
    for factor in hypothesis.factors:
        spec = view.specs[factor.factor]
        assert {item.name for item in spec.inputs if not item.optional} <= needed
    assert {"u10", "v10", "fg10"} <= needed
    unused = {item.name for item in view.inventory.variables} - needed
    assert unused, "a smaller plan than everything"
    assert plan.region.width > view.request.region.width


def test_a_clean_arrival_is_accepted_without_findings(gale_view, gale_case):
    view = gale_view((), None)
    _, plan = planned(view)
    review = SPECIALIST.review(view, plan, retrieve(gale_case[0], plan)).output
    assert review.accepted
    assert review.findings == ()
    assert {item.name for item in review.arrival.fields} == set(plan.variables)


@pytest.mark.parametrize(
    ("change", "code", "accepted"),
    [
        ({"missing_fraction": 0.4}, "missing_values", True),
        ({"minimum": None, "maximum": None}, "empty_field", True),
        ({"times": 1}, "fewer_times", True),
    ],
)
def test_the_check_finds_what_is_wrong(gale_view, change, code, accepted):
    view = gale_view((), None)
    _, plan = planned(view)
    times = view.analysed_times
    field = FieldArrival(
        name="msl", unit="Pa", times=len(times), minimum=97000.0, maximum=102000.0
    ).model_copy(update=change)
    plan = plan.model_copy(update={"needs": ()})
    review = check_retrieval(view, plan, Arrival(fields=(field,), times=times))
    assert [item.code for item in review.findings] == [code]
    assert review.findings[0].message_zh
    assert review.accepted is accepted


def test_gaps_in_time_and_unread_fields_are_named(gale_view):
    view = gale_view((), None)
    _, plan = planned(view)
    times = tuple(time for place, time in enumerate(view.analysed_times) if place != 3)
    arrival = Arrival(fields=(), times=times, failed={"tp": "the file is cut"})
    review = check_retrieval(view, plan.model_copy(update={"needs": ()}), arrival)
    assert {item.code for item in review.findings} == {"not_read", "time_gap"}
    assert not review.accepted


def without_level(data, level):
    kept = [value for value in data["level"].values if value != level]
    return MemorySource(data.sel(level=kept))


def test_a_level_between_two_others_is_made_and_named(gale_view, gale_case, sample):
    source = without_level(sample("gale"), 700.0)
    view = gale_view((), None, inventory=source.inventory())
    assert view.feasibility["dewpoint_depression_700"].feasibility.value == "blocked"
    repairs = SPECIALIST.repair(view).output
    made = {item.level_hpa: item for item in repairs.levels}
    assert (made[700.0].above_hpa, made[700.0].below_hpa) == (600.0, 850.0)
    assert "dewpoint_depression_700" in repairs.unlocked
    repaired = RepairedSource(source, repairs.levels)
    assert any(item.code == INTERPOLATED for item in repaired.inventory().findings)
    time = source.inventory().times[4]
    request = FieldRequest(
        variables=("t",), levels_hpa=(700.0,), window=TimeWindow(start=time, end=time)
    )
    got = repaired.load(request)["t"].values
    true = gale_case[0].load(request)["t"].values
    assert got.shape == true.shape
    assert float(np.abs(got - true).max()) < 1.5


def test_a_gap_too_wide_or_at_the_end_is_left_alone(gale_view, gale_case, sample):
    data = sample("gale")
    kept = [value for value in data["level"].values if not 500.0 < value < 1000.0]
    source = MemorySource(data.sel(level=kept))
    view = gale_view((), None, inventory=source.inventory())
    assert all(
        item.level_hpa not in (700.0, 850.0) for item in SPECIALIST.repair(view).output.levels
    )


def test_interpolation_is_exact_for_what_is_linear_in_log_pressure(sample):
    data = sample("gale")
    profile = 100.0 + 30.0 * np.log(data["level"].astype(float))
    data["t"] = (data["t"] * 0 + profile).transpose(*data["t"].dims).assign_attrs(data["t"].attrs)
    repair = LevelRepair(level_hpa=700.0, above_hpa=600.0, below_hpa=850.0, fields=("t",))
    repaired = RepairedSource(MemorySource(data.drop_sel(level=700.0)), (repair,))
    got = repaired.load(FieldRequest(variables=("t",), levels_hpa=(850.0, 700.0, 600.0)))
    expected = 100.0 + 30.0 * np.log([600.0, 700.0, 850.0])
    np.testing.assert_allclose(got["t"].values[0, :, 0, 0], expected, rtol=1e-5)
    assert list(got["level"].values) == [600.0, 700.0, 850.0]


def test_an_inventory_without_repairs_is_untouched(gale_case):
    inventory = gale_case[0].inventory()
    assert repaired_inventory(inventory, ()) is inventory


def test_the_plan_reaches_back_where_a_factor_needs_it(gale_view):
    view = gale_view((), None)
    late = TimeWindow(start=view.analysed_times[6], end=view.window.end)
    hypothesis, _ = planned(view)
    entry = view.release.entry("g_gale_temp_change_24h")
    factor = hypothesis.factors[0].model_copy(update={"entry_id": entry.id, "factor": entry.factor})
    from dataclasses import replace

    plan = SPECIALIST.plan(
        replace(view, window=late), hypothesis.model_copy(update={"factors": (factor,)})
    ).output
    assert late.start - plan.window.start == timedelta(hours=24)
