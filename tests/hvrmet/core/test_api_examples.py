"""The examples of the API: for every operation, of the declared form, and taken as they are."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from hvrmet.accounts.roles import TenantRole
from hvrmet.testing import Centre

from tests.hvrmet.api_examples import DOCUMENTS, FILE, PRIVATE, SECRETS, TEXTS, Document
from tests.hvrmet.factories import furnish, person

DOCUMENT = Document.read()
EXAMPLES: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
READABLE = (*DOCUMENTS, *TEXTS)
REASONS = {
    "diagnoses_report_publish": "of an approved report, by a second person",
    "library_proposal_release": "of a reviewed proposal, by a second person",
    "adoptions_confirm": "of a release that another person proposed",
    "climatologies_resume": "of a build that was cancelled, or has failed",
    "webhooks_replay": "of a delivery that has ended",
}
"""Why an operation that takes and gives documents has no example."""


def shown(name: str) -> list[tuple[dict[str, Any], Any]]:
    """Return the examples of an operation, each with its schema."""
    declared = DOCUMENT.operations[name].declared
    contents = [declared.get("requestBody", {}).get("content", {})]
    contents += [answer.get("content", {}) for answer in declared["responses"].values()]
    return [
        (content.get("schema", {}), content["example"])
        for group in contents
        for content in group.values()
        if "example" in content
    ]


def gives_documents(declared: dict[str, Any]) -> bool:
    """Whether an operation takes a document, or answers with one that can be read."""
    kinds = [
        kind
        for status, answer in declared["responses"].items()
        if status < "300"
        for kind in answer.get("content", {})
    ]
    return "requestBody" in declared or any(kind.startswith(READABLE) for kind in kinds)


def test_every_operation_has_an_example_or_a_reason() -> None:
    without = {
        name
        for name, operation in DOCUMENT.operations.items()
        if gives_documents(operation.declared) and not shown(name)
    }
    assert without - set(REASONS) == set()
    assert set(REASONS) <= set(DOCUMENT.operations)
    assert set(EXAMPLES) == set(DOCUMENT.operations)


def test_diagnoses_are_shown_as_a_whole_run_left_them() -> None:
    shown = EXAMPLES["diagnoses_retrieve"]["answer"]
    job_id, state = shown["id"], shown["state"]
    assert (shown["status"], state["event"]) == ("finished", "rainstorm")
    assert state["conclusion"]["confirmed"] and shown["cost"]["bytes_stored"] > 0
    assert job_id in shown["links"]["report"]
    report = EXAMPLES["diagnoses_report_version"]["answer"]["document"]
    assert report["conclusion"]["event"] == "rainstorm" and report["evidence"]
    assert EXAMPLES["diagnoses_evidence"]["answer"]["results"][0]["artifacts"]
    assert EXAMPLES["diagnoses_evidence_layers"]["answer"]["layers"]


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_examples_are_of_the_declared_form(name: str) -> None:
    for schema, example in shown(name):
        assert DOCUMENT.mistakes(schema, example) == [], name
    text = json.dumps(EXAMPLES[name])
    for pattern, instead in SECRETS:
        assert pattern.sub(instead, text) == text
    for field, said in PRIVATE.items():
        assert f'"{field}": "{said}' in text or f'"{field}": "' not in text


@pytest.mark.django_db
def test_requests_of_examples_are_taken_as_they_are(
    alpha: Centre, release: Any, sent: Any, client: Client
) -> None:
    """None is a malformed or an unknown request, whatever stands in the way of its being done."""
    things = furnish(alpha, release)
    client.force_login(person(alpha, "fan", *TenantRole))
    asked = 0
    for name, example in EXAMPLES.items():
        operation = DOCUMENT.operations[name]
        if "request" not in example or operation.path.startswith("/api/v1/session/"):
            continue
        known = {**things.values_of(operation.path), "tenant": alpha.slug}
        before = transaction.savepoint()
        reply = client.generic(
            operation.method.upper(),
            operation.path.format_map(known),
            json.dumps(example["request"]),
            content_type="application/json",
        )
        transaction.savepoint_rollback(before)
        problem = reply.json() if reply.status_code >= 400 else {}
        assert problem.get("code") not in {"invalid_request", "internal_error"}, (name, problem)
        assert reply.status_code < 500 or problem["code"] == "no_guideline_release", (name, problem)
        asked += 1
    assert asked > 40
