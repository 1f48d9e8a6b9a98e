"""Tools for agents on local files: what `hvrmet mcp` answers, without a platform."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from diagnostics.cli.run_folder import FolderEvidence, RunFolder
from diagnostics.contracts.computations import ComputationRequest, QuestionRequest
from diagnostics.contracts.enums import Language
from diagnostics.contracts.events import RecordedEvent
from diagnostics.contracts.narration import narrate
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.validation import joined, list_problems
from diagnostics.contracts.worded_requests import RequestInWords
from diagnostics.documentation.search import retrieve
from diagnostics.errors import ArgumentError, DiagnosticsError, ExecutionError
from diagnostics.guidelines import RELEASE_FILE, load_release, pack_release
from diagnostics.messages import Message, render
from diagnostics.messages.catalogue import SOURCE
from diagnostics.service.computations import compute
from diagnostics.service.contexts import ToolFiles
from diagnostics.service.data import open_climatology
from diagnostics.service.diagnosis import DiagnosisSetting, RunStore, run_diagnosis
from diagnostics.service.inspection import inspect
from diagnostics.service.local_ports import PresetOrders, RunGuidelines
from diagnostics.service.questions import QuestionContext, ask, check_claim
from diagnostics.service.worded_requests import read_request
from diagnostics.tool_server import Caller, Picture, ToolRefusedError

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)
_LONGEST_LIST = 10


@dataclass(frozen=True)
class LocalTools:
    """Answers on one source of local files.

    Parameters
    ----------
    name : str
        Of the source.
    files : ToolFiles
    folder : Path
        In which diagnoses are kept, each in a folder of its own.
    """

    name: str
    files: ToolFiles
    folder: Path

    async def sources(self, caller: Caller) -> dict[str, Any]:
        """Name the one source."""
        return {"results": [{"name": self.name, "paths": list(self.files.data.paths)}]}

    async def inspect(self, caller: Caller, source: str) -> dict[str, Any]:
        """Say what the files hold."""
        self._require(source)
        found = await _in_thread(lambda: inspect(self.files.data))
        return found.model_dump(mode="json")

    async def compute(self, caller: Caller, request: dict[str, Any]) -> dict[str, Any]:
        """Compute an index, features or detections."""
        made = await _in_thread(partial(self._computed, request))
        return dict(made.document)

    async def figure(self, caller: Caller, request: dict[str, Any]) -> Picture:
        """Draw a chart."""
        made = await _in_thread(partial(self._computed, request))
        assert made.picture is not None
        return Picture(dict(made.document), made.picture)

    def _computed(self, request: dict[str, Any]) -> Any:
        wanted = _validated(ComputationRequest, request)
        self._require(wanted.source)
        return compute(
            wanted,
            self.files.data,
            climatology=open_climatology(self.files.climatology),
            boundaries=self.files.boundaries,
        )

    async def ask(self, caller: Caller, request: dict[str, Any]) -> dict[str, Any]:
        """Answer a question, or check a claim."""
        return await _in_thread(partial(self._asked, request))

    def _asked(self, request: dict[str, Any]) -> dict[str, Any]:
        wanted = _validated(QuestionRequest, request)
        self._require(wanted.source)
        context = QuestionContext(
            wanted.region, wanted.window, wanted.now, wanted.timezone, wanted.language
        )
        known = open_climatology(self.files.climatology)
        open_source = self.files.data.open
        if wanted.claim is not None:
            report = check_claim(wanted.claim, open_source, context, climatology=known)
            return report.model_dump(mode="json")
        assert wanted.text is not None
        return ask(wanted.text, open_source, context, climatology=known).model_dump(mode="json")

    async def diagnose(self, caller: Caller, request: dict[str, Any]) -> dict[str, Any]:
        """Run a diagnosis into a folder of its own, telling of each event."""
        loop, reported = asyncio.get_running_loop(), 0

        def tell(event: RecordedEvent) -> None:
            nonlocal reported
            line = narrate(event.body)
            if line:
                reported += 1
                said = caller.report(float(reported), None, line.strip())
                asyncio.run_coroutine_threadsafe(said, loop)

        return await _in_thread(partial(self._diagnosed, request, tell))

    def _diagnosed(
        self, request: dict[str, Any], tell: Callable[[RecordedEvent], None]
    ) -> dict[str, Any]:
        source = self.files.data.open()
        wanted = self._wanted(request, source)
        self._require(wanted.source)
        self.folder.mkdir(parents=True, exist_ok=True)
        taken = {path.name for path in self.folder.iterdir()}
        number = next(n for n in range(1, len(taken) + 2) if f"run-{n}" not in taken)
        folder = RunFolder(
            self.folder / f"run-{number}",
            listener=tell,
            first={RELEASE_FILE: pack_release(load_release())},
        )
        setting = DiagnosisSetting(
            source,
            RunGuidelines(folder.path),
            PresetOrders(),
            climatology=open_climatology(self.files.climatology),
        )
        outcome = run_diagnosis(wanted, setting, RunStore(folder, FolderEvidence(), folder))
        if outcome.status == "failed":
            raise ExecutionError(
                outcome.wording or Message(id="error-quoted", params={"text": outcome.message}),
                code=outcome.code,
            )
        conclusion = outcome.state.conclusion
        assert conclusion is not None
        folder.complete({"report_digest": outcome.state.report_digest})
        return {
            "diagnosis": folder.path.name,
            "event": conclusion.event.value if conclusion.event else None,
            "conclusion": conclusion.model_dump(mode="json"),
            "directory": str(folder.path),
        }

    def _wanted(self, request: dict[str, Any], source: Any) -> DiagnosisRequest:
        """Return the request, read from words where there are any."""
        if "text" not in request:
            return _validated(DiagnosisRequest, {"source": self.name, **request})
        words = _validated(RequestInWords, {"source": self.name, **request})
        found = read_request(words, self.name, source.inventory(), reader=Language.EN)
        if found.diagnosis is None:
            said = "; ".join(part.message for part in found.not_understood)
            text = said or f"it asks for a {found.asks.value}"
            raise ArgumentError(
                Message(id="error-quoted", params={"text": text}),
                code="not_understood" if said else "not_a_diagnosis",
                data=found.model_dump(mode="json", exclude={"diagnosis"}),
            )
        return found.diagnosis

    async def search(self, caller: Caller, text: str, kinds: tuple[str, ...]) -> dict[str, Any]:
        """Search the pages of the catalogue, and the entries of the library by factor."""
        pages = retrieve(text, limit=_LONGEST_LIST)
        factors = {page.name for page in pages}
        entries = [entry for entry in load_release().entries if entry.factor in factors]
        results: list[dict[str, Any]] = []
        if not kinds or "catalog" in kinds:
            results += [{**page.model_dump(mode="json"), "kind": "catalog"} for page in pages]
        if not kinds or "entry" in kinds:
            results += [
                {"kind": "entry", "id": entry.id, "factor": entry.factor, "why": entry.rationale}
                for entry in entries[:_LONGEST_LIST]
            ]
        return {"results": results}

    async def report(self, caller: Caller, diagnosis: str) -> dict[str, Any]:
        """Return the report in a run's folder."""
        path = self.folder / Path(diagnosis).name / "report.md"
        if not path.is_file():
            raise ToolRefusedError(
                "not_found",
                render(Message(id="commanderror-no_such_run", params={"name": diagnosis}), SOURCE),
                {"available": sorted(one.name for one in self.folder.glob("run-*"))},
            )
        return {"diagnosis": diagnosis, "markdown": path.read_text(encoding="utf-8")}

    def _require(self, source: str) -> None:
        if source != self.name:
            raise ToolRefusedError(
                "unknown_source",
                render(
                    Message(
                        id="commanderror-other_source", params={"name": source, "own": self.name}
                    ),
                    SOURCE,
                ),
                {"available": [self.name]},
            )


def _validated(model: type[M], document: dict[str, Any]) -> M:
    try:
        return model.model_validate_json(json.dumps(document))
    except ValidationError as error:
        raise ArgumentError(joined(list_problems(error)), code="invalid_request") from error


async def _in_thread(work: Callable[[], T]) -> T:
    """Do work that takes the processor; its errors become refusals."""
    try:
        return await asyncio.to_thread(work)
    except DiagnosticsError as error:
        raise ToolRefusedError(error.code, error.message, error.data) from error
