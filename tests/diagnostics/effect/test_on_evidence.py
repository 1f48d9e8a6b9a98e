"""What is judged on stored evidence is what the data would give, or it is not judged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnostics.bench.runs import opened_run
from diagnostics.climatology import Climatologies
from diagnostics.climatology.open_climatology import open_climatologies
from diagnostics.contracts.effect import EntryChange
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.evidence import EvidenceItem, Judgement
from diagnostics.contracts.guidelines import ClimatologyTest, GuidelineEntry, IndexExpectation
from diagnostics.contracts.space_time import Region
from diagnostics.effect.on_data import judged_on_data
from diagnostics.effect.on_evidence import StoredCase, judged_on_evidence, stored_case
from diagnostics.fields.memory import MemorySource
from diagnostics.guidelines import changed_release, load_release
from diagnostics.loop.run import Run
from diagnostics.loop.verification import verify_factor
from diagnostics.samples import climatology_path
from tests.diagnostics.effect.changed_entries import expecting, limited
from tests.generated_samples import generated

EVENT = EventType.RAINSTORM
NAMES = (
    "g_rainstorm_low_level_jet",
    "g_rainstorm_max_vertical_velocity",
    "g_rainstorm_pwat",
    "g_rainstorm_ivt",
    "g_rainstorm_k_index",
    "g_rainstorm_thetae_diff_850_500",
    "g_rainstorm_meridional_wind_850",
    "g_rainstorm_average_relative_humidity",
    "g_rainstorm_wv_flux_convergence_intensity",
    "g_rainstorm_positive_vorticity",
    "g_rainstorm_frontogenesis_center",
)
"""Extremes and means, at the event, above and around it, and on one side."""
BOTH = pytest.mark.parametrize("climatology", [False, True], ids=["without", "with"])


@dataclass(frozen=True)
class RunTested:
    """A run that has tested entries, opened on its data, and as its log holds it."""

    run: Run
    case: StoredCase

    def evidence(self, name: str) -> EvidenceItem:
        return next(item for item in self.run.state.evidence if item.entry_id == name)

    def on_data(self, entry: GuidelineEntry) -> Judgement:
        found = judged_on_data(self.run, self.run.view(EVENT), entry)
        assert found is not None
        return _bare(found.rule)

    def on_evidence(self, entry: GuidelineEntry) -> Judgement | None:
        found = judged_on_evidence(self.case, self.evidence(entry.id), entry)
        return None if found is None else _bare(found)


def _bare(rule: Judgement) -> Judgement:
    """Leave out what needs quiet places, or other days."""
    return rule.model_copy(update={"counts": None, "base_rate": None})


@pytest.fixture(scope="module")
def tested(
    finished_run: Any, shared_outcomes: Callable[[pytest.MonkeyPatch], None]
) -> Iterator[Callable[[bool], RunTested]]:
    """Return a function that gives the run, without a climatology or with that of the samples."""
    known: dict[bool, RunTested] = {}

    def make(baseline: Climatologies | None) -> RunTested:
        run = opened_run(finished_run.request, finished_run.source, baseline=baseline)
        for name in NAMES:
            verify_factor(run, EVENT, name)
        return RunTested(run, stored_case(run.state, load_release(), EVENT))

    def get(climatology: bool) -> RunTested:
        if climatology not in known:
            path = climatology_path("rainstorm")
            known[climatology] = make(open_climatologies([path]) if climatology else None)
        return known[climatology]

    with pytest.MonkeyPatch.context() as patch:
        shared_outcomes(patch)
        patch.setattr("diagnostics.loop.verification.illustrate", lambda *args: ())
        patch.setattr(
            "diagnostics.loop.verification.with_controls", lambda _run, _event, item, *args: item
        )
        yield get


@BOTH
def test_every_verdict_comes_out_as_stored(
    tested: Callable[[bool], RunTested], climatology: bool
) -> None:
    known = tested(climatology)
    for name in NAMES:
        entry = load_release().entry(name)
        stored = known.evidence(name).judgement
        assert stored is not None
        assert known.on_evidence(entry) == _bare(stored) == known.on_data(entry)


@BOTH
@given(
    name=st.sampled_from(NAMES),
    share=st.floats(-3.0, 3.0),
    lag=st.tuples(st.integers(-24, 0), st.integers(0, 12)),
    anomaly=st.floats(-8.0, 8.0),
)
def test_other_limits_and_hours_give_what_the_data_give_or_nothing(
    tested: Callable[[bool], RunTested],
    climatology: bool,
    name: str,
    share: float,
    lag: tuple[int, int],
    anomaly: float,
) -> None:
    known, entry = tested(climatology), load_release().entry(name)
    expected, where = entry.expected, entry.where
    assert isinstance(expected, IndexExpectation)
    assert expected.absolute is not None
    assert where is not None
    assert isinstance(expected.absolute.value, float)
    changed = limited(entry, round(share * expected.absolute.value, 3))
    clim = ClimatologyTest(stat="z", threshold=round(anomaly, 2))
    changed = expecting(changed, clim=clim)
    changed = changed.model_copy(update={"where": where.model_copy(update={"lag_hours": lag})})
    found = known.on_evidence(changed)
    assert found is None or found == known.on_data(changed)


@BOTH
@pytest.mark.parametrize("name", NAMES)
def test_a_limit_on_the_same_values_is_judged(
    tested: Callable[[bool], RunTested], climatology: bool, name: str
) -> None:
    """Out of reach, so that nothing is unusual anywhere."""
    known, entry = tested(climatology), load_release().entry(name)
    clim = ClimatologyTest(stat="z", threshold=1e3)
    assert isinstance(entry.expected, IndexExpectation)
    if entry.expected.tail == "lower":
        clim = ClimatologyTest(stat="z", threshold=-1e3)
    changed = expecting(entry, clim=clim)
    found = known.on_evidence(changed)
    assert found == known.on_data(changed)


def test_a_climatology_of_the_region_lets_a_limit_choose_where_to_look(
    tested: Callable[[bool], RunTested],
) -> None:
    """Beyond the place some hours are more unusual than the limit, at it none: the loop moves."""
    known, entry = tested(True), load_release().entry("g_rainstorm_frontogenesis_center")
    stored = known.evidence(entry.id)
    assert stored.index is not None
    assert stored.index.region == known.case.view.request.region
    between = expecting(entry, clim=ClimatologyTest(stat="z", threshold=4.8))
    assert known.on_evidence(between) is None
    lower = expecting(entry, clim=ClimatologyTest(stat="z", threshold=3.5))
    assert known.on_evidence(lower) == known.on_data(lower)


def test_an_index_that_a_verdict_has_moved_may_not_stay_there(
    tested: Callable[[bool], RunTested], finished_run: Any
) -> None:
    """It was computed at the place because of its limit: with another one it may not have been."""
    like, entry = tested(True).run, load_release().entry("g_rainstorm_frontogenesis_center")
    pinned = expecting(entry, clim=ClimatologyTest(stat="z", threshold=4.8))
    release = changed_release(load_release(), [EntryChange(before=entry, after=pinned)])
    run = opened_run(
        finished_run.request,
        finished_run.source,
        release=release,
        baseline=like.baseline,
        state=replace(like.state, started=None, evidence=(), computed={}, decisions=()),
        like=like,
    )
    verify_factor(run, EVENT, entry.id)
    known = RunTested(run, stored_case(run.state, release, EVENT))
    stored = known.evidence(entry.id)
    assert stored.index is not None
    assert stored.index.region != known.case.view.request.region
    assert known.on_evidence(pinned) == known.on_data(pinned)
    lower = expecting(entry, clim=ClimatologyTest(stat="z", threshold=3.5))
    assert known.on_evidence(lower) is None


def test_a_side_up_to_the_edge_of_the_data_is_not_guessed(finished_run: Any) -> None:
    """The data end south of the peak: on which side it was looked for, the log does not say."""
    whole = opened_run(finished_run.request, finished_run.source).view(EVENT)
    assert whole.peak_place is not None
    latitude, longitude = whole.peak_place
    data = generated("rainstorm").sel(
        latitude=slice(latitude - 2, latitude + 6), longitude=slice(longitude - 6, longitude + 6)
    )
    box = Region(west=longitude - 3, south=latitude - 1, east=longitude + 3, north=latitude + 3)
    request = finished_run.request.model_copy(update={"region": box})
    run = opened_run(request, MemorySource(data, title="near"))
    entry = load_release().entry("g_rainstorm_thetae_diff_850_500")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("diagnostics.loop.verification.illustrate", lambda *args: ())
        verify_factor(run, EVENT, entry.id)
    known = RunTested(run, stored_case(run.state, load_release(), EVENT))
    assert known.on_evidence(entry) == known.on_data(entry)
    assert known.on_evidence(limited(entry, -1e3)) == known.on_data(limited(entry, -1e3))
    assert known.on_evidence(limited(entry, 1e3)) is None
