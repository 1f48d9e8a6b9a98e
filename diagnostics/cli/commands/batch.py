"""Answer many requests in one process: one JSON line in, one out, in order.

Each line is {"id", "op": "index|features|figure", "name", "data": [paths], "time", "region",
"level", "mode", "params", "spec", "out", "second_opinion"}; what is null or left out is as on the
command line. Each answer is that of the single command with the same "id", or {"id", "error"}: an
error in one line is that line's error only. Data opened once are shared by the lines naming them.
"""

from __future__ import annotations

import argparse
import json
import sys
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from diagnostics.cli.arguments import add_climatology
from diagnostics.cli.batch_line import BatchTask, identity_of, read_batch_task, read_document
from diagnostics.cli.commands.index import value_of
from diagnostics.cli.files import write_whole
from diagnostics.cli.output import Output
from diagnostics.contracts.evidence import FigureCheck
from diagnostics.errors import ArgumentError, DiagnosticsError, ExecutionError, reason_of, stated
from diagnostics.messages import Listing, Message, Param, Term, render
from diagnostics.service.data import OpenSource, OpenSources, open_climatology
from diagnostics.service.tools import (
    answer_features,
    answer_index,
    draw_figure,
    features_document,
    shows_all,
)

if TYPE_CHECKING:
    from diagnostics.climatology import Climatologies


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "tasks", metavar="TASKS.jsonl", help="one JSON object a line; - for standard input"
    )
    add_climatology(parser, more="; for all lines")


def run(options: argparse.Namespace, output: Output) -> None:
    """Answer line after line, each written as soon as it is done."""
    answering = Answering(open_climatology(options.climatology))
    outcomes: Counter[str] = Counter()
    with _lines(options.tasks) as stream:
        for number, line in enumerate(stream, start=1):
            if not line.strip():
                continue
            document = answering.answer(line, number)
            outcomes["errors" if "error" in document else "answers"] += 1
            _write(document, answering.refusal, output)
    output.report(
        Message(
            id="command-batch_done", params={name: outcomes[name] for name in ("answers", "errors")}
        )
    )


class Answering:
    """Turns a line into the document of its answer or of its error.

    Parameters
    ----------
    baseline : Climatologies or None
        Climatology for the indices of all lines.

    Attributes
    ----------
    refusal : DiagnosticsError or None
        Why the last line has no answer.
    """

    def __init__(self, baseline: Climatologies | None) -> None:
        self._baseline = baseline
        self._sources = OpenSources()
        self.refusal: DiagnosticsError | None = None

    def answer(self, line: bytes, number: int) -> dict[str, Any]:
        """Return the document of one line; only an interruption is raised."""
        identity: Any = None
        self.refusal = None
        try:
            words = read_document(line)
            identity = identity_of(words)
            document = {"id": identity, **self.answer_task(read_batch_task(words))}
            # what cannot be written is this line's failure, not that of the stream
            json.dumps(document, allow_nan=False)
        except DiagnosticsError as error:
            return self._refused(identity, error, number)
        except OSError as error:
            where: Param = error.filename or Message(id="error-a_file")
            problem = ExecutionError(
                Message(
                    id="commanderror-batch_file",
                    params={"where": where, "reason": reason_of(error)},
                ),
                code="file_error",
            )
            return self._refused(identity, problem, number)
        except Exception as error:  # noqa: BLE001 - one line's defect must not end the others
            traceback.print_exception(error)
            problem = ExecutionError(
                Message(
                    id="commanderror-batch_defect",
                    params={"kind": f"{type(error).__name__}", "error": stated(error)},
                ),
                code="internal_error",
            )
            return self._refused(identity, problem, number)
        return document

    def _refused(self, identity: Any, error: DiagnosticsError, number: int) -> dict[str, Any]:
        error.data = {**error.data, "line": number}
        self.refusal = error
        return {"id": identity, **error.as_document()}

    def answer_task(self, task: BatchTask) -> dict[str, Any]:
        """Return the document of a task's answer.

        Raises
        ------
        DiagnosticsError
            As the single commands.
        """
        if task.op == "figure":
            drawn = self._figure(task)
            return {**drawn, "answered": _answered(drawn)}
        document = self._index(task) if task.op == "index" else self._features(task)
        document["answered"] = _answered(document)
        if task.out is not None:
            write_whole(Path(task.out), json.dumps(document, allow_nan=False).encode())
        return document

    def _index(self, task: BatchTask) -> dict[str, Any]:
        answer = answer_index(
            task.index_request(),
            self._source_of(task),
            baseline=self._baseline,
            cache=self._sources.fields,
        )
        return answer.model_dump(mode="json")

    def _features(self, task: BatchTask) -> dict[str, Any]:
        answers = answer_features(task.features_request(), self._source_of(task))
        return features_document(task.name, answers)

    def _figure(self, task: BatchTask) -> dict[str, Any]:
        if task.out is None:
            raise ArgumentError(Message(id="commanderror-batch_figure_out"), code="output_needed")
        path = Path(task.out)
        drawn = draw_figure(
            task.figure_request(path), self._source_of(task), climatology=self._baseline
        )
        write_whole(path, drawn.picture)
        return drawn.answer.model_copy(update={"path": str(path)}).model_dump(mode="json")

    def _source_of(self, task: BatchTask) -> OpenSource:
        return lambda: self._sources.of(task.selection())


def _answered(document: dict[str, Any]) -> bool:
    """Whether a line has a value: of what a single command ends with status 1, it has none."""
    if "check" in document:
        check = document["check"]
        return shows_all(None if check is None else FigureCheck.model_validate(check))
    return document.get("value", 0) is not None


@contextmanager
def _lines(name: str) -> Iterator[IO[bytes]]:
    if name == "-":
        yield sys.stdin.buffer
        return
    path = Path(name)
    if not path.is_file():
        raise ArgumentError(
            Message(id="commanderror-task_file_missing", params={"path": f"{path}"}),
            code="file_not_found",
        )
    with path.open("rb") as stream:
        yield stream


def _write(document: dict[str, Any], error: DiagnosticsError | None, output: Output) -> None:
    if output.json:
        # ASCII: any terminal or pipe can carry it, and any "id" goes back as it came
        sys.stdout.write(json.dumps(document, allow_nan=False) + "\n")
        sys.stdout.flush()
    else:
        params: dict[str, Param] = {
            "id": str(document["id"]),
            "answer": _summary(document) if error is None else _refusal(error),
        }
        line = render(Message(id="command-batch_line", params=params), output.language)
        output.text(line.encode("utf-8", "replace").decode())


def _refusal(error: DiagnosticsError) -> Message:
    return Message(id="command-batch_error", params={"code": error.code, "text": error.text})


def _summary(document: dict[str, Any]) -> Param:
    if "value" in document:
        params: dict[str, Param] = {
            "name": document["name"],
            "value": value_of(document["value"], document["unit"]),
            "status": Term(term=f"status_{document['status']}"),
        }
        return Message(id="command-batch_value", params=params)
    if "path" in document:
        return f"{document['name']} {document['path']}"
    answers = document.get("features") if "detector" not in document else [document]
    found = tuple(item["detector"] for item in answers or [] if item["passed"])
    if not found:
        return Message(id="command-batch_nothing")
    return Message(id="command-batch_found", params={"names": Listing(items=found)})
