"""Answers as bytes, for a cache by content key."""

from __future__ import annotations

import base64
import binascii
import json
from typing import Any

from pydantic import ValidationError

from diagnostics.contracts.evidence import FeaturesAnswer, FigureAnswer, IndexAnswer
from diagnostics.workflow.outcome import StepOutcome
from diagnostics.workflow.schema import ToolStep


def write_outcome(outcome: StepOutcome) -> bytes:
    """Write the answer of one call, picture included, as JSON."""
    document: dict[str, Any] = {"call_key": outcome.call_key}
    for name in ("index", "figure", "features"):
        answer = getattr(outcome, name)
        if answer is not None:
            document[name] = answer.model_dump(mode="json")
    if outcome.png is not None:
        document["png"] = base64.b64encode(outcome.png).decode()
    return json.dumps(document, allow_nan=False).encode()


def read_outcome(data: bytes, step: ToolStep, key: str) -> StepOutcome | None:
    """Read an answer back.

    Returns
    -------
    StepOutcome or None
        None where the bytes are damaged or belong to another call: the call is then repeated.
    """
    try:
        document = json.loads(data)
        if document["call_key"] != key:
            return None
        index, figure = document.get("index"), document.get("figure")
        features, png = document.get("features"), document.get("png")
        return StepOutcome(
            step,
            key,
            index=IndexAnswer.model_validate(index) if index else None,
            figure=FigureAnswer.model_validate(figure) if figure else None,
            features=FeaturesAnswer.model_validate(features) if features else None,
            png=base64.b64decode(png, validate=True) if png else None,
        )
    except (ValueError, KeyError, TypeError, ValidationError, binascii.Error):
        return None
