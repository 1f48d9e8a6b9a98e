"""What an error in mid-run is due to decides what becomes of the run."""

from __future__ import annotations

import pytest

from diagnostics import errors
from diagnostics.contracts.roles import RetrievalPlan
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.errors import DiagnosticsError, Fault
from diagnostics.loop import diagnose, fold
from diagnostics.loop.retrieval import retrieve
from diagnostics.workflow import IndexStep, ToolContext, run_step

FAULTS = {
    errors.ArgumentError: Fault.DATA,
    errors.InputDataError: Fault.DATA,
    errors.UnitsError: Fault.DATA,
    errors.DomainError: Fault.DATA,
    errors.SourceError: Fault.SOURCE,
    errors.BudgetError: Fault.SOURCE,
    errors.ExecutionError: Fault.PROGRAM,
    errors.ModelOutputError: Fault.PROGRAM,
}
"""Data: a finding. Program: its step fails visibly. Source: the run fails and can be retried."""


def families(root=DiagnosticsError):
    for family in root.__subclasses__():
        yield family
        yield from families(family)


def test_the_table_names_every_family():
    assert set(families()) == set(FAULTS)
    assert {family: family.fault for family in FAULTS} == FAULTS


class Failing:
    """A source whose reads fail after some that did not, and whose end may differ."""

    def __init__(self, source, error, reads=0, at_end=None):
        self.source, self.error, self.reads, self.at_end = source, error, reads, at_end

    def inventory(self):
        return self.source.inventory()

    def digest(self):
        return self.source.digest()

    def load(self, request):
        self.reads -= 1
        if self.reads < 0:
            raise self.error
        return self.source.load(request)

    def check_unchanged(self):
        if self.at_end is not None:
            raise self.at_end


@pytest.mark.parametrize("family", list(FAULTS), ids=lambda item: item.__name__)
def test_a_failed_source_ends_the_run_and_anything_else_a_step(finished_run, family):
    request = finished_run.request
    context = ToolContext(Failing(finished_run.source, family("it failed", code="x")), "0" * 64)
    step = IndexStep(id="a", tool="gh500", region=request.region)
    times = finished_run.source.inventory().times
    window = TimeWindow(start=times[0], end=times[-1])
    plan = RetrievalPlan(variables=("z",), levels_hpa=(), window=window, region=request.region)
    if FAULTS[family] is not Fault.SOURCE:
        assert run_step(step, context).error.code == "x"
        assert set(retrieve(context.source, plan).failed) == {"z"}
        return
    with pytest.raises(family):
        run_step(step, context)
    with pytest.raises(family):
        retrieve(context.source, plan)


@pytest.mark.parametrize("reads", [2, 6, 12])
def test_a_source_that_fails_in_mid_run_gives_no_verdict(finished_run, make_log, make_ports, reads):
    log = make_log()
    gone = errors.SourceError("it is gone; put it back", code="source_vanished")
    source = Failing(finished_run.source, gone, reads)
    outcome = diagnose(finished_run.request, make_ports(source, log))
    kinds = [event.body.type for event in log.events]
    assert (outcome.status, outcome.code) == ("failed", "source_vanished")
    assert kinds[-1] == "run_failed"
    assert not {"step_failed", "concluded", "report_drafted"} & set(kinds)
    assert fold(log.events).failure is not None


@pytest.mark.usefixtures("steps_once")
def test_no_report_is_written_of_data_that_changed(finished_run, make_log, make_ports):
    log = make_log()
    changed = errors.SourceError("it changed; start again", code="source_changed")
    source = Failing(finished_run.source, changed, reads=10**6, at_end=changed)
    outcome = diagnose(finished_run.request, make_ports(source, log))
    kinds = [event.body.type for event in log.events]
    assert (outcome.status, outcome.code) == ("failed", "source_changed")
    assert "concluded" not in kinds
    assert "diagnosis.json" not in log.files
