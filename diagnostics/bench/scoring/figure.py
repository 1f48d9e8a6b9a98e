"""Rubric of the charts: there, readable, and of what they are said to show."""

from __future__ import annotations

import hashlib
from datetime import datetime
from io import BytesIO

import numpy as np
from PIL import Image

from diagnostics.bench.scoring.case import FinishedCase
from diagnostics.bench.scoring.wording import not_scored, of_factor, reason, scored
from diagnostics.catalog import get_catalog
from diagnostics.contracts.enums import Severity, Verdict
from diagnostics.contracts.events import FigureRendered
from diagnostics.contracts.evidence import EvidenceItem
from diagnostics.contracts.scores import StageScore
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.figures.check import check_answer
from diagnostics.messages import Message, Moment, Param
from diagnostics.quantities.index_tool import IndexTool

_LEAST_ENTROPY = 0.4
_LEAST_DRAWN = 0.02
_POINT_BOX_DEG = 2.0


def score_figures(case: FinishedCase) -> StageScore:
    """Score the charts of a run: each confirmed factor calls for one.

    An index that is a number by its declaration has no map and calls for none. The
    charts are read again: the bytes, the record of their layers, and what they are claimed to
    show.

    Parameters
    ----------
    case : FinishedCase

    Returns
    -------
    StageScore
        The mean over the charts called for; 0 for one that is missing.
    """
    confirmed = [
        item
        for item in case.report.evidence
        if item.judgement is not None
        and item.judgement.verdict is Verdict.CONFIRMED
        and item.id not in case.report.conclusion.repeated
    ]
    called = [item for item in confirmed if _has_map(item)]
    if not called:
        return not_scored(reason("no_chart_called_for"))
    rendered = {
        item.body.illustrates or item.body.evidence_id: item.body
        for item in case.events
        if isinstance(item.body, FigureRendered)
    }
    shown = {figure.evidence_id for part in case.report.sections for figure in part.figures}
    scores: list[float] = []
    reasons: list[Message] = []
    for item in called:
        score, why = _score(case, item, rendered.get(item.id), shown=item.id in shown)
        scores.append(score)
        reasons += [of_factor(item.factor, one) for one in why]
    counted = reason("charts", called=len(called), sound=sum(s == 5 for s in scores))
    return scored(
        round(sum(scores) / len(scores), 3),
        [counted, *reasons],
        {"called_for": len(called), "shown": len(shown & {item.id for item in called})},
    )


def _has_map(item: EvidenceItem) -> bool:
    """Whether the catalogue declares the factor to be a chart, or an index over the map."""
    tool = get_catalog().tool(item.factor)
    return not isinstance(tool, IndexTool) or tool.has_map


def _score(
    case: FinishedCase, item: EvidenceItem, rendered: FigureRendered | None, *, shown: bool
) -> tuple[float, list[Message]]:
    if rendered is None:
        return 0.0, [reason("not_drawn")]
    data = case.pictures.get(rendered.artifact)
    if data is None or hashlib.sha256(data).hexdigest() != rendered.sha256:
        return 0.0, [reason("picture_differs")]
    if not _has_content(data):
        return 0.0, [reason("blank")]
    if not shown:
        return 0.0, [reason("not_shown")]
    answer = rendered.answer
    check = check_answer(answer)
    reasons = [
        reason("chart_rule", rule=finding.rule)
        for finding in check.findings
        if finding.severity is not Severity.INFO
    ]
    score = check.score
    decisive = item.judgement.decisive_time if item.judgement else None
    if answer.time != decisive:
        score = min(score, 2.0)
        reasons.append(reason("other_time", shown=_when(answer.time), decisive=_when(decisive)))
    if answer.region is not None and not _of(answer.region, case.report.request.region):
        score = min(score, 2.0)
        reasons.append(reason("other_region"))
    return score, reasons


def _when(time: datetime | TimeWindow | None) -> Param:
    if time is None:
        return reason("no_time")
    if isinstance(time, TimeWindow):
        return reason("period", start=Moment(moment=time.start), end=Moment(moment=time.end))
    return Moment(moment=time)


def _of(shown: Region, region: Region) -> bool:
    """Whether a chart is of the region, or of a point in it, around which it has a small box."""
    small = shown.width <= _POINT_BOX_DEG and region.holds(*shown.center)
    return shown == region or small


def _has_content(data: bytes) -> bool:
    """Whether a picture has more than a few colours and more than a little ink."""
    grey = np.asarray(Image.open(BytesIO(data)).convert("L"))
    counts = np.bincount(grey.ravel(), minlength=256) / grey.size
    used = counts[counts > 0]
    entropy = float(-(used * np.log2(used)).sum())
    return entropy >= _LEAST_ENTROPY and float(1.0 - counts.max()) >= _LEAST_DRAWN
