"""The command ``hvrmet score``."""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path

from diagnostics.cli.output import Output
from diagnostics.cli.usage import help_text
from diagnostics.contracts.scores import StageScore
from diagnostics.errors import ArgumentError
from diagnostics.messages import Listing, Message, Param, Term
from diagnostics.service.finished_runs import score_run


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("directory", metavar="DIR", help=help_text("help-finished_run"))
    parser.add_argument(
        "--reference",
        metavar="FILE",
        help=help_text("help-reference"),
    )


def run(options: argparse.Namespace, output: Output) -> None:
    """Score and print."""
    scores = score_run(Path(options.directory), _reference(options.reference))
    if output.json:
        output.document(scores.model_dump(mode="json"))
        return
    rows: list[list[Param]] = [
        [
            Term(term=f"stage_{name}") if output.is_translated() else name,
            Message(id="command-not_applicable") if item.score is None else f"{item.score:g}",
            _reasons(item),
        ]
        for name, item in scores.scores.items()
    ]
    output.table(Message(id="command-scores"), ("stage", "score", "reasons"), rows)


def _reasons(item: StageScore) -> Param:
    return Listing(items=item.wordings, style="clauses") if item.wordings else ""


def _reference(path: str | None) -> dict[str, float] | None:
    if path is None:
        return None
    try:
        document = json.loads(Path(path).read_text(encoding="utf-8"))
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise ArgumentError(
            Message(
                id="commanderror-reference_json", params={"path": f"{path}", "error": f"{error}"}
            )
        ) from error
    if not isinstance(document, dict) or not all(
        isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
        for value in document.values()
    ):
        raise ArgumentError(Message(id="commanderror-reference_form", params={"path": f"{path}"}))
    return {str(name): float(value) for name, value in document.items()}
