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
from diagnostics.cli.files import write_whole
from diagnostics.cli.output import Output
from diagnostics.cli.tasks import Task, identity_of, read_document, read_task
from diagnostics.contracts.evidence import FigureCheck
from diagnostics.errors import ArgumentError, DiagnosticsError, ExecutionError
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
            _write(document, output)
    output.progress(f"{outcomes['answers']} answers, {outcomes['errors']} errors")


class Answering:
    """Turns a line into the document of its answer or of its error.

    Parameters
    ----------
    baseline : Climatologies or None
        Climatology for the indices of all lines.
    """

    def __init__(self, baseline: Climatologies | None) -> None:
        self._baseline = baseline
        self._sources = OpenSources()

    def answer(self, line: bytes, number: int) -> dict[str, Any]:
        """Return the document of one line; only an interruption is raised."""
        identity: Any = None
        try:
            words = read_document(line)
            identity = identity_of(words)
            document = {"id": identity, **self.answer_task(read_task(words))}
            # what cannot be written is this line's failure, not that of the stream
            json.dumps(document, allow_nan=False)
        except DiagnosticsError as error:
            return {"id": identity, **_located(error, number).as_document()}
        except OSError as error:
            where = error.filename or "a file"
            problem = ExecutionError(f"{where}: {error.strerror or error}", code="file_error")
            return {"id": identity, **_located(problem, number).as_document()}
        except Exception as error:  # noqa: BLE001 - one line's defect must not end the others
            traceback.print_exception(error)
            problem = ExecutionError(
                f"an unforeseen {type(error).__name__}: {error}; this is a defect, please report "
                "it with the line",
                code="internal_error",
            )
            return {"id": identity, **_located(problem, number).as_document()}
        return document

    def answer_task(self, task: Task) -> dict[str, Any]:
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

    def _index(self, task: Task) -> dict[str, Any]:
        answer = answer_index(
            task.index_request(),
            self._source_of(task),
            baseline=self._baseline,
            cache=self._sources.fields,
        )
        return answer.model_dump(mode="json")

    def _features(self, task: Task) -> dict[str, Any]:
        answers = answer_features(task.features_request(), self._source_of(task))
        return features_document(task.name, answers)

    def _figure(self, task: Task) -> dict[str, Any]:
        if task.out is None:
            raise ArgumentError("op figure needs out: where the PNG goes", code="output_needed")
        path = Path(task.out)
        drawn = draw_figure(
            task.figure_request(path), self._source_of(task), climatology=self._baseline
        )
        write_whole(path, drawn.picture)
        return drawn.answer.model_copy(update={"path": str(path)}).model_dump(mode="json")

    def _source_of(self, task: Task) -> OpenSource:
        return lambda: self._sources.of(task.selection())


def _answered(document: dict[str, Any]) -> bool:
    """Whether a line has a value: of what a single command ends with status 1, it has none."""
    if "check" in document:
        check = document["check"]
        return shows_all(None if check is None else FigureCheck.model_validate(check))
    return document.get("value", 0) is not None


def _located(error: DiagnosticsError, number: int) -> DiagnosticsError:
    error.data = {**error.data, "line": number}
    return error


@contextmanager
def _lines(name: str) -> Iterator[IO[bytes]]:
    if name == "-":
        yield sys.stdin.buffer
        return
    path = Path(name)
    if not path.is_file():
        raise ArgumentError(
            f"{path} does not exist: name a file of tasks, or - for standard input",
            code="file_not_found",
        )
    with path.open("rb") as stream:
        yield stream


def _write(document: dict[str, Any], output: Output) -> None:
    if output.json:
        # ASCII: any terminal or pipe can carry it, and any "id" goes back as it came
        sys.stdout.write(json.dumps(document, allow_nan=False) + "\n")
        sys.stdout.flush()
    else:
        output.text(_summary(document).encode("utf-8", "replace").decode())


def _summary(document: dict[str, Any]) -> str:
    head = f"{document['id']}:"
    if "error" in document:
        return f"{head} error ({document['error']['code']}): {document['error']['message']}"
    if "value" in document:
        value = "no value" if document["value"] is None else f"{document['value']:.6g}"
        return f"{head} {document['name']} {value} {document['unit']} ({document['status']})"
    if "path" in document:
        return f"{head} {document['name']} {document['path']}"
    answers = document.get("features") if "detector" not in document else [document]
    found = [item["detector"] for item in answers or [] if item["passed"]]
    return f"{head} {', '.join(found) or 'nothing'} found"
