"""The table of codes in docs/use/api.md has every code that the platform can answer, no other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from hvrmet.core.http import problems
from hvrmet.tenants.quotas import Quotas

ROOT = Path(__file__).resolve().parents[3]
SOURCES = [
    path
    for folder in (ROOT / "platform" / "hvrmet", ROOT / "knowledge", ROOT / "tasks")
    for path in sorted(folder.rglob("*.py"))
    if "embedded" not in path.parts
]
# Faults inside a worker, which no client meets.
INTERNAL = {"invalid_artifact_name"}
# Django's own view and the framework's exceptions, which name no code themselves.
OF_FRAMEWORK = {"bad_request": 400, "internal_error": 500, "https_required": 403}


def raised() -> Iterator[tuple[str, int]]:
    """Give each code that a refusal names in the sources, with its status."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            named = {item.arg: item.value for item in node.keywords}
            if getattr(node.func, "id", "") != "ApplicationError" or "code" not in named:
                continue
            status = named.get("http_status", ast.Constant(400))
            if isinstance(named["code"], ast.Constant) and isinstance(status, ast.Constant):
                yield named["code"].value, status.value
    for error, code in problems._CODES.items():
        yield code, error.status_code
    for name in Quotas.model_fields:
        yield f"quota_{name}", 429
    yield from OF_FRAMEWORK.items()


def documented() -> dict[str, set[int]]:
    text = (ROOT / "docs" / "use" / "api.md").read_text(encoding="utf-8")
    table = text.split("| code | status | when |", 1)[1].split("\n\n", 1)[0]
    found: dict[str, set[int]] = {}
    for line in table.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        statuses = {int(number) for number in re.findall(r"\d{3}", cells[1] if cells[1:] else "")}
        for code in re.findall(r"`([a-z_]+)`", cells[0]):
            found[code] = found.get(code, set()) | statuses
    return found


def test_every_code_has_its_line_and_status() -> None:
    table = documented()
    missing = {
        (code, status)
        for code, status in raised()
        if code not in INTERNAL and status not in table.get(code, ())
    }
    assert not missing, "add these to the table in docs/use/api.md"


def test_no_line_is_of_a_code_that_is_gone() -> None:
    science = [
        path
        for folder in ("guidelines", "catalog")
        for path in (ROOT / "diagnostics" / folder).rglob("*.py")
    ]
    words = "\n".join(path.read_text(encoding="utf-8") for path in (*SOURCES, *science))
    known = {code for code, _ in raised()}
    assert not [code for code in documented() if code not in known and f'"{code}"' not in words]
