"""Rebuild the report of a run from its events; with --recompute run its workflow again."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from diagnostics.cli.arguments import add_boundaries, add_climatology
from diagnostics.cli.output import Output
from diagnostics.cli.run_folder import EVENTS, MANIFEST, REPORT, read_events
from diagnostics.contracts.events import RecordedEvent
from diagnostics.contracts.report import Report
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.messages import Message
from diagnostics.service.contexts import ToolFiles
from diagnostics.service.data import DataSelection
from diagnostics.service.finished_runs import rebuild
from diagnostics.service.parsing import parse_time
from diagnostics.service.workflows import recompute_workflow

if TYPE_CHECKING:
    from diagnostics.workflow import StepOutcome


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("directory", metavar="DIR", help="folder of a finished run")
    parser.add_argument("--recompute", action="store_true", help="run the workflow again too")
    parser.add_argument("--data", action="append", metavar="DATA", help="default: the run's own")
    add_climatology(parser, more="; default: the run's own")
    add_boundaries(parser, more="; default: the run's own")


def run(options: argparse.Namespace, output: Output) -> None:
    """Replay and compare digests."""
    folder = Path(options.directory)
    events = read_events(folder / EVENTS)
    kept = folder / REPORT
    stored = Report.model_validate_json(kept.read_bytes()) if kept.is_file() else None
    rebuilt = rebuild(folder, events, stored)
    identical = rebuilt.identical
    document: dict[str, object] = {
        "directory": str(folder),
        "events": len(events),
        "recorded_digest": rebuilt.recorded_digest,
        "report_digest": rebuilt.report_digest,
        "identical": identical,
        "same_facts": rebuilt.same_facts,
    }
    agrees = rebuilt.same_facts
    if options.recompute:
        found = _recompute(options, folder, events, output)
        document["recompute"] = found
        agrees = agrees and bool(found["within_tolerance"])
    if output.json:
        output.document(document)
    else:
        facts = "same_facts" if rebuilt.same_facts else "differs"
        said = Message(id=f"command-replay_{'identical' if identical else facts}")
        output.say(Message(id="command-replayed", params={"events": len(events), "found": said}))
    if not agrees:
        raise InputDataError(
            Message(id="commanderror-replay_differs"),
            code="replay_differs",
        )


def _recompute(
    options: argparse.Namespace, folder: Path, events: Sequence[RecordedEvent], output: Output
) -> dict[str, object]:
    from diagnostics.loop import fold

    manifest_path = folder / MANIFEST
    manifest = json.loads(manifest_path.read_text()) if manifest_path.is_file() else {}
    data = options.data or manifest.get("data")
    if not data:
        raise ArgumentError(Message(id="commanderror-replay_data"), code="data_needed")
    known = options.climatology or manifest.get("climatology") or ()
    request = fold(events).request
    files = ToolFiles(
        DataSelection(
            tuple(data),
            origin=parse_time(manifest.get("origin"), "origin"),
            run=request.run if request else None,
            member=request.member if request else None,
            statistic=request.statistic if request else None,
        ),
        (known,) if isinstance(known, str) else tuple(known),
        options.boundaries or manifest.get("boundaries"),
    )
    text = (folder / "workflow.yaml").read_text(encoding="utf-8")

    def tell(outcome: StepOutcome, number: int, total: int) -> None:
        output.progress(f"[{number}/{total}] {outcome.step.tool}")

    return recompute_workflow(text, files, tell).model_dump(mode="json")
