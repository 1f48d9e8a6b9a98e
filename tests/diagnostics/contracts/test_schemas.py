"""The generated schemas cover all contracts; `make check` holds them in step."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest
from jsonschema import Draft202012Validator

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def build_schemas() -> ModuleType:
    """The script that writes the schemas."""
    location = ROOT / "scripts" / "build_schemas.py"
    specification = importlib.util.spec_from_file_location("build_schemas", location)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def test_every_contract_is_in_a_schema(build_schemas: ModuleType) -> None:
    covered: set[str] = set()
    for contract in build_schemas.DOCUMENTS:
        schema = json.loads(build_schemas.schema_text(contract))
        covered |= {contract.__name__, *schema.get("$defs", {})}
    contracts = build_schemas.every_contract()
    shown = {base.__name__ for name in covered & set(contracts) for base in contracts[name].mro()}
    assert set(contracts) - shown == set()


@pytest.mark.slow
def test_schemas_are_valid_and_named(build_schemas: ModuleType) -> None:
    names = set()
    for text in build_schemas.expected_files().values():
        schema = json.loads(text)
        Draft202012Validator.check_schema(schema)
        names.add(schema["$id"])
    assert len(names) == len(build_schemas.DOCUMENTS)
