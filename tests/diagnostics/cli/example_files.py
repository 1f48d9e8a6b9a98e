"""What each command says of the small example files: read from the table of the documentation."""

from __future__ import annotations

import json
import shlex
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[3] / "docs" / "use" / "data-sources.md"
HEADING = "## What each command says of them"
COMMANDS = ("inspect", "index", "figure", "detect", "features", "ask", "diagnose")
NOTHING = "-"
DOUBT, NOT_TESTED = "doubt", "not tested"


@dataclass(frozen=True)
class Asked:
    """What each command is asked of a file: the words of the first columns stand for it."""

    index: tuple[str, ...]
    figure: str
    feature: str
    threshold: float
    event: str
    question: str
    time: str = "2026-07-06T00:00Z"
    region: str = "109.5,29.5,110.5,30.5"


def rain(hours: int, when: str, time: str, place: str = "30N 110E") -> Asked:
    """Ask for the rain of a period."""
    return Asked(
        index=("precip_24h", "-p", f"hours={hours}"),
        figure="precip_24h_map",
        feature="precipitation_24h",
        threshold=1.0,
        event="rainstorm",
        question=f"How much rain fell at {place} {when}?",
        time=time,
    )


def warmth(time: str, question: str, *index: str, region: str = Asked.region) -> Asked:
    """Ask for the temperature near the ground."""
    return Asked(index, "t2m_map", "t2m", 0.0, "heat_wave", question, time, region)


FIFTH = "on 5 July 2026"
HOTTEST = "What was the maximum temperature at {} on 5 July 2026?"
ASKED = {
    "rain of 5 July": rain(24, FIFTH, "2026-07-06T00:00Z"),
    "rain of 5 July, 06 to 12": rain(
        6, "from 06 UTC to 12 UTC on 5 July 2026", "2026-07-05T12:00Z"
    ),
    "rain of 5 July, 00 to 06": rain(
        6, "from 00 UTC to 06 UTC on 5 July 2026", "2026-07-05T06:00Z"
    ),
    "rain of 5 July, 00 to 12": rain(
        12, "from 00 UTC to 12 UTC on 5 July 2026", "2026-07-05T12:00Z"
    ),
    "rain of 5 July, 12 to 24": rain(
        12, "from 12 UTC on 5 July to 00 UTC on 6 July 2026", "2026-07-06T00:00Z"
    ),
    "rain of July 2025": rain(24, "in July 2025", "2025-07-01T00:00Z"),
    "rain at 40 N": Asked(
        ("precip_24h",),
        "precip_24h_map",
        "precipitation_24h",
        1.0,
        "rainstorm",
        "How much rain fell at 40N 110E on 5 July 2026?",
        "2026-07-05T12:00Z",
        "109.5,39.5,110.5,40.5",
    ),
    "highest of 5 July": warmth("2026-07-05T06:00Z", HOTTEST.format("30N 110E"), "tmax_daily"),
    "highest of the days": warmth("2026-07-06T00:00Z", HOTTEST.format("30N 110E"), "tmax_daily"),
    "lowest of the days": warmth(
        "2026-07-06T00:00Z",
        "What was the minimum temperature at 30N 110E on 5 July 2026?",
        "tmin_daily",
    ),
    "highest at 40 N": warmth(
        "2026-07-05T12:00Z",
        HOTTEST.format("40N 110E"),
        "tmax_daily",
        region="109.5,39.5,110.5,40.5",
    ),
    "wind near the ground": Asked(
        ("surface_wind_speed",),
        "wind10m_map",
        "wind_speed_10m",
        1.0,
        "gale",
        "What was the maximum 10-m wind speed at 30N 110E on 5 July 2026?",
        "2026-07-05T12:00Z",
    ),
    "wind at 500 hPa": Asked(
        ("jet_intensity", "--level", "500"),
        "gh500_wind500",
        "wind@500",
        1.0,
        "gale",
        "What was the wind speed at 500 hPa at 30N 110E at 12 UTC on 5 July 2026?",
        "2026-07-05T12:00Z",
    ),
    "temperature at 850 hPa": Asked(
        ("temperature_level", "--level", "850", "-p", "reduction=max"),
        "t850_map",
        "temperature@850",
        0.0,
        "heat_wave",
        "What was the temperature at 850 hPa at 30N 110E at 06 UTC on 5 July 2026?",
        "2026-07-05T06:00Z",
    ),
}
"""The second column of the table."""


@dataclass(frozen=True)
class Row:
    """One row of the table."""

    words: str
    asked: str
    cells: dict[str, str]
    is_first: bool = True

    @property
    def folder(self) -> str:
        """Return the folder of the files."""
        return self.words.split("/")[0].split()[0]

    def options(self, file: Callable[[str], Path]) -> list[str]:
        """Return the data and options of the row as the command line has them."""
        found: list[str] = []
        for word in shlex.split(self.words):
            is_path = "/" in word or (word.islower() and "_" in word)
            found += ["--data", str(file(word))] if is_path else [word]
        return found


def rows() -> Iterator[Row]:
    """Yield the rows of the documentation, and whether each is the first of its folder."""
    seen: set[str] = set()
    table = PAGE.read_text().split(HEADING, 1)[1].split("\n## ", 1)[0]
    for line in table.splitlines():
        parts = [part.strip() for part in line.strip("|").split("|")]
        if len(parts) == len(COMMANDS) + 2 and parts[0].startswith("`"):
            cells = dict(zip(COMMANDS, parts[2:], strict=True))
            row = Row(parts[0].replace("`", ""), parts[1], cells)
            yield replace(row, is_first=row.folder not in seen)
            seen.add(row.folder)


def cell(command: str, asked: Asked, data: list[str], run: Callable[..., Any]) -> str:
    """Run one command and say what it said, as the table does."""
    with tempfile.TemporaryDirectory() as folder:
        words = [*_words(command, asked, folder), *data, "--json"]
        answer = run(*words)
        document = answer.document
        if "error" in document:
            return f"`{document['error']['code']}`"
        if command == "diagnose":
            report = json.loads(Path(folder, "run", "diagnosis.json").read_text())
            document["doubts"] = [
                item
                for item in report["retrieval"]["checked"]["findings"]
                if item["weight"] == DOUBT
            ]
        if command in {"index", "ask"}:
            return answer_cell(command, document)
        return _said(_value(command, document, asked), _in_doubt(command, document))


def answer_cell(command: str, document: dict[str, Any]) -> str:
    """Say what the answer of an index or a question says, as the table does."""
    code = document["status"] if command == "index" else document["code"]
    number = _number(document["value"], document["unit"], code)
    return _said(number, _in_doubt(command, document))


def _words(command: str, asked: Asked, folder: str) -> list[str]:
    where, at = ["--region", asked.region], ["--time", asked.time]
    match command:
        case "inspect":
            return ["inspect"]
        case "index":
            return ["index", *asked.index, *where]
        case "figure":
            return ["figure", asked.figure, *where, *at, "--out", f"{folder}/chart.png"]
        case "detect":
            return ["detect", *where]
        case "features":
            limits = ["-p", f"field={asked.feature}", "-p", f"threshold={asked.threshold}"]
            limits += ["-p", "min_area_km2=1000"]
            return ["features", "threshold_object", *limits, *where, *at]
        case "ask":
            return ["ask", asked.question]
        case _:
            return ["diagnose", *where, "--jobs", "1", "--out", f"{folder}/run"]


def _said(value: str, doubt: bool) -> str:
    return f"{value}, {DOUBT}" if doubt else value


def _in_doubt(command: str, document: dict[str, Any]) -> bool:
    if command == "inspect":
        return any(item["severity"] == "warning" for item in document["findings"])
    return bool(document.get("doubts"))


def _value(command: str, document: dict[str, Any], asked: Asked) -> str:
    match command:
        case "inspect":
            return ", ".join(
                item["name"]
                + (f" {item['interval_hours']:g} h" if item["interval_hours"] is not None else "")
                for item in document["variables"]
            )
        case "features":
            found = document["features"]
            if not found:
                return f"`{document['status']}`" if document["status"] != "ok" else NOTHING
            return _number(found[0]["value"], found[0]["unit"], "")
        case "figure":
            layer = next(x for x in document["layers"].values() if "maximum" in x)
            return _number(layer["maximum"], layer["unit"], "")
        case "detect":
            (found,) = (x for x in document["assessments"] if x["event"] == asked.event)
            return _measured(found["measured"] or {}) or f"`{found['wording']['id']}`"
        case _:
            values = document["occurrence"]["values"]
            return _measured(values[0]) if values else NOTHING


def _measured(item: dict[str, Any]) -> str:
    if not item:
        return ""
    hours = f" in {item['hours']:g} h" if item.get("hours") else ""
    tested = "" if item.get("needs") is None else f", {NOT_TESTED}"
    return _number(item["value"], item["unit"], "") + hours + tested


def _number(value: float | None, unit: str, code: str) -> str:
    return f"`{code}`" if value is None else f"{value:.3g} {unit}"
