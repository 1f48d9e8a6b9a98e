"""The command ``hvrmet run``."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from diagnostics.cli.arguments import (
    add_boundaries,
    add_climatology,
    add_data,
    open_data,
    tool_files,
)
from diagnostics.cli.files import FolderCache, write_whole
from diagnostics.cli.output import Output
from diagnostics.cli.processes import ProcessExecutor, add_jobs, chosen_processes
from diagnostics.cli.run_folder import RunFolder
from diagnostics.cli.usage import help_text
from diagnostics.errors import ArgumentError
from diagnostics.messages import Message, Param, Term
from diagnostics.service.workflows import check_workflow, draw_workflow, run_workflow

if TYPE_CHECKING:
    from diagnostics.workflow import Plan, StepOutcome


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("workflow", metavar="WORKFLOW.yaml", help=help_text("help-workflow"))
    add_data(parser)
    add_climatology(parser)
    add_boundaries(parser)
    parser.add_argument("--out", metavar="DIR", help=help_text("help-results_out"))
    parser.add_argument("--check", action="store_true", help=help_text("help-check"))
    parser.add_argument("--diagram", metavar="FILE.svg", help=help_text("help-diagram"))
    parser.add_argument("--cache", metavar="DIR", help=help_text("help-cache"))
    parser.add_argument(
        "--only", action="append", default=[], metavar="STEP", help=help_text("help-only")
    )
    parser.add_argument(
        "--again",
        action="append",
        default=[],
        metavar="STEP",
        help=help_text("help-again"),
    )
    add_jobs(parser, "help-jobs_run")


def run(options: argparse.Namespace, output: Output) -> None:
    """Validate the plan whole, run it, and write answers, charts and the diagram."""
    path = Path(options.workflow)
    if not path.is_file():
        raise ArgumentError(
            Message(id="commanderror-workflow_missing", params={"path": f"{path}"}),
            code="file_not_found",
        )
    if not options.check and options.out is None:
        raise ArgumentError(
            Message(id="commanderror-workflow_out"),
            code="output_needed",
        )
    plan = check_workflow(path.read_text(encoding="utf-8"), open_data(options.data, options))
    if options.check:
        if options.diagram:
            write_whole(Path(options.diagram), draw_workflow(plan).encode())
        _tell_checked(plan, output)
        return
    _run_plan(plan, options, output)


def _tell_checked(plan: Plan, output: Output) -> None:
    if output.json:
        output.document({"name": plan.name, "valid": True, "steps": len(plan.steps)})
    else:
        output.say(
            Message(id="command-plan_checked", params={"name": plan.name, "steps": len(plan.steps)})
        )


def _run_plan(plan: Plan, options: argparse.Namespace, output: Output) -> None:
    from diagnostics.workflow import write_plan

    folder = RunFolder(Path(options.out))

    def tell(outcome: StepOutcome, number: int, total: int) -> None:
        status = Term(term=f"status_{outcome.record.status.value}")
        params: dict[str, Param] = {
            "number": str(number),
            "total": str(total),
            "step": f"{outcome.step.id} {outcome.step.tool}",
            "said": outcome.wording or status,
        }
        output.report(Message(id="command-step_done", params=params))

    with ProcessExecutor(chosen_processes(options.jobs)) as executor:
        done = run_workflow(
            plan,
            tool_files(options),
            executor=executor,
            cache=FolderCache(Path(options.cache)) if options.cache else None,
            only=options.only,
            again=options.again,
            progress=tell,
        )
    folder.path.mkdir(parents=True, exist_ok=True)
    for name, picture in done.pictures.items():
        folder.put(name, picture, "image/png")
    diagram = done.diagram.encode()
    folder.put("workflow.svg", diagram, "image/svg+xml")
    if options.diagram:
        write_whole(Path(options.diagram), diagram)
    folder.put("workflow.yaml", write_plan(done.plan).encode(), "application/yaml")
    steps = list(done.steps)
    document = {"name": plan.name, "directory": str(folder.path), "steps": steps}
    folder.put("results.json", json.dumps(document, allow_nan=False).encode(), "application/json")
    folder.complete({"data": [str(item) for item in options.data]})
    if output.json:
        output.document(document)
    else:
        good = sum(item["status"] == "ok" for item in steps)
        params: dict[str, Param] = {
            "good": good,
            "steps": len(steps),
            "folder": str(folder.path),
        }
        output.say(Message(id="command-plan_done", params=params))
