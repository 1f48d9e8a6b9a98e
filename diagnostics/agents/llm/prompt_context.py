"""What a model is told of a case: ids, numbers and decisions, short, and marked as data.

Recent turns are told with their reasons; of older ones remain the ids, verdicts and values, word
for word as recorded. Arrays are never told.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from diagnostics.agents.protocol import CaseView
from diagnostics.contracts.base import format_instant
from diagnostics.contracts.evidence import EvidenceItem
from diagnostics.contracts.guidelines import GuidelineEntry

TURNS_IN_FULL = 2
TEXT_LIMIT = 240
"""Characters of a rationale or reason that are told."""


def as_data(value: Any) -> str:
    """Write a value as JSON between data marks that its own text cannot close."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return f"<data>{text.replace('<', chr(92) + 'u003c')}</data>"


def shortened(text: str) -> str:
    """Cut a text to what is told of it."""
    return text if len(text) <= TEXT_LIMIT else text[: TEXT_LIMIT - 1].rstrip() + "…"


def case_context(view: CaseView) -> str:
    """Describe the case and what has been decided so far.

    Returns
    -------
    str
        A few hundred words at the most, whatever the number of turns.
    """
    assessment = view.classification.assessment(view.event)
    case = {
        "event": view.event.value,
        "subtype": assessment.subtype,
        "firing": assessment.firing.value,
        "region_wsen": view.request.region.bounds(),
        "period": [format_instant(view.period.start), format_instant(view.period.end)],
        "peak_time": format_instant(view.peak_time),
        "preset": _preset_name(view),
        "turn": view.turn,
        "levels_hpa": list(view.inventory.levels_hpa),
        "climatology": view.climatology,
    }
    return f"The case:\n{as_data(case)}\nTested so far:\n{as_data(_memory(view))}"


def _preset_name(view: CaseView) -> str:
    """Name the preset; one with numbers of a centre is not what its authority says."""
    own = view.release.preset(view.request.preset)
    name = view.request.preset
    if own is None:
        return name
    return f"{name}, {'adjusted by the centre' if own.adjusted else 'revised in the library'}"


def _memory(view: CaseView) -> list[dict[str, Any]]:
    recent = max((item.turn for item in view.evidence), default=0) - TURNS_IN_FULL
    told = []
    for item in view.evidence:
        judgement = item.judgement
        if item.entry_id is None or judgement is None:
            continue
        line: dict[str, Any] = {
            "turn": item.turn,
            "evidence_id": item.id,
            "entry_id": item.entry_id,
            "factor": item.factor,
            "verdict": judgement.verdict.value,
        }
        if judgement.decisive_value is not None:
            line["value"] = judgement.decisive_value
            line["unit"] = item.index.unit if item.index else ""
        if item.turn > recent:
            line["reason"] = shortened(judgement.reason)
        told.append(line)
    return told


def entries_context(view: CaseView, entries: Iterable[GuidelineEntry]) -> str:
    """List entries to choose from, one short line each."""
    rows = [
        {
            "id": entry.id,
            "factor": entry.factor,
            "modality": entry.modality.value,
            "category": entry.category.value,
            "weight": entry.weight,
            "value": round(view.value(entry), 3),
            "supports": list(entry.supports),
            "rationale": shortened(entry.rationale),
        }
        for entry in entries
    ]
    return as_data(rows)


def evidence_context(items: Sequence[EvidenceItem]) -> str:
    """List pieces of evidence by id, with factor, value and verdict."""
    return as_data(
        [
            {
                "id": item.id,
                "entry_id": item.entry_id,
                "factor": item.factor,
                "modality": item.modality.value,
                "value": item.judgement.decisive_value if item.judgement else None,
                "strength": item.judgement.strength if item.judgement else "",
            }
            for item in items
        ]
    )
