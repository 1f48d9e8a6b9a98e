"""Run a workflow file on data, without any role deciding anything."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from diagnostics.cli.arguments import add_data, open_climatology, open_data
from diagnostics.cli.output import Output
from diagnostics.cli.run_folder import RunFolder
from diagnostics.errors import ArgumentError

if TYPE_CHECKING:
    from diagnostics.workflow import StepOutcome


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("workflow", metavar="WORKFLOW.yaml", help="the plan")
    add_data(parser)
    parser.add_argument("--climatology", metavar="CLIM", help="a climatology file")
    parser.add_argument("--out", required=True, metavar="DIR", help="folder of the results")


def run(options: argparse.Namespace, output: Output) -> None:
    """Validate the plan whole, run it, and write answers and charts."""
    from diagnostics.catalog import FieldCache, get_catalog
    from diagnostics.workflow import (
        ToolContext,
        read_plan,
        run_plan,
        validate_plan,
        write_plan,
    )

    path = Path(options.workflow)
    if not path.is_file():
        raise ArgumentError(f"{path} does not exist: name a workflow file", code="file_not_found")
    plan = read_plan(path.read_text(encoding="utf-8"))
    source = open_data(options.data, options)
    validate_plan(plan, source.inventory())
    folder = RunFolder(Path(options.out))
    context = ToolContext(
        source=source,
        data_digest=source.digest(),
        baseline=open_climatology(options.climatology),
        cache=FieldCache(),
    )

    def tell(outcome: StepOutcome, number: int, total: int) -> None:
        said = outcome.record.error or outcome.record.status.value
        output.progress(f"[{number}/{total}] {outcome.step.id} {outcome.step.tool}: {said}")

    folder.path.mkdir(parents=True, exist_ok=True)
    outcomes = run_plan(plan, context, progress=tell)
    answers = []
    for outcome in outcomes:
        if outcome.png is not None:
            name = f"{outcome.step.id}_{outcome.step.tool}"
            folder.put(f"figures/{name}.png", outcome.png, "image/png")
        answer = outcome.index or outcome.figure
        answers.append(
            {
                "step": outcome.step.id,
                "tool": outcome.step.tool,
                "kind": outcome.step.kind,
                "status": "ok" if answer else "skipped" if outcome.skipped else "failed",
                "error": outcome.record.error,
                "digest": outcome.record.digest,
                "identical": _same_as_recorded(outcome),
                "answer": answer.model_dump(mode="json") if answer else None,
            }
        )
    done = plan.model_copy(
        update={
            "steps": tuple(
                outcome.step.model_copy(update={"record": outcome.record}) for outcome in outcomes
            ),
            "source": plan.source.model_copy(update={"data_digest": context.data_digest}),
            "catalogue_digest": get_catalog().digest,
        }
    )
    folder.put("workflow.yaml", write_plan(done).encode(), "application/yaml")
    document = {"name": plan.name, "directory": str(folder.path), "steps": answers}
    folder.put("results.json", json.dumps(document, allow_nan=False).encode(), "application/json")
    folder.complete({"data": [str(item) for item in options.data]})
    if output.json:
        output.document(document)
    else:
        good = sum(item["status"] == "ok" for item in answers)
        output.text(f"{good} of {len(answers)} steps gave an answer: {folder.path}")


def _same_as_recorded(outcome: StepOutcome) -> bool | None:
    """Tell whether a step gave what its plan recorded; None where nothing was recorded."""
    recorded = outcome.step.record
    return None if recorded is None else recorded.digest == outcome.record.digest
