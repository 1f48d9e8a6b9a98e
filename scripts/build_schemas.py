"""Write the JSON schemas of the contracts, or say which are out of step (``--check``).

One file for each document that crosses a layer, leaves the program or is asked of a role; every
other contract is a definition inside one of them.
"""

from __future__ import annotations

import argparse
import importlib
import json
import pkgutil
import re
import sys
from pathlib import Path
from typing import Any

import diagnostics.contracts
from diagnostics.contracts.asked_words import ReadSentence
from diagnostics.contracts.base import Contract
from diagnostics.contracts.charts import CustomChart
from diagnostics.contracts.computations import (
    ContourParameters,
    ContoursAnswer,
    FieldAnswer,
    SeriesAnswer,
    SoundingAnswer,
)
from diagnostics.contracts.corrections import Edit, Quantity
from diagnostics.contracts.detection import Classification
from diagnostics.contracts.effect import (
    EffectOnCases,
    EffectOnRuns,
    EffectRequest,
    EntrySentence,
    SentenceRequest,
)
from diagnostics.contracts.events import SCHEMA_VERSION, RecordedEvent
from diagnostics.contracts.evidence import EvidenceItem, FeaturesAnswer, FigureAnswer, IndexAnswer
from diagnostics.contracts.forms import ClaimForm, Form, RequestForm
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.library import Library, ReleaseDifference
from diagnostics.contracts.overlay import Adjustment
from diagnostics.contracts.pages import PageEntry, ToolPage
from diagnostics.contracts.questions import ClaimReport, QuestionReply, RequestReading
from diagnostics.contracts.reading import Reading
from diagnostics.contracts.report import Report
from diagnostics.contracts.report_diff import ReportDiff
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.roles import (
    CauseWeighing,
    ChartCall,
    ChartReview,
    FactorVerdict,
    Hypothesis,
    IndexCall,
    RepairPlan,
    ReplanDecision,
    ReportOutline,
    RetrievalPlan,
    RetrievalReview,
)
from diagnostics.contracts.scores import RunScores
from diagnostics.contracts.steering import SteeringOrder
from diagnostics.contracts.systems import SynopticSystems
from diagnostics.contracts.tools import ToolSpec
from diagnostics.workflow.schema import Plan

FOLDER = Path(diagnostics.contracts.__file__).parent / "schemas"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
DOCUMENTS: tuple[type[Contract], ...] = (
    Adjustment,
    CauseWeighing,
    ChartCall,
    ChartReview,
    ClaimForm,
    ClaimReport,
    Classification,
    CustomChart,
    DiagnosisRequest,
    Edit,
    EffectOnCases,
    EffectOnRuns,
    EffectRequest,
    EntrySentence,
    SentenceRequest,
    EvidenceItem,
    FactorVerdict,
    FeaturesAnswer,
    ContourParameters,
    ContoursAnswer,
    FieldAnswer,
    SeriesAnswer,
    SoundingAnswer,
    FigureAnswer,
    Form,
    GuidelineRelease,
    Library,
    Hypothesis,
    IndexAnswer,
    IndexCall,
    Inventory,
    PageEntry,
    Plan,
    Quantity,
    QuestionReply,
    ReadSentence,
    Reading,
    RecordedEvent,
    RepairPlan,
    ReplanDecision,
    Report,
    ReleaseDifference,
    ReportDiff,
    ReportOutline,
    RequestForm,
    RequestReading,
    RetrievalPlan,
    RetrievalReview,
    RunScores,
    SteeringOrder,
    ToolPage,
    ToolSpec,
    SynopticSystems,
)


def every_contract() -> dict[str, type[Contract]]:
    """Return all contract classes by name."""
    found: dict[str, type[Contract]] = {}
    for module in pkgutil.iter_modules(diagnostics.contracts.__path__, "diagnostics.contracts."):
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, type) and issubclass(value, Contract) and value is not Contract:
                found[value.__name__] = value
    return found


def file_name(contract: type[Contract]) -> str:
    """Return the name of a document's schema file, e.g. ``index_answer.json``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", contract.__name__).lower() + ".json"


def schema_text(contract: type[Contract]) -> str:
    """Return the schema of a document as it is written and sent: values as JSON has them."""
    schema: dict[str, Any] = contract.model_json_schema(mode="serialization")
    name = file_name(contract).removesuffix(".json")
    head = {"$schema": DIALECT, "$id": f"urn:hvrmet:schema:{name}:{SCHEMA_VERSION}"}
    return json.dumps({**head, **schema}, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def expected_files() -> dict[str, str]:
    """Return every schema file's name and text."""
    return {file_name(contract): schema_text(contract) for contract in DOCUMENTS}


def out_of_step() -> list[str]:
    """Name the files that are missing, stale or superfluous."""
    expected = expected_files()
    present = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.json")}
    names = sorted(expected.keys() | present.keys())
    return [name for name in names if expected.get(name) != present.get(name)]


def main() -> int:
    """Write the files, or compare them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    stale = out_of_step()
    if options.check:
        if stale:
            sys.stderr.write(f"out of step: {', '.join(stale)}; run 'make schemas'\n")
        return 1 if stale else 0
    FOLDER.mkdir(exist_ok=True)
    expected = expected_files()
    for name in stale:
        if name in expected:
            (FOLDER / name).write_text(expected[name], encoding="utf-8")
        else:
            (FOLDER / name).unlink()
    sys.stdout.write(f"{len(expected)} schemas, {len(stale)} changed\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
