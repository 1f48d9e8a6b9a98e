"""One line of a batch: what it may say, and how its parts are read."""

from __future__ import annotations

import json
import math
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, JsonValue, ValidationError, field_validator

from diagnostics.cli.chart_files import read_format
from diagnostics.contracts.base import Contract
from diagnostics.contracts.choice import EnsembleStatistic
from diagnostics.contracts.enums import Mode
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.contracts.validation import ContractError, describe_problems, joined, list_problems
from diagnostics.errors import ArgumentError
from diagnostics.messages import Message
from diagnostics.service.chart_styles import ChartStyleRequest
from diagnostics.service.data import DataSelection, whole_region
from diagnostics.service.parsing import (
    box_region,
    parse_choice,
    parse_index_level,
    parse_level,
    parse_region,
    parse_time,
    parse_time_or_window,
    parse_window,
)
from diagnostics.service.requests import FeaturesRequest, FigureRequest, IndexRequest


class TaskPeriod(Contract):
    """A period of a task, as text."""

    start: str
    end: str


class BatchTask(Contract):
    """One request: the words of a line, not yet understood.

    `id` comes back with the answer. What is null or left out is as on the command line: every
    time, the whole grid, the tool's own level. `spec` is a composed chart in the place of `name`.
    `origin`, `run`, `member` and `statistic` say how data are read
    that hold several or no dates.
    """

    id: str | int | float | None
    op: Literal["index", "features", "figure"]
    name: str | None = None
    data: tuple[str, ...] = Field(min_length=1)
    time: str | TaskPeriod | None = None
    region: str | tuple[float, float, float, float] | None = None
    level: float | str | None = None
    mode: str | None = None
    params: dict[str, JsonValue] | None = None
    spec: dict[str, JsonValue] | None = None
    out: str | None = None
    second_opinion: bool | None = None
    origin: str | None = None
    run: str | None = None
    member: int | None = Field(default=None, ge=0)
    statistic: EnsembleStatistic | None = None

    @field_validator("data", mode="before")
    @classmethod
    def _one_path(cls, value: object) -> object:
        names = [value] if isinstance(value, str) else value
        if isinstance(names, list) and any("\0" in item for item in names if isinstance(item, str)):
            raise ContractError("null_character")
        return names

    @field_validator("region", mode="before")
    @classmethod
    def _four_edges(cls, value: object) -> object:
        if value is None or isinstance(value, str):
            return value
        edges = value if isinstance(value, list | tuple) else ()
        numbers = all(isinstance(edge, int | float) and edge is not True for edge in edges)
        if len(edges) != 4 or not numbers:
            raise ContractError("region_of_task")
        return tuple(edges)

    def moment(self) -> datetime | TimeWindow | None:
        """Return the time or period of the request."""
        if isinstance(self.time, TaskPeriod):
            return parse_window(self.time.start, self.time.end)
        return parse_time_or_window(self.time)

    def instant(self) -> datetime | None:
        """Return the time of a request that is about one.

        Raises
        ------
        ArgumentError
            With code ``invalid_time`` for a period.
        """
        moment = self.moment()
        if isinstance(moment, TimeWindow):
            raise ArgumentError(
                Message(id="error-one_time", params={"op": f"{self.op}"}),
                code="invalid_time",
            )
        return moment

    def box(self) -> Region | None:
        """Return the region of the request."""
        if self.region is None or isinstance(self.region, str):
            return parse_region(self.region, lambda: whole_region(self.selection().open()))
        return box_region(self.region)

    def pressure(self) -> float | None:
        """Return the level in hPa."""
        return parse_level(None if self.level is None else str(self.level))

    def index_level(self) -> float | str | None:
        """Return the level in hPa, or ``2m``."""
        return parse_index_level(None if self.level is None else str(self.level))

    def asked_mode(self) -> Mode:
        """Return the mode; ``qa`` by default."""
        return Mode.QA if self.mode is None else parse_choice(Mode, self.mode, "mode")

    def selection(self) -> DataSelection:
        """Return the data of the request."""
        return DataSelection(
            self.data,
            origin=parse_time(self.origin, "origin"),
            run=parse_time(self.run, "run"),
            member=self.member,
            statistic=self.statistic,
        )

    def index_request(self) -> IndexRequest:
        """Return the request for an index."""
        return IndexRequest(
            self.tool(),
            time=self.moment(),
            region=self.box(),
            level=self.index_level(),
            mode=self.asked_mode(),
            params=self.params or {},
            second_opinion=bool(self.second_opinion),
        )

    def features_request(self) -> FeaturesRequest:
        """Return the request for features."""
        return FeaturesRequest(
            self.name,
            time=self.instant(),
            region=self.box(),
            level=self.pressure(),
            params=self.params or {},
        )

    def figure_request(self, out: Path) -> FigureRequest:
        """Return the request for a chart that is written to `out`.

        Raises
        ------
        ArgumentError
            With code ``invalid_task`` for a name beside a spec, ``unknown_parameter``.
        """
        if self.spec is not None and self.name is not None:
            raise ArgumentError(Message(id="commanderror-name_or_spec"), code="invalid_task")
        look = ChartStyleRequest.of(self.params or {})
        return FigureRequest(
            self.spec if self.spec is not None else self.tool(),
            time=self.instant(),
            region=self.box(),
            level=self.pressure(),
            look=look.look(read_format(out)),
        )

    def tool(self) -> str:
        """Return the name of the tool.

        Raises
        ------
        ArgumentError
            With code ``invalid_task`` where the operation needs one and none is named.
        """
        if self.name is None:
            raise ArgumentError(
                Message(id="commanderror-name_needed", params={"op": f"{self.op}"}),
                code="invalid_task",
            )
        return self.name


def read_document(line: bytes) -> dict[str, Any]:
    """Read the JSON object of a line.

    NaN and Infinity, which are no JSON, are read all the same, so that the line's `id` is known
    when :func:`read_batch_task` refuses them.

    Raises
    ------
    ArgumentError
        With code ``invalid_json``: not UTF-8, not JSON, or no object.
    """
    try:
        document = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise ArgumentError(
            Message(id="commanderror-line_utf8", params={"byte": f"{error.start + 1}"}),
            code="invalid_json",
        ) from error
    except json.JSONDecodeError as error:
        raise ArgumentError(
            Message(
                id="commanderror-line_json_at",
                params={"problem": f"{error.msg}", "column": f"{error.colno}"},
            ),
            code="invalid_json",
        ) from error
    except ValueError as error:
        raise ArgumentError(
            Message(id="commanderror-line_json", params={"error": f"{error}"}), code="invalid_json"
        ) from error
    except RecursionError as error:
        raise ArgumentError(Message(id="commanderror-line_nested"), code="invalid_json") from error
    if not isinstance(document, dict):
        raise ArgumentError(Message(id="commanderror-line_no_object"), code="invalid_json")
    return document


def read_batch_task(document: dict[str, Any]) -> BatchTask:
    """Check the fields of a line.

    Raises
    ------
    ArgumentError
        With code ``invalid_json`` where a number is NaN or infinite, ``invalid_task`` otherwise;
        the message names each field that is wrong.
    """
    for name, value in document.items():
        if not _is_finite(value):
            raise ArgumentError(
                Message(id="commanderror-line_nan", params={"name": f"{name}"}), code="invalid_json"
            )
    try:
        return BatchTask.model_validate(document)
    except ValidationError as error:
        raise ArgumentError(
            joined(list_problems(error)),
            code="invalid_task",
            data={"problems": describe_problems(error)},
        ) from error


def identity_of(document: dict[str, Any]) -> Any:
    """Return the `id` of a line as given, or None where JSON could not give it back."""
    found = document.get("id")
    return found if _is_finite(found) else None


def _is_finite(value: object) -> bool:
    """Whether every number in a JSON value is finite."""
    rest = [value]
    while rest:
        part = rest.pop()
        if isinstance(part, float) and not math.isfinite(part):
            return False
        if isinstance(part, dict):
            rest.extend(part.values())
        elif isinstance(part, list):
            rest.extend(part)
    return True
