"""Tools that a model may call: short entries of the library and the catalogue, nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic_ai import RunContext, Tool

from diagnostics.agents.llm.prompt_context import shortened
from diagnostics.agents.protocol import CaseView
from diagnostics.documentation.search import retrieve, words_of

MOST_ENTRIES = 8


@dataclass(frozen=True)
class ModelToolbox:
    """What lies before a model while it decides."""

    view: CaseView


async def search_library(context: RunContext[ModelToolbox], query: str) -> list[dict[str, Any]]:
    """Find entries of the Guideline Library for this event by words.

    Args:
        context: The case.
        query: Words of a mechanism, an index or a chart.
    """
    wanted = set(words_of(query))
    scored = []
    for entry in context.deps.view.applicable:
        text = f"{entry.id} {entry.factor} {entry.category.value} {entry.rationale}"
        common = len(wanted.intersection(words_of(text)))
        if common:
            scored.append((-common, entry.id, entry))
    return [
        {
            "id": entry.id,
            "factor": entry.factor,
            "category": entry.category.value,
            "supports": list(entry.supports),
            "tested": entry.id in context.deps.view.tested,
            "rationale": shortened(entry.rationale),
        }
        for _, _, entry in sorted(scored)[:MOST_ENTRIES]
    ]


async def search_catalogue(context: RunContext[ModelToolbox], query: str) -> list[dict[str, Any]]:
    """Find indices, detectors and charts of the catalogue by words.

    Args:
        context: The case.
        query: Words of a quantity or a phenomenon, or an identifier.
    """
    return [
        {"name": page.name, "kind": page.kind.value, "title": page.title_en, "score": page.score}
        for page in retrieve(query, limit=MOST_ENTRIES)
    ]


async def describe(context: RunContext[ModelToolbox], name: str) -> dict[str, Any]:
    """Describe one tool of the catalogue: what it reads, its reductions, parameters and limits.

    Args:
        context: The case.
        name: The identifier of an index, a detector or a chart.
    """
    spec = context.deps.view.specs.get(name)
    if spec is None:
        near = [page.name for page in retrieve(name, limit=3)]
        return {"error": f"there is no tool {name!r}", "nearest": near}
    found = context.deps.view.feasibility.get(name)
    return {
        "name": spec.name,
        "kind": spec.kind.value,
        "title": spec.title_en,
        "summary": shortened(spec.summary),
        "unit": spec.unit,
        "inputs": [f"{item.name} [{item.unit}]" for item in spec.inputs],
        "reductions": [item.name for item in spec.reductions],
        "parameters": {item.name: item.default for item in spec.parameters},
        "feasible": found.feasibility.value if found else "unknown",
    }


def model_tools() -> list[Tool[ModelToolbox]]:
    """Return the tools; all of them read, none of them computes."""
    return [Tool(search_library), Tool(search_catalogue), Tool(describe)]
