"""Run a workflow file on data, without any role deciding anything."""

from __future__ import annotations

import argparse
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diagnostics.cli.arguments import add_boundaries, add_climatology, add_data, open_data
from diagnostics.cli.files import FolderCache, write_whole
from diagnostics.cli.output import Output
from diagnostics.cli.processes import ProcessExecutor, add_jobs, chosen_processes, tool_context
from diagnostics.cli.revision import software_revision
from diagnostics.cli.run_folder import RunFolder
from diagnostics.errors import ArgumentError

if TYPE_CHECKING:
    from diagnostics.workflow import Plan, StepOutcome, ToolContext


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("workflow", metavar="WORKFLOW.yaml", help="the plan")
    add_data(parser)
    add_climatology(parser)
    add_boundaries(parser)
    parser.add_argument("--out", metavar="DIR", help="folder of the results")
    parser.add_argument(
        "--check", action="store_true", help="validate against the data and run nothing"
    )
    parser.add_argument("--diagram", metavar="FILE.svg", help="draw the plan, also with --check")
    parser.add_argument(
        "--cache", metavar="DIR", help="keep answers by content from one run to the next"
    )
    parser.add_argument(
        "--only", action="append", default=[], metavar="STEP", help="this step and what it needs"
    )
    parser.add_argument(
        "--again",
        action="append",
        default=[],
        metavar="STEP",
        help="compute this step and all that depends on it anew, whatever the cache holds",
    )
    add_jobs(parser, "independent steps; default: the processors")


def run(options: argparse.Namespace, output: Output) -> None:
    """Validate the plan whole, run it, and write answers, charts and the diagram."""
    from diagnostics.workflow import draw_plan, read_plan, validate_plan

    path = Path(options.workflow)
    if not path.is_file():
        raise ArgumentError(f"{path} does not exist: name a workflow file", code="file_not_found")
    if not options.check and options.out is None:
        raise ArgumentError(
            "name a folder for the results with --out, or check the workflow with --check",
            code="output_needed",
        )
    plan = read_plan(path.read_text(encoding="utf-8"))
    source = open_data(options.data, options)
    validate_plan(plan, source.inventory())
    if options.check:
        if options.diagram:
            write_whole(Path(options.diagram), draw_plan(plan).encode())
        _tell_checked(plan, output)
        return
    _run_plan(plan, options, output)


def _tell_checked(plan: Plan, output: Output) -> None:
    if output.json:
        output.document({"name": plan.name, "valid": True, "steps": len(plan.steps)})
    else:
        output.text(f"{plan.name}: {len(plan.steps)} steps, nothing wrong")


def _run_plan(plan: Plan, options: argparse.Namespace, output: Output) -> None:
    from diagnostics.workflow import draw_plan, run_plan

    folder = RunFolder(Path(options.out))
    context = tool_context(options)

    def tell(outcome: StepOutcome, number: int, total: int) -> None:
        said = outcome.reason or outcome.record.status.value
        output.progress(f"[{number}/{total}] {outcome.step.id} {outcome.step.tool}: {said}")

    cache = FolderCache(Path(options.cache)) if options.cache else None
    started = datetime.now(UTC)
    with ProcessExecutor(chosen_processes(options.jobs)) as executor:
        outcomes = run_plan(
            plan,
            context,
            executor=executor,
            cache=cache,
            only=options.only,
            again=options.again,
            progress=tell,
        )
    folder.path.mkdir(parents=True, exist_ok=True)
    for outcome in outcomes:
        for part in outcome.items or (outcome,):
            if part.png is not None:
                name = f"figures/{part.step.id}_{part.step.tool}.png"
                folder.put(name, part.png, "image/png")
    picture = draw_plan(plan, outcomes).encode()
    folder.put("workflow.svg", picture, "image/svg+xml")
    if options.diagram:
        write_whole(Path(options.diagram), picture)
    _finish(plan, outcomes, context, started, folder, options, output)


def _finish(
    plan: Plan,
    outcomes: tuple[StepOutcome, ...],
    context: ToolContext,
    started: datetime,
    folder: RunFolder,
    options: argparse.Namespace,
    output: Output,
) -> None:
    from diagnostics import __version__
    from diagnostics.catalog import get_catalog
    from diagnostics.loop import environment_fingerprint
    from diagnostics.workflow import PlanRun, with_records, write_plan

    documents = [
        _document(step.record.digest if step.record else None, outcome)
        for step, outcome in zip(plan.steps, outcomes, strict=True)
    ]
    baseline = context.baseline
    source = plan.source.model_copy(
        update={
            "data_digest": context.data_digest,
            "climatology_digest": baseline.digest if baseline else "",
        }
    )
    done = with_records(plan, outcomes).model_copy(
        update={
            "source": source,
            "catalogue_digest": get_catalog().digest,
            "software_version": __version__,
            "environment": environment_fingerprint(),
            "run": PlanRun(
                revision=software_revision(), started_at=started, finished_at=datetime.now(UTC)
            ),
        }
    )
    folder.put("workflow.yaml", write_plan(done).encode(), "application/yaml")
    document = {"name": plan.name, "directory": str(folder.path), "steps": documents}
    folder.put("results.json", json.dumps(document, allow_nan=False).encode(), "application/json")
    folder.complete({"data": [str(item) for item in options.data]})
    if output.json:
        output.document(document)
    else:
        good = sum(item["status"] == "ok" for item in documents)
        output.text(f"{good} of {len(documents)} steps gave an answer: {folder.path}")


def _document(recorded: str | None, outcome: StepOutcome) -> dict[str, Any]:
    """Say what a step gave; ``identical`` is None where nothing was recorded before."""
    from diagnostics.workflow import StepState

    answer = outcome.answer
    answered = outcome.state is StepState.ANSWERED
    document: dict[str, Any] = {
        "step": outcome.step.id,
        "tool": outcome.step.tool,
        "kind": outcome.step.kind,
        "status": "ok" if answered else outcome.state.value,
        "error": outcome.reason,
        "digest": outcome.record.digest,
        "identical": None if recorded is None else recorded == outcome.record.digest,
        "answer": answer.model_dump(mode="json") if answer else None,
    }
    if outcome.items:
        document["items"] = [_document(None, item) for item in outcome.items]
    return document
