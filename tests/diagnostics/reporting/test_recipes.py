"""Every number of a report has one recipe, and another program computes the number from it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from diagnostics.catalog import get_catalog
from diagnostics.contracts.enums import Language
from diagnostics.contracts.recipes import Recipe, RecipeKind, RecipeRole
from diagnostics.contracts.report import Report
from diagnostics.quantities.registry import QUANTITIES
from diagnostics.reporting import build_report
from diagnostics.reporting.checker import sentences_of
from diagnostics.reporting.claim_sources import ClaimSources
from diagnostics.reporting.recipes import recipes_of
from diagnostics.reporting.recipes.rules import is_printed
from diagnostics.reporting.recipes.scribe import Subject, at
from tests.diagnostics.loop.test_stored_runs import RUNS, events_of, release_of
from tests.diagnostics.reporting.recomputation import recomputed
from tests.generated_samples import generated


def stored_report(name: str) -> Report:
    from diagnostics.loop import rebuild_report

    events = events_of(name)
    return rebuild_report(events, release_of(name))[0]


def reports(material: Any, in_language: Callable[..., Any]) -> dict[str, Report]:
    written = {
        language: build_report(in_language(language))
        for language in (item.value for item in Language)
    }
    return {**written, **{name: stored_report(name) for name in RUNS}}


def test_each_number_is_given_by_one_recipe(material: Any, in_language: Callable[..., Any]) -> None:
    for name, report in reports(material, in_language).items():
        printed = {claim.id for claim in report.claims if is_printed(claim)}
        given = Counter(claim for recipe in report.recipes for claim in recipe.gives)
        assert set(given) == printed, name
        assert set(given.values()) <= {1}, name
        assert len({recipe.id for recipe in report.recipes}) == len(report.recipes), name


def test_what_is_printed_without_a_recipe_is_words(
    material: Any, in_language: Callable[..., Any]
) -> None:
    """No claim of a kind that is left out shows digits, but for names and identifiers."""
    from diagnostics.reporting.values import format_claim

    report = build_report(in_language("en"))
    shown = {name for _, item in sentences_of(report) for name in item.claims}
    for claim in report.claims:
        if claim.id not in shown or is_printed(claim) or claim.kind in ("term", "text", "words"):
            continue
        assert not re.search(r"\d", format_claim(claim, Language.EN)), claim


def test_a_recipe_of_fields_names_what_the_files_hold(
    material: Any, in_language: Callable[..., Any]
) -> None:
    report = build_report(in_language("en"))
    held = {item.name: item.source_name for item in report.inventory.variables}
    computed = [item for item in report.recipes if item.kind is RecipeKind.FIELD]
    assert len(computed) > 20
    for recipe in computed:
        assert recipe.operator and recipe.formula, recipe.id
        assert recipe.inputs, recipe.id
        for item in recipe.inputs:
            field = item.field.partition("@")[0]
            assert item.source_name == held[field], recipe.id
        if RecipeRole.VALUE in recipe.gives.values():
            assert recipe.place is not None and recipe.time is not None, recipe.id


def test_recipes_survive_the_document(material: Any, in_language: Callable[..., Any]) -> None:
    report = build_report(in_language("en"))
    again = Report.model_validate_json(report.model_dump_json())
    assert again.recipes == report.recipes
    assert all(isinstance(item, Recipe) for item in again.recipes)


def test_another_program_computes_the_numbers(
    material: Any, in_language: Callable[..., Any]
) -> None:
    document = json.loads(build_report(in_language("en")).model_dump_json())
    found = list(recomputed(document, generated("rainstorm")))
    assert [item for item in found if not item.agrees] == []
    kinds = {item.recipe.rpartition(".")[2] for item in found}
    assert {"peak", "share", "position", "from_peak", "centre", "axis", "jet"} <= kinds
    assert len(found) >= 30


def test_a_number_that_was_changed_is_found(material: Any, in_language: Callable[..., Any]) -> None:
    """The other program does not agree with whatever it reads."""
    document = json.loads(build_report(in_language("en")).model_dump_json())
    computed = [item.path for item in recomputed(document, generated("rainstorm"))]
    for claim in document["claims"]:
        if claim["path"] in computed and isinstance(claim["value"], float):
            claim["value"] += 500.0
    changed = [
        item
        for item in recomputed(document, generated("rainstorm"))
        if isinstance(item.printed, float)
    ]
    assert changed
    assert not any(item.agrees for item in changed)


def test_inputs_are_named_however_an_operator_calls_them(material: Any) -> None:
    """A name that no rule knows must not cost a run its report."""
    sources = ClaimSources.of_report(
        build_report(material),
        material.release,
        {spec.name: spec for spec in get_catalog().specs()},
    )
    subject = Subject(sources, "request", "", "inputs")
    named = {
        str(value)
        for spec in sources.specs.values()
        for parameter in spec.parameters
        for value in (parameter.default, *parameter.choices)
        if isinstance(value, str) and value
    }
    fields = {field.name for spec in sources.specs.values() for field in spec.inputs}
    quantities = {*QUANTITIES, *(at(name, 850.0) for name in QUANTITIES), "10m", "T850", "q700"}
    for name in sorted(named | fields | quantities | {"no such thing", "", "?=", "index:", "@"}):
        for item in subject.inputs([name]):
            known = sources.inventory.variable(item.field.partition("@")[0])
            assert item.source_name == (known.source_name if known is not None else "")
    assert [item.field for item in subject.inputs(["10m"])] == ["u10", "v10"]
    assert [item.field for item in subject.inputs(["temperature_advection@850"])] == [
        "u@850", "v@850", "t@850",
    ]  # fmt: skip


def test_evidence_of_which_nothing_could_be_computed_has_recipes_too(
    material: Any, in_language: Callable[..., Any]
) -> None:
    report = build_report(in_language("en"))
    judged = [claim for claim in report.claims if claim.path.startswith("judgement.")]
    bare = tuple(
        item.model_copy(update={"index": None, "figure": None}) for item in report.evidence
    )
    sources = ClaimSources.of_report(
        report.model_copy(update={"evidence": bare}), material.release, {}
    )
    given = {claim for recipe in recipes_of(judged, sources) for claim in recipe.gives}
    assert given == {claim.id for claim in judged if is_printed(claim)}
    assert given
