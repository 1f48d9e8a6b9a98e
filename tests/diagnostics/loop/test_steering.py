"""Orders to a running loop: what each does, that it survives a kill, and what the report says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from diagnostics.contracts.enums import Language, StopReason
from diagnostics.contracts.steering import SteeringOrder
from diagnostics.guidelines import load_release
from diagnostics.loop import diagnose, fold, rebuild_report
from diagnostics.ports import ControlSignal
from diagnostics.reporting import render_markdown
from diagnostics.reporting.checker import claim_problems

pytestmark = pytest.mark.usefixtures("steps_once")
AUTHOR = "person:duty-forecaster"
WHY = "radar shows it; at least twice the usual <rain>"
FREE = "cape"
"""An index that the policy on its own does not test here."""


def order(action: str, factor: str = "", **changes: Any) -> SteeringOrder:
    return SteeringOrder.model_validate(
        {
            "id": f"{action}:{factor}",
            "action": action,
            "factor": factor,
            "author": AUTHOR,
            "reason": WHY,
            **changes,
        }
    )


class Desk:
    """Gives its orders, again and again, once the log fulfils a condition."""

    def __init__(self, log: Any, orders: Any, when: Callable[[list[str]], bool] | None) -> None:
        self.log, self.orders, self.when = log, orders, when

    def poll(self) -> ControlSignal:
        types = [event.body.type for event in self.log.events]
        ready = self.when is None or self.when(types)
        return ControlSignal(orders=self.orders if ready else ())


def judged(count: int) -> Callable[[list[str]], bool]:
    return lambda types: types.count("factor_judged") >= count


@pytest.fixture
def steer(finished_run, make_log, make_ports) -> Callable[..., Any]:
    """Return a function that runs the rainstorm with orders: its log after the end."""

    def go(*orders: SteeringOrder, when: Any = None, log: Any = None, **asked: Any) -> Any:
        log = log or make_log()
        request = finished_run.request.model_copy(update=asked)
        control = Desk(log, orders, when)
        ports = make_ports(finished_run.source, log, control=control)
        outcome = diagnose(request, ports, tuple(log.events))
        assert outcome.status == "finished", outcome.message
        assert outcome.report is not None
        assert claim_problems(outcome.report, load_release()) == ()
        again, _ = rebuild_report(log.events, load_release())
        assert again.report_digest == outcome.report.report_digest
        return outcome.report, fold(log.events), log

    return go


def order_of(state: Any) -> list[str]:
    return [item.factor for item in state.evidence]


def steered(log: Any) -> list[Any]:
    return [event.body for event in log.events if event.body.type == "steered"]


def confirmed(report: Any) -> list[str]:
    names = {item.id: item.factor for item in report.evidence}
    return [names[item] for item in report.conclusion.confirmed]


def test_a_pinned_factor_is_tried_before_the_policys_own(finished_run, steer) -> None:
    report, state, log = steer(order("pin", FREE), when=judged(1))
    own = [item.factor for item in finished_run.report.evidence]
    assert order_of(state)[:3] == [own[0], FREE, own[1]]
    assert len(report.conclusion.counting) >= 5
    (said,) = steered(log)
    assert (said.author, said.action, said.factor, said.reason) == (AUTHOR, "pin", FREE, WHY)
    assert said.entry_id == f"g_rainstorm_{FREE}"


def test_a_pin_takes_one_of_the_five_places(finished_run, steer) -> None:
    own = [item.factor for item in finished_run.report.evidence]
    report, state, _ = steer(order("pin", FREE))
    assert order_of(state)[:5] == [FREE, *own[:4]]
    assert len(report.conclusion.counting) >= 5


@pytest.mark.parametrize("action", ["pin", "add"])
@pytest.mark.slow
def test_what_restates_the_criterion_is_told_and_not_counted(finished_run, steer, action) -> None:
    report, state, _ = steer(order(action, "precip_24h"))
    (told,) = state.severity
    assert told.factor == "precip_24h"
    assert report.conclusion.severity == (told.id,)
    assert confirmed(report) == confirmed(finished_run.report)
    shown = render_markdown(report)
    value = f"{told.judgement.decisive_value:.0f} mm"
    (line,) = [
        line for line in shown.splitlines() if "is not counted as a confirmed factor" in line
    ]
    assert value in line
    assert "![24-h precipitation maximum" in shown


def test_an_added_factor_comes_on_top_of_the_five(finished_run, steer) -> None:
    own = [item.factor for item in finished_run.report.evidence]
    report, state, _ = steer(order("add", FREE), when=judged(2))
    assert order_of(state)[:6] == [*own[:5], FREE]
    assert set(confirmed(finished_run.report)) & set(own[:5]) <= set(confirmed(report))


@pytest.mark.slow
def test_an_added_factor_after_the_last_turn_is_still_tested(finished_run, steer) -> None:
    rounds = [event.body.type for event in finished_run.log.events].count("replanned")

    def stopped(types: list[str]) -> bool:
        return types.count("replanned") == rounds

    _, state, _ = steer(order("add", FREE), when=stopped)
    assert order_of(state)[-1] == FREE


def test_a_vetoed_factor_is_never_tried(finished_run, steer) -> None:
    own = [item.factor for item in finished_run.report.evidence]
    report, state, _ = steer(order("veto", own[2]), when=judged(1))
    assert own[2] not in order_of(state)
    assert own[2] not in [item.factor for item in state.hypothesis.factors]
    assert len(report.conclusion.counting) >= 5


@pytest.mark.slow
def test_a_vetoed_factor_that_was_tested_is_set_aside_and_replaced(finished_run, steer) -> None:
    own = [item.factor for item in finished_run.report.evidence]
    report, state, _ = steer(order("veto", own[0]), when=judged(5))
    assert [item.factor for item in state.set_aside] == [own[0]]
    assert own[0] not in confirmed(report)
    assert len(report.conclusion.counting) >= 5
    assert len(report.evidence) > 5
    assert report.conclusion.set_aside == (state.set_aside[0].id,)


@pytest.mark.slow
def test_a_veto_is_taken_back_by_a_pin(finished_run, steer) -> None:
    first = finished_run.report.evidence[0].factor
    report, state, _ = steer(order("veto", first), order("pin", first, id="again"), when=judged(5))
    assert state.set_aside == ()
    assert len(report.conclusion.counting) >= 5


def test_conclude_stops_at_once_and_says_so(steer) -> None:
    report, state, _ = steer(order("conclude"), when=judged(2))
    assert len(state.evidence) == 2
    assert report.conclusion.stopped is StopReason.ORDERED
    assert report.conclusion.strength == "partial"
    text = render_markdown(report)
    assert "The search was ended by request" in text
    assert "no factor remained to be tested" not in text


def test_conclude_before_the_first_turn_leaves_the_classification(steer) -> None:
    report, state, _ = steer(order("conclude"))
    assert state.evidence == ()
    assert report.conclusion.kind == "insufficient_evidence"
    assert report.conclusion.stopped is StopReason.ORDERED


def test_the_deadline_concludes_as_an_order_does(steer) -> None:
    report, _, _ = steer(order("conclude", stop=StopReason.DEADLINE), when=judged(2))
    assert report.conclusion.stopped is StopReason.DEADLINE
    assert "reached its deadline" in render_markdown(report)


def test_a_deadline_before_anything_is_known_fails_the_run(
    finished_run, make_log, make_ports
) -> None:
    log = make_log()
    control = Desk(log, (order("conclude", stop=StopReason.DEADLINE),), None)
    # the classification is the first thing that a run asks for
    ports = make_ports(finished_run.source, log, control=control)
    outcome = diagnose(finished_run.request, ports)
    assert (outcome.status, outcome.code) == ("failed", "deadline_missed")
    assert log.events[-1].body.type == "run_failed"


@pytest.mark.parametrize(
    ("factor", "problem", "words"),
    [
        ("capee", "unknown_factor", "cape"),
        pytest.param(
            *("vertical_velocity_of_money", "unknown_factor", "max_vertical_velocity"),
            marks=pytest.mark.slow,
        ),
        pytest.param(*("g_gale_max_wind", "unknown_factor", "near it"), marks=pytest.mark.slow),
        pytest.param(*("wind_chill", "inapplicable_factor", "cold_wave"), marks=pytest.mark.slow),
        ("gh500_standardized_anomaly", "inapplicable_factor", "climatology"),
    ],
)
def test_what_cannot_be_done_is_recorded_with_its_cure(steer, factor, problem, words) -> None:
    report, state, log = steer(order("add", factor), when=judged(1))
    (said,) = steered(log)
    assert (said.applied, said.problem) == (False, problem)
    assert words in said.message
    assert len(state.counting) >= 5
    assert "This could not be done" in render_markdown(report)


def test_a_tested_factor_is_not_tested_again(finished_run, steer) -> None:
    first = finished_run.report.evidence[0].factor
    _, state, log = steer(order("pin", first), when=judged(1))
    assert steered(log)[0].problem == "already_tested"
    assert len(order_of(state)) == len(set(order_of(state)))


@pytest.mark.parametrize(
    "language", [Language.EN, pytest.param(Language.ZH, marks=pytest.mark.slow)]
)
def test_the_report_says_who_ordered_what_and_why(steer, language: Language) -> None:
    report, _, _ = steer(order("add", FREE), order("veto", "k_index"), language=language)
    section = next(item for item in report.sections if item.id == "steering")
    assert len(section.sentences) == 2
    text = render_markdown(report)
    assert AUTHOR.removeprefix("person:") in text
    assert AUTHOR not in text
    assert "at least twice the usual &lt;rain>" in text


def test_a_report_without_orders_has_no_such_section(finished_run) -> None:
    assert "steering" not in [item.id for item in finished_run.report.sections]


ORDERS = (order("pin", FREE), order("veto", "k_index"), order("add", "pva_500"))


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.95])
def test_a_killed_run_goes_on_with_its_orders(
    finished_run, steer, make_log, make_ports, share
) -> None:
    whole, state, log = steer(*ORDERS, when=judged(2))
    short = make_log(stop_after=int(len(log.events) * share))
    control = Desk(short, ORDERS, judged(2))
    with pytest.raises(short.killed):
        diagnose(finished_run.request, make_ports(finished_run.source, short, control=control))
    short.stop_after = None
    report, resumed, _ = steer(*ORDERS, when=judged(2), log=short)
    assert len(steered(short)) == len(ORDERS)
    assert order_of(resumed) == order_of(state)
    assert report.report_digest == whole.report_digest


@pytest.mark.parametrize("kept", ["index_computed", "figure_rendered"])
@pytest.mark.slow
def test_what_is_in_hand_is_finished_before_a_new_order(
    finished_run, steer, make_log, kept
) -> None:
    """The worker died between a result and its verdict; meanwhile another factor was pinned."""
    events = finished_run.log.events
    cut = max(place for place, event in enumerate(events) if event.body.type == kept) + 1
    log = make_log(events=list(events[:cut]))
    log.blobs.update(finished_run.log.blobs)
    in_hand = fold(log.events).in_hand
    _, state, _ = steer(order("pin", FREE), order("veto", str(in_hand)), log=log)
    tried = [item.entry_id for item in state.evidence]
    assert tried.index(in_hand) < tried.index(f"g_rainstorm_{FREE}")
    assert len({item.id for item in state.evidence}) == len(state.evidence)
    assert [item.entry_id for item in state.set_aside] == [in_hand]
