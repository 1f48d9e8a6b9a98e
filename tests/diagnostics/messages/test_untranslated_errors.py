"""Every error is worded in the catalogue, so that it can be read in every language."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3] / "diagnostics"
FAMILIES = {
    *("ArgumentError", "InputDataError", "SourceError", "UnitsError", "DomainError"),
    *("ExecutionError", "ModelOutputError", "BudgetError"),
}
MAKE_MESSAGES = {"Message", "message", "joined", "reason_of_answer", "_doubtful"}
"""What returns entries of the catalogue."""
HOLD_MESSAGES = {"wording", "message", "wrong", "lack", "needed", "untested"}
"""Variables that hold them."""


def _code(call: ast.Call) -> str:
    for keyword in call.keywords:
        if keyword.arg == "code":
            return ast.unparse(keyword.value).strip("'")
    return "-"


def _is_translated(argument: ast.expr) -> bool:
    """Whether an error's text is a message, or what another error or exception says."""
    if isinstance(argument, ast.Call):
        return isinstance(argument.func, ast.Name) and argument.func.id in MAKE_MESSAGES
    if isinstance(argument, ast.BoolOp):
        return all(_is_translated(part) for part in argument.values)
    if isinstance(argument, ast.Attribute):
        return argument.attr in ("text", "wording", "lacking")
    return isinstance(argument, ast.Name) and argument.id in HOLD_MESSAGES


def test_every_error_is_in_every_language() -> None:
    found = set()
    for path in sorted(ROOT.rglob("*.py")):
        package = path.relative_to(ROOT).parts[0].removesuffix(".py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in FAMILIES
                and node.args
                and not _is_translated(node.args[0])
            ):
                found.add(f"{package}: {_code(node)}")
    assert found == set()
