"""Competing explanations are weighed by what speaks for and against them."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from diagnostics.agents.expert import expert_team
from diagnostics.agents.expert.causes import BY_CLASSIFICATION, requirements_to_test, weigh_causes
from diagnostics.contracts.enums import CauseStanding, EventType, Firing, Verdict
from diagnostics.guidelines import load_release


def item(
    name: str, verdict: Verdict, *, confidence: float = 0.9, margin: float | None = None
) -> Any:
    from diagnostics.contracts.enums import Basis, Modality, Role, Scope
    from diagnostics.contracts.evidence import EvidenceItem, Judgement

    return EvidenceItem(
        id=f"e_{name}",
        call_key=name,
        entry_id=f"g_gale_{name}",
        modality=Modality.INDEX,
        role=Role.CODE_EXECUTOR,
        judgement=Judgement(
            verdict=verdict,
            basis=Basis.ABSOLUTE,
            reason="",
            scope=Scope.WINDOW,
            confidence=confidence,
            margin=margin,
        ),
    )


@pytest.fixture
def weighed(gale_view: Any) -> Any:
    def weigh(*evidence: Any, subtype: str | None = None) -> dict[str, Any]:
        view = gale_view(evidence, subtype)
        return {found.cause: found for found in weigh_causes(view)}

    return weigh


def test_nothing_tested_leaves_everything_open(weighed):
    found = weighed()
    names = {cause.id for cause in load_release().causes_of(EventType.GALE)}
    assert set(found) == names
    assert {entry.standing for entry in found.values()} == {CauseStanding.OPEN}


def test_a_deep_low_speaks_for_a_cyclone_and_against_a_downslope_wind(weighed):
    found = weighed(
        item("surface_low_pressure", Verdict.CONFIRMED),
        item("cyclone_pressure_change_rate", Verdict.CONFIRMED),
    )
    assert found["extratropical_cyclone"].standing is CauseStanding.LEADING
    assert found["downslope_wind"].standing is CauseStanding.FALLEN
    assert found["tropical_cyclone"].standing is CauseStanding.FALLEN
    assert found["cold_outbreak"].standing is CauseStanding.OPEN
    assert found["downslope_wind"].opposed_by == ("e_surface_low_pressure",)


def test_shared_findings_alone_lead_nothing_before_what_has_more_beside_them(weighed):
    found = weighed(
        item("mslp_gradient", Verdict.CONFIRMED),
        item("gust_potential", Verdict.CONFIRMED),
        item("surface_low_pressure", Verdict.CONFIRMED),
        item("jet_intensity", Verdict.REFUTED, margin=-0.9),
        item("eady_growth_rate", Verdict.REFUTED, margin=-0.9),
    )
    assert found["extratropical_cyclone"].standing is CauseStanding.LEADING
    assert found["cold_outbreak"].weight < found["extratropical_cyclone"].weight


def test_what_was_looked_for_and_not_found_tells_against_and_rejects_nothing(weighed):
    found = weighed(item("dcape", Verdict.REFUTED))
    assert found["convective_gusts"].weight < 0
    assert found["convective_gusts"].standing is CauseStanding.OPEN
    assert found["convective_gusts"].supported_by == ()
    assert weighed(item("dcape", Verdict.UNDETERMINED))["convective_gusts"].weight == 0


def test_a_near_miss_tells_little(weighed):
    near = weighed(item("dcape", Verdict.REFUTED, margin=-0.01))["convective_gusts"]
    far = weighed(item("dcape", Verdict.REFUTED, margin=-0.5))["convective_gusts"]
    assert 0 > near.weight > 0.1 * far.weight


def test_what_a_stronger_explanation_accounts_for_makes_no_rival_contribute(weighed):
    """Winds and pressure are the same round both kinds of cyclone; moist air is one's own."""
    shared = [item(name, Verdict.CONFIRMED) for name in ("mslp_map", "mslp_wind10")]
    jet = item("jet_intensity", Verdict.CONFIRMED)
    found = weighed(*shared, jet)
    assert found["extratropical_cyclone"].standing is CauseStanding.LEADING
    assert found["tropical_cyclone"].supported_by == ("e_mslp_map", "e_mslp_wind10")
    assert found["tropical_cyclone"].standing is CauseStanding.OPEN


def test_a_deep_low_in_moist_air_is_no_tropical_cyclone_without_a_warm_core(weighed):
    evidence = [item(name, Verdict.CONFIRMED) for name in ("mslp_map", "mslp_wind10", "pwat")]
    found = weighed(*evidence)
    assert found["extratropical_cyclone"].standing is CauseStanding.LEADING
    assert found["tropical_cyclone"].standing is CauseStanding.OPEN
    warm = weighed(*evidence, subtype="tropical_cyclone")
    assert warm["tropical_cyclone"].standing is CauseStanding.LEADING


def test_one_factor_that_speaks_for_several_explanations_makes_none_lead(weighed):
    found = weighed(item("pwat", Verdict.CONFIRMED))
    assert CauseStanding.LEADING not in {entry.standing for entry in found.values()}


NAMED = (CauseStanding.LEADING, CauseStanding.CONTRIBUTING)
UNKNOWN = (Firing.NOT_ASSESSABLE, Firing.NOT_FIRED)
GALE_ENTRIES = [entry for entry in load_release().entries if entry.event_types == (EventType.GALE,)]
EVIDENCE = {
    "everything": [entry.factor for entry in GALE_ENTRIES],
    **{
        cause.id: [entry.factor for entry in GALE_ENTRIES if cause.id in entry.supports]
        for cause in load_release().causes_of(EventType.GALE)
    },
}
"""Factors of the library, by the cause that they speak for."""


@pytest.fixture
def weighed_where(gale_view: Any) -> Any:
    """Weigh with another result of the criterion; without a place where it cannot be tested."""

    def weigh(firing: Firing, *evidence: Any) -> tuple[Any, ...]:
        view = gale_view(evidence, None)
        found = view.classification
        assessments = tuple(
            one.model_copy(update={"firing": firing, "metrics": None, "measured": None})
            if one.event is EventType.GALE
            else one
            for one in found.assessments
        )
        classification = found.model_copy(update={"assessments": assessments})
        return weigh_causes(replace(view, classification=classification))

    return weigh


@pytest.mark.parametrize("firing", UNKNOWN)
@pytest.mark.parametrize("spoken_for", EVIDENCE)
def test_what_is_not_known_to_have_happened_is_explained_by_nothing(
    weighed_where, firing, spoken_for
):
    evidence = [item(name, Verdict.CONFIRMED) for name in EVIDENCE[spoken_for]]
    found = weighed_where(firing, *evidence)
    assert not [one for one in found if one.standing in NAMED]
    marked = [one.cause for one in found if one.leads_if_met]
    assert len(marked) <= (firing is Firing.NOT_ASSESSABLE)


def test_what_would_lead_is_marked_where_the_event_cannot_be_tested(weighed_where):
    evidence = [item(name, Verdict.CONFIRMED) for name in ("cape", "dcape")]
    found = weighed_where(Firing.NOT_ASSESSABLE, *evidence)
    assert [one.cause for one in found if one.leads_if_met] == ["convective_gusts"]


@pytest.mark.parametrize(
    "cause",
    [one for one in load_release().causes_of(EventType.GALE) if one.must_show],
    ids=lambda cause: cause.id,
)
def test_a_cause_is_named_only_where_what_it_must_show_was_found(gale_view, cause):
    """All that speaks for it beside its requirement does not name it."""
    needed = {name for need in cause.needs for name in need}
    own = [entry for entry in GALE_ENTRIES if cause.id in entry.supports]
    required = [entry.factor for entry in own if entry.finding in needed]
    beside = [
        item(entry.factor, Verdict.CONFIRMED)
        for entry in own
        if entry.finding is not None and entry.finding not in needed
    ]
    assert required
    for verdict in (None, Verdict.UNDETERMINED, Verdict.REFUTED):
        tested = [] if verdict is None else [item(name, verdict) for name in required]
        found = {one.cause: one for one in weigh_causes(gale_view((*beside, *tested), None))}
        assert found[cause.id].standing not in NAMED, verdict
        assert found[cause.id].weight <= 0, verdict
    shown = item(required[0], Verdict.CONFIRMED)
    found = {one.cause: one for one in weigh_causes(gale_view((*beside, shown), None))}
    assert found[cause.id].weight > 0


def test_causes_of_high_ground_and_of_water_must_show_it():
    grounds = {
        "orographic_lifting", "downslope_wind", "terrain_channelled", "foehn_warming",
        "cold_air_damming", "cold_air_over_water",
    }  # fmt: skip
    causes = {one.id: one for one in load_release().causes}
    assert all(causes[name].must_show and causes[name].needs for name in grounds)


def test_one_finding_counts_once_and_by_its_strongest_evidence(weighed):
    once = weighed(item("surface_low_pressure", Verdict.CONFIRMED))["extratropical_cyclone"]
    twice = weighed(
        item("surface_low_pressure", Verdict.CONFIRMED), item("mslp_map", Verdict.CONFIRMED)
    )["extratropical_cyclone"]
    assert twice.supported_by == once.supported_by
    assert twice.weight == once.weight


def test_a_finding_that_one_test_finds_and_another_misses_says_the_difference(weighed):
    found = weighed(item("surface_low_pressure", Verdict.CONFIRMED))["extratropical_cyclone"]
    both = weighed(
        item("surface_low_pressure", Verdict.CONFIRMED),
        item("mslp_map", Verdict.REFUTED, margin=-0.5),
    )["extratropical_cyclone"]
    assert 0 < both.weight < found.weight
    assert both.opposed_by == ()


def test_the_absence_of_what_an_explanation_cannot_do_without_rejects_it(gale_view):
    evidence = (
        item("cape", Verdict.REFUTED, margin=-0.9),
        item("dewpoint_depression_700", Verdict.CONFIRMED),
        item("bulk_shear_0_6km", Verdict.CONFIRMED),
    )
    view = gale_view(evidence, None)
    causes = tuple(
        one.model_copy(update={"requires": ("instability",)}) if needed else one
        for one in view.release.causes
        for needed in (one.id == "convective_gusts",)
    )
    needing = replace(view, release=view.release.model_copy(update={"causes": causes}))
    found = {one.cause: one for one in weigh_causes(needing)}["convective_gusts"]
    assert found.standing is CauseStanding.FALLEN
    assert found.weight < 0
    assert "e_cape" in found.opposed_by


def test_an_explanation_that_may_do_with_any_of_several_falls_when_all_are_missed(gale_view):
    """A barrier or a gap channels a wind: one missed while the other waits rejects nothing."""
    by_finding = {
        name: next(one for one in GALE_ENTRIES if one.finding == name)
        for name in ("barrier_flow", "gap_flow")
    }
    release = load_release()
    factors = {one.factor for one in by_finding.values()}
    offered = release.model_copy(
        update={"entries": tuple(one for one in release.entries if one.factor in factors)}
    )

    def standing(*missed: str, testable: bool) -> CauseStanding:
        tested = [item(by_finding[name].factor, Verdict.REFUTED, margin=-0.9) for name in missed]
        view = gale_view(tested, None, release=offered)
        if not testable:
            view = replace(view, vetoed=frozenset(one.id for one in by_finding.values()))
        found = {one.cause: one for one in weigh_causes(view)}
        return found["terrain_channelled"].standing

    assert standing("barrier_flow", testable=True) is CauseStanding.OPEN
    assert standing("barrier_flow", testable=False) is CauseStanding.FALLEN
    assert standing("barrier_flow", "gap_flow", testable=True) is CauseStanding.FALLEN


@pytest.mark.parametrize(("degrees", "days", "near"), [(2, 0, True), (25, 0, False), (2, 3, False)])
def test_a_cold_wave_that_is_met_at_the_gale_is_a_fall_of_temperature(
    gale_view, degrees: float, days: float, near: bool
):
    """Weak advection at one grid point rejects no outbreak over a fall that the data show."""
    missed = item("surface_negative_temp_advection", Verdict.REFUTED, margin=-0.9)
    view = gale_view((missed,), None)
    gale = view.classification.assessment(EventType.GALE)
    assert gale.metrics is not None
    place = {
        "peak_latitude": gale.metrics.peak_latitude + degrees,
        "peak_time": gale.metrics.peak_time + timedelta(days=days),
    }
    cold = gale.model_copy(
        update={"event": EventType.COLD_WAVE, "metrics": gale.metrics.model_copy(update=place)}
    )
    others = [one for one in view.classification.assessments if one.event is not cold.event]
    met = view.classification.model_copy(update={"assessments": (*others, cold)})
    found = {one.cause: one for one in weigh_causes(replace(view, classification=met))}
    fallen = found["cold_outbreak"].standing is CauseStanding.FALLEN
    assert fallen is not near


def test_what_an_explanation_in_play_requires_is_tested_beyond_the_target(gale_view):
    """Five factors count, all of a cyclone, whose pressure gradient nobody looked at."""
    counted = [
        entry
        for entry in GALE_ENTRIES
        if "extratropical_cyclone" in entry.supports and entry.finding != "pressure_gradient"
    ][:5]
    evidence = tuple(item(entry.factor, Verdict.CONFIRMED) for entry in counted)
    view = replace(gale_view(evidence, None), confirmed=tuple(counted))
    assert view.wanted == 0
    owed = requirements_to_test(view)
    gradient = [view.release.entry(name).finding for name in owed]
    assert "pressure_gradient" in gradient
    replanned = expert_team().diagnostician.replan(view).output
    assert replanned.action == "continue"
    assert replanned.candidates == tuple(owed)
    proposed = expert_team().decomposer.propose(view, replanned.candidates).output
    assert {factor.entry_id: factor.decides for factor in proposed.factors} == owed
    untestable = {one.id for one in GALE_ENTRIES if one.finding == "pressure_gradient"}
    remaining = requirements_to_test(replace(view, vetoed=frozenset(untestable)))
    assert "extratropical_cyclone" not in {name for names in remaining.values() for name in names}


def test_a_rival_that_must_show_something_is_tested_before_the_search_ends(gale_view):
    counted = [entry for entry in GALE_ENTRIES if entry.supports == ("extratropical_cyclone",)][:5]
    evidence = tuple(item(entry.factor, Verdict.CONFIRMED) for entry in counted)
    view = gale_view(evidence, None)
    assert view.wanted > 0
    waiting = {name for names in requirements_to_test(view).values() for name in names}
    assert "terrain_channelled" not in waiting
    ended = replace(view, confirmed=tuple(counted))
    assert ended.wanted <= 0
    waiting = {name for names in requirements_to_test(ended).values() for name in names}
    assert "terrain_channelled" in waiting


def test_nothing_is_owed_before_anything_speaks_for_an_explanation(gale_view):
    assert requirements_to_test(gale_view((), None)) == {}


def test_one_factor_found_somewhere_leads_nothing_where_the_event_has_no_place(weighed_where):
    one = item("dcape", Verdict.CONFIRMED)
    assert CauseStanding.LEADING not in weighed_where(Firing.NOT_ASSESSABLE, one)


def test_the_subtype_of_the_classification_counts(weighed):
    found = weighed(subtype="tropical_cyclone")
    assert found["tropical_cyclone"].standing is CauseStanding.LEADING
    assert found["tropical_cyclone"].supported_by == (BY_CLASSIFICATION,)


def test_a_tropical_cyclone_is_no_cold_outbreak(weighed):
    found = weighed(item("mslp_gradient", Verdict.CONFIRMED), subtype="tropical_cyclone")
    assert found["tropical_cyclone"].standing is CauseStanding.LEADING
    for name in ("cold_outbreak", "extratropical_cyclone", "downslope_wind"):
        assert found[name].standing is CauseStanding.FALLEN
        assert BY_CLASSIFICATION in found[name].opposed_by


def test_weights_stay_between_their_ends_and_come_in_order(gale_view):
    evidence = [
        item(entry.factor, Verdict.CONFIRMED)
        for entry in load_release().entries
        if entry.event_types == (EventType.GALE,)
    ]
    found = weigh_causes(gale_view(evidence, None))
    weights = [entry.weight for entry in found]
    assert weights == sorted(weights, reverse=True)
    assert all(-1 < weight < 1 for weight in weights)


def test_a_verdict_says_what_it_speaks_for(gale_view):
    judge = expert_team().diagnostician.judge
    view = gale_view((), None)
    confirmed = item("dcape", Verdict.CONFIRMED)
    said = judge(view, confirmed, confirmed.judgement).output
    assert said.speaks_for == ("convective_gusts",)
    refuted = item("dcape", Verdict.REFUTED)
    said = judge(view, refuted, refuted.judgement).output
    assert (said.speaks_for, said.speaks_against) == ((), ("convective_gusts",))
