"""Competing explanations are weighed by what speaks for and against them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from diagnostics.agents.expert import expert_team
from diagnostics.agents.expert.causes import weigh_causes
from diagnostics.contracts.enums import CauseStanding, EventType, Firing, Verdict
from diagnostics.contracts.roles import BY_CLASSIFICATION
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
        finding=load_release().entry(f"g_gale_{name}").finding,
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


def test_a_deep_low_speaks_for_a_cyclone_and_against_a_cold_outbreak(weighed):
    found = weighed(
        item("surface_low_pressure", Verdict.CONFIRMED),
        item("cyclone_pressure_change_rate", Verdict.CONFIRMED),
    )
    assert found["extratropical_cyclone"].standing is CauseStanding.LEADING
    assert found["cold_outbreak"].standing is CauseStanding.FALLEN
    assert found["tropical_cyclone"].standing is CauseStanding.FALLEN
    assert found["cold_outbreak"].opposed_by == ("e_surface_low_pressure",)


def test_what_was_looked_for_and_not_found_tells_against(weighed):
    found = weighed(item("dcape", Verdict.REFUTED))
    assert found["convective_gusts"].standing is CauseStanding.FALLEN
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


def test_one_shared_sign_keeps_no_other_explanation_from_leading(weighed):
    """The strongest by weight rests on one factor that others share; the next on two."""
    found = weighed(
        item("mslp_gradient", Verdict.CONFIRMED, confidence=0.63),
        item("low_level_jet", Verdict.CONFIRMED, confidence=0.5),
        item("frontogenesis_center", Verdict.REFUTED, confidence=0.61),
    )
    leading = [one.cause for one in found.values() if one.standing is CauseStanding.LEADING]
    assert leading == ["extratropical_cyclone"]
    strongest = max(found.values(), key=lambda one: one.weight)
    assert (strongest.cause, len(strongest.supported_by)) == ("cold_outbreak", 1)
    assert next(iter(found)) == leading[0]


@pytest.fixture
def weighed_where(gale_view: Any) -> Any:
    """Weigh with another result of the criterion; without a place where it cannot be tested."""

    def weigh(firing: Firing, *evidence: Any) -> set[CauseStanding]:
        view = gale_view(evidence, None)
        found = view.classification
        assessments = tuple(
            one.model_copy(update={"firing": firing, "metrics": None})
            if one.event is EventType.GALE
            else one
            for one in found.assessments
        )
        classification = found.model_copy(update={"assessments": assessments})
        known = replace(view, classification=classification)
        return {one.standing for one in weigh_causes(known)}

    return weigh


def test_what_did_not_happen_is_explained_by_nothing(weighed_where):
    evidence = [item(name, Verdict.CONFIRMED) for name in ("mslp_map", "mslp_wind10", "dcape")]
    assert weighed_where(Firing.NOT_FIRED, *evidence) <= {CauseStanding.OPEN, CauseStanding.FALLEN}


def test_one_factor_found_somewhere_leads_nothing_where_the_event_has_no_place(weighed_where):
    one = item("dcape", Verdict.CONFIRMED)
    assert CauseStanding.LEADING not in weighed_where(Firing.NOT_ASSESSABLE, one)
    both = (one, item("cape", Verdict.CONFIRMED))
    assert CauseStanding.LEADING in weighed_where(Firing.NOT_ASSESSABLE, *both)


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
