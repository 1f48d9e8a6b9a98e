"""Recipes of what the request, the data, the library, the conclusion and the checks say."""

from __future__ import annotations

from diagnostics.contracts.checking import CheckFinding
from diagnostics.contracts.recipes import Recipe, RecipeKind, RecipePlace, RecipeRole
from diagnostics.reporting.recipes.scribe import Rule, Subject


def _asked(subject: Subject) -> Recipe:
    return subject.recipe(
        RecipeKind.STATED,
        operator="request",
        formula="as it was asked for",
        place=RecipePlace(region=subject.sources.request.region),
    )


def _held(subject: Subject) -> Recipe:
    return subject.recipe(
        RecipeKind.STATED,
        operator="inventory",
        formula="what the files say, as the reader found it: `inventory`; the spacing is the "
        "median distance of neighbouring grid points, in degrees of a great circle",
    )


def _counted(subject: Subject) -> Recipe:
    return subject.recipe(
        RecipeKind.COUNT,
        operator="count",
        formula="items of this list",
        of=(f"{subject.source}.{subject.path}",),
    )


def _confidence(subject: Subject) -> Recipe:
    parts = subject.sources.conclusion.confidence_parts
    return subject.recipe(
        RecipeKind.RATING,
        operator="conclusion",
        formula="product of its parts, and not above breadth, controls, against, lacking; of the "
        "factors their mean",
        unit="1",
        of=tuple(f"conclusion.confidence_parts.{name}" for name in sorted(parts)),
    )


def _reliability(subject: Subject) -> Recipe:
    return subject.recipe(
        RecipeKind.LIMIT,
        operator="reliability",
        formula="verdicts on data of the same class of detail that were compared with finer data, "
        "and those that held: a table of the software",
    )


def _checked(subject: Subject) -> Recipe:
    found: CheckFinding = subject.record(CheckFinding)
    examined = subject.sources.retrieval.checked
    return subject.recipe(
        RecipeKind.FIELD,
        operator=f"data_check:{found.rule}",
        version=subject.sources.software.version,
        formula="the rule of this name, over the times and the box that the run may read",
        inputs=subject.inputs(found.fields),
        unit=found.unit,
        place=RecipePlace(
            region=examined.region
            if examined is not None and examined.region is not None
            else subject.sources.request.region
        ),
        time=found.time or subject.sources.classification.window,
        limit=found.limit,
    )


def _reviewed(subject: Subject) -> Recipe:
    return subject.recipe(
        RecipeKind.STATED,
        operator="data_specialist",
        formula="what the review of the data that were read found",
    )


def _library(subject: Subject) -> Recipe:
    return subject.recipe(
        RecipeKind.LIMIT,
        operator="guideline_library",
        version=subject.sources.software.release_digest[:12],
        formula="a number of this entry",
    )


def _ordered(subject: Subject) -> Recipe:
    return subject.recipe(
        RecipeKind.STATED, operator="steering", formula="what a person ordered, and when"
    )


STATED_RULES = (
    Rule(r"request .+", "asked", _asked),
    Rule(r"inventory (?P<at>levels_hpa|times|variables|findings|left_out)\.#", "count", _counted),
    Rule(r"inventory .+", "held", _held),
    Rule(r"(conclusion|retrieval|classification|steering) (?P<at>.+)\.#", "count", _counted),
    Rule(r"conclusion (turns|effective_tests)", "turns", _counted),
    Rule(r"conclusion reliability\.\w+", "reliability", _reliability),
    Rule(r"conclusion (.*confidence.*|false_discovery_rates\..+)", "confidence", _confidence,
         RecipeRole.CONFIDENCE),
    Rule(r"conclusion .+", "conclusion", _confidence),
    Rule(r"retrieval (?P<at>checked\.findings\.\d+)\..+", "checked", _checked),
    Rule(r"classification (?P<at>doubts\.\d+)\..+", "checked", _checked),
    Rule(r"retrieval .+", "reviewed", _reviewed),
    Rule(r"classification warnings\..+", "reviewed", _reviewed),
    Rule(r"(entry|cause|tool) .+", "library", _library, RecipeRole.LIMIT),
    Rule(r"steering .+", "steered", _ordered),
    Rule(r"software .+", "software", _held),
)  # fmt: skip
