"""Read composed charts and the format of a picture from the files that the command line names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from diagnostics.errors import ArgumentError
from diagnostics.messages import Message

if TYPE_CHECKING:
    from diagnostics.figures.chart_style import Format

MAX_SPEC_BYTES = 100_000


def read_spec(path: Path) -> dict[str, Any]:
    """Read a composed chart, YAML or JSON.

    Raises
    ------
    ArgumentError
        ``file_not_found``, or ``invalid_spec`` for what is no mapping.
    """
    if not path.is_file():
        raise ArgumentError(
            Message(id="commanderror-chart_file_missing", params={"name": f"{path.name!r}"}),
            code="file_not_found",
        )
    if path.stat().st_size > MAX_SPEC_BYTES:
        raise ArgumentError(
            Message(id="commanderror-chart_file_too_large", params={"name": f"{path.name}"}),
            code="invalid_spec",
        )
    try:
        document = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (UnicodeDecodeError, yaml.YAMLError) as error:
        problem = " ".join(str(error).split())
        raise ArgumentError(
            Message(
                id="commanderror-chart_file_unreadable",
                params={"name": f"{path.name}", "problem": f"{problem}"},
            ),
            code="invalid_spec",
        ) from error
    return require_mapping(document, path.name)


def require_mapping(document: object, name: str) -> dict[str, Any]:
    """Return a document that is a mapping with texts as keys.

    Raises
    ------
    ArgumentError
        With code ``invalid_spec``.
    """
    if not isinstance(document, dict) or not all(isinstance(key, str) for key in document):
        raise ArgumentError(
            Message(id="commanderror-chart_file_no_chart", params={"name": name}),
            code="invalid_spec",
        )
    return document


def read_format(out: Path) -> Format:
    """Tell a picture's format by the suffix of its file; PNG without one.

    Raises
    ------
    ArgumentError
        With code ``unknown_format``.
    """
    suffix = out.suffix.lower().removeprefix(".") or "png"
    formats: dict[str, Format] = {"png": "png", "svg": "svg", "webp": "webp"}
    if suffix not in formats:
        raise ArgumentError(
            Message(id="commanderror-chart_format", params={"name": f"{out.name}"}),
            code="unknown_format",
        )
    return formats[suffix]
