"""The file in which an unfinished build keeps the stretches that are done.

JSON lines: the first says what is being built (``recipe``), each other holds the reduced indices
of one stretch. A line is on the disk before the next stretch begins; one that a kill cut short is
dropped when the build goes on.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from diagnostics.climatology.build import ReducedSeries
from diagnostics.climatology.series import IndexKey
from diagnostics.contracts.space_time import Region
from diagnostics.errors import InputDataError
from diagnostics.messages import Message

FORMAT = "hvrmet-baseline-partial-1"

Stretch = Mapping[str, ReducedSeries]
"""Reduced indices of one stretch by the label under which they were asked for."""


class PartialBuild:
    """Finished stretches of a build, beside the file that will hold the baseline.

    Parameters
    ----------
    target : Path
        The baseline file; the partial one is ``.NAME.partial`` in the same folder.
    recipe : mapping
        What is being built from what, as JSON; it must be the same to go on.

    Raises
    ------
    InputDataError
        With code ``partial_differs`` when another build left the file.
    """

    def __init__(self, target: Path, recipe: Mapping[str, Any]) -> None:
        self.path = target.with_name(f".{target.name}.partial")
        self._head = {"format": FORMAT, "recipe": dict(recipe)}
        self._done: dict[str, Stretch] = {}
        if self.path.exists():
            self._read()
        else:
            self._append(self._head, "xb")

    @property
    def done(self) -> Mapping[str, Stretch]:
        """The finished stretches by label."""
        return self._done

    def add(self, label: str, found: Stretch) -> None:
        """Keep a finished stretch."""
        self._append({"stretch": label, "series": stretch_document(found)}, "ab")

    def remove(self) -> None:
        """Remove the file: the baseline is written."""
        self.path.unlink(missing_ok=True)

    def _append(self, document: Mapping[str, Any], mode: str) -> None:
        with self.path.open(mode) as stream:
            stream.write(json.dumps(document, allow_nan=False).encode() + b"\n")
            stream.flush()
            os.fsync(stream.fileno())

    def _read(self) -> None:
        text = self.path.read_bytes()
        whole = text[: text.rfind(b"\n") + 1]
        lines = whole.splitlines()
        if not lines:
            self.path.unlink()
            self._append(self._head, "xb")
            return
        try:
            head, *rest = (json.loads(line) for line in lines)
            stretches: dict[str, Stretch] = {
                item["stretch"]: read_stretch(item["series"]) for item in rest
            }
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise refusal(self.path, "unreadable") from error
        if head != self._head:
            raise refusal(self.path, "of_indices")
        with self.path.open("r+b") as stream:
            stream.truncate(len(whole))
        self._done = stretches


def refusal(path: Path, what: str) -> InputDataError:
    """Say why an unfinished build does not go on, ``partial_differs``, and what to do."""
    return InputDataError(
        Message(
            id="climatologyerror-partial_differs",
            params={"name": f"{path.name!r}", "what": Message(id=f"climatologyerror-build_{what}")},
        ),
        code="partial_differs",
        data={"path": str(path)},
    )


def stretch_document(stretch: Stretch) -> dict[str, Any]:
    """Return the reduced indices of a stretch as JSON."""
    return {name: _as_document(item) for name, item in stretch.items()}


def read_stretch(document: Mapping[str, Any]) -> dict[str, ReducedSeries]:
    """Return the reduced indices of a stretch from what `stretch_document` made of them."""
    return {name: _series(found) for name, found in document.items()}


def _as_document(item: ReducedSeries) -> dict[str, Any]:
    return {
        "key": item.key.model_dump(mode="json"),
        "region": item.region.bounds(),
        "unit": item.unit,
        "minutes": item.times.astype("datetime64[m]").astype(np.int64).tolist(),
        "values": [None if np.isnan(value) else value for value in item.values.tolist()],
    }


def _series(document: Mapping[str, Any]) -> ReducedSeries:
    return ReducedSeries(
        key=IndexKey.model_validate(document["key"]),
        region=Region.model_validate(document["region"]),
        unit=document["unit"],
        times=np.array(document["minutes"], dtype=np.int64).astype("datetime64[m]"),
        values=np.array(
            [np.nan if value is None else value for value in document["values"]], dtype=np.float64
        ),
    )
