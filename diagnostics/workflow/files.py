"""Plans as YAML or JSON text."""

from __future__ import annotations

import json
from typing import Any

import yaml

from diagnostics.documents import read_document
from diagnostics.messages import Message
from diagnostics.workflow.schema import AnyStep, MapStep, Plan


def read_plan(text: str) -> Plan:
    """Read a plan from YAML or JSON.

    Raises
    ------
    ArgumentError
        With code ``invalid_plan``: every problem with the path of the field.
    """
    return read_document(
        text,
        Plan,
        name=Message(id="error-workflow_document"),
        needs="steps",
        code="invalid_plan",
    )


def write_plan(plan: Plan) -> str:
    """Write a plan as YAML, steps in order, unset fields left out."""
    document = json.loads(plan.model_dump_json(exclude_defaults=True))
    ordered = {"schema_version": plan.schema_version, **document}
    ordered["steps"] = [_step_document(step) for step in plan.steps]
    return yaml.safe_dump(ordered, sort_keys=False, allow_unicode=True, width=100)


def _step_document(step: AnyStep) -> dict[str, Any]:
    fields = json.loads(step.model_dump_json(exclude_defaults=True))
    if isinstance(step, MapStep):
        body = _step_document(step.do)
        fields["do"] = {name: value for name, value in body.items() if name != "id"}
    return {"id": step.id, "kind": step.kind, **fields}
