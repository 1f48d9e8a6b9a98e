"""Rubric of the retrieval: everything needed, and little more."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from diagnostics.bench.scoring.case import FinishedCase
from diagnostics.bench.scoring.wording import not_scored, reason, scored
from diagnostics.catalog import get_catalog
from diagnostics.catalog.data_requirements import levels_read, look_back_hours
from diagnostics.contracts.enums import Modality
from diagnostics.contracts.guidelines import GuidelineEntry
from diagnostics.contracts.roles import RetrievalPlan, RetrievalReview
from diagnostics.contracts.scores import StageScore
from diagnostics.contracts.space_time import Region
from diagnostics.detection.events import criterion_fields
from diagnostics.quantities.domains import domain_region

Item = tuple[str, float | None]
"""One field at one level; None for the surface."""
REDUNDANT = 0.2


def score_retrieval(case: FinishedCase) -> StageScore:
    """Score what was read against what the factors and the criterion need.

    Parameters
    ----------
    case : FinishedCase

    Returns
    -------
    StageScore
        5 where all is there, at all times and over the whole box, with at most a fifth more.
    """
    if case.ineligible is not None:
        return not_scored(case.ineligible)
    plans = [RetrievalPlan.model_validate(d.output) for d in case.decisions("RetrievalPlan")]
    reviews = [RetrievalReview.model_validate(d.output) for d in case.decisions("RetrievalReview")]
    if not plans or not reviews:
        return scored(0, [reason("nothing_retrieved")])
    core, need = needed(case)
    got = _retrieved(reviews)
    cov_core = len(core & got) / len(core) if core else 1.0
    missing = sorted(
        f"{name}{'' if level is None else f' {level:g} hPa'}" for name, level in need - got
    )
    cov_t = _time_coverage(case, reviews)
    cov_s = _box_coverage(case, reviews)
    redundancy = len(got - need) / len(got) if got else 0.0
    sound = all(review.accepted for review in reviews)
    score = _grade(cov_core, not missing, cov_t, cov_s, redundancy, sound=sound)
    reasons = [
        reason("read", got=len(need & got), needed=len(need), more=f"{100 * redundancy:.0f}"),
        reason("covered", times=f"{100 * cov_t:.0f}", box=f"{100 * cov_s:.0f}"),
    ]
    if missing:
        reasons.append(reason("not_read", names=", ".join(missing)))
    reasons += [
        item.wording or reason("found", text=item.message)
        for review in reviews
        for item in review.findings
    ]
    return scored(
        score,
        reasons,
        {
            "core": round(cov_core, 4),
            "times": round(cov_t, 4),
            "box": round(cov_s, 4),
            "redundancy": round(redundancy, 4),
        },
    )


def needed(case: FinishedCase) -> tuple[set[Item], set[Item]]:
    """Return what the criterion and the first hypothesis need, and what all turns need.

    From the catalogue's declarations and the library's entries, whatever was planned or read;
    optional fields count where the data hold them.
    """
    assert case.event is not None
    criterion = criterion_fields(case.event, case.inventory)
    core: set[Item] = {(name, None) for name in criterion}
    need = set(core)
    for turn, entries in enumerate(case.turns):
        for entry in entries:
            for field in get_catalog().tool(entry.factor).spec.inputs:
                info = case.inventory.variable(field.name)
                if info is None:
                    continue
                levels = levels_read(field, info.levels_hpa, level=entry.level)
                items: Iterable[Item] = (
                    {(field.name, level) for level in levels}
                    if info.levels_hpa
                    else {(field.name, None)}
                )
                need |= set(items)
                if turn == 0 and not field.optional:
                    core |= set(items)
    return core, need


def _retrieved(reviews: list[RetrievalReview]) -> set[Item]:
    got: set[Item] = set()
    for review in reviews:
        for field in review.arrival.fields if review.arrival else ():
            got |= {(field.name, level) for level in field.levels_hpa} or {(field.name, None)}
    return got


def _time_coverage(case: FinishedCase, reviews: list[RetrievalReview]) -> float:
    """Share of the times that came, at the step of the data.

    Of the period, and of the hours before it that the factors look back to, as far as the data go.
    """
    window, step = case.report.classification.window, case.inventory.step_hours
    earlier = max((look_back_hours(one.factor, one.params) for one in _tested(case)), default=0.0)
    start = window.start - timedelta(hours=earlier)
    held = [time for time in case.inventory.times if start <= time <= window.end]
    expected = len(held)
    if step and len(held) > 1:
        expected = max(expected, round((held[-1] - held[0]) / timedelta(hours=step)) + 1)
    got = {time for review in reviews if review.arrival for time in review.arrival.times}
    inside = sum(start <= time <= window.end for time in got)
    return min(1.0, inside / expected) if expected else 0.0


def _tested(case: FinishedCase) -> list[GuidelineEntry]:
    return [entry for entries in case.turns for entry in entries]


def _box_coverage(case: FinishedCase, reviews: list[RetrievalReview]) -> float:
    """Share that was read of the region and of each index's domain, the smallest one.

    As far as the data reach, and to a cell's width: boxes are those of the cells' centres.
    """
    grid, region = case.inventory.grid, case.report.request.region
    cell = grid.spacing_deg if grid else 0.0
    boxes = [
        item.arrival.region.padded(cell) for item in reviews if item.arrival and item.arrival.region
    ]
    asked = [region]
    for entry in _tested(case):
        if entry.modality is Modality.INDEX:
            domain = get_catalog().tool(entry.factor).spec.domain
            asked.append(domain_region(domain, region) or region)
    wanted = [one.overlap(grid.region) if grid else one for one in asked]
    if wanted[0] is None or not boxes:
        return 0.0
    return min(max(_share(one, box) for box in boxes) for one in wanted if one is not None)


def _share(wanted: Region, box: Region) -> float:
    common = wanted.overlap(box)
    if common is None:
        return 0.0
    area = wanted.width * (wanted.north - wanted.south)
    return min(1.0, common.width * (common.north - common.south) / area) if area else 1.0


def _grade(
    core: float, whole: bool, times: float, box: float, redundancy: float, *, sound: bool
) -> int:
    if core < 0.25 or times < 0.1 or box < 0.1:
        return 1
    if core < 0.75 or times < 0.5 or box < 0.5:
        return 2
    if core < 1.0 or times < 1.0 or box < 1.0 - 1e-6:
        return 3
    if not whole or redundancy > REDUNDANT:
        return 4
    return 5 if sound else 4
