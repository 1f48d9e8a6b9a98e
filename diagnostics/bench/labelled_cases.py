"""Labelled real cases: what fires, what must not, what is quiet, and which causes are right.

The labels were made from the files and published work, without sight of this code. They are not
part of the package: ``science/cases.yaml`` lies beside the folder that ``HVRMET_TEST_DATA`` names.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from diagnostics.bench.known_cases import DATA_VARIABLE
from diagnostics.contracts.detection import Classification
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.detection.events import classify
from diagnostics.documents import read_yaml
from diagnostics.fields import open_source
from diagnostics.ports import FieldSource

FILES = {
    "S06_conus_rain_20050807_wrf": "*.grib1",
    "S08_japan_cold_20110117_era5": "*20110117*",
    "S04_gfs_global_20110115": "*.grib2",
}
"""Which files of a folder make one source, where not all do."""
OBSERVED = "obs_stage2_1h/*.grib1"
ELSEWHERE = ("as cause", " over ", " on 1-2 ")
"""Qualifiers of labels that are about another place, time or statement."""
_REMARK = re.compile(r"\([^)]*\)")
EVENTS = frozenset(item.value for item in EventType)


@dataclass(frozen=True)
class Label:
    """One record: a region and period of a case, and what is right there.

    Attributes
    ----------
    fires : tuple of str
        Types that must be met.
    not_met : tuple of str
        Types that must not be met.
    truth : str
        What the file itself holds, in the words of the label.
    causes : mapping
        By type, the names of the explanations that are right, as in ``causes.yaml``.
    quiet : bool
        Whether nothing happens there.
    """

    name: str
    folder: str
    region: Region
    window: TimeWindow
    fires: tuple[str, ...]
    not_met: tuple[str, ...]
    truth: str
    causes: Mapping[EventType, tuple[str, ...]] = field(default_factory=dict)
    quiet: bool = False


def labels_at_hand() -> list[tuple[Label, Path]]:
    """Return each record with the folder of the real cases; none where labels are not at hand."""
    labels = label_file()
    if labels is None:
        return []
    return [(label, Path(os.environ[DATA_VARIABLE])) for label in read_labels(labels)]


def label_file() -> Path | None:
    """Return where the labels are, or None where they are not at hand."""
    named = os.environ.get(DATA_VARIABLE)
    labels = Path(named).parent / "science" / "cases.yaml" if named else None
    return labels if labels is not None and labels.exists() else None


def read_labels(path: Path) -> list[Label]:
    """Read the records whose times are known.

    Parameters
    ----------
    path : Path
        ``cases.yaml``.
    """
    records = read_yaml(path.read_text("utf-8"))["records"]
    return [_label(record) for record in records if str(record["time"][0]) != "unknown"]


def _label(record: dict[str, Any]) -> Label:
    right = [*(record.get("right") or []), *(record.get("secondary") or [])]
    fires = [item["type"] for item in right if str(item.get("verdict")).startswith("fires")]
    open_ = [item["type"] for item in right if str(item.get("verdict")) == "borderline"]
    banned = [
        str(item["type"]).split(" ")[0]
        for item in record.get("must_not_fire") or []
        if not any(part in str(item["type"]) for part in ELSEWHERE)
    ]
    untested = [item["type"] for item in right if item["type"] not in (*fires, *open_)]
    quiet = sorted(EVENTS) if record["kind"] == "quiet" else []
    return Label(
        name=record["id"],
        folder=record["case"],
        region=Region.model_validate(record["region"]),
        window=TimeWindow(start=_time(record["time"][0]), end=_time(record["time"][-1], end=True)),
        fires=tuple(sorted(EVENTS & set(fires))),
        not_met=tuple(sorted((EVENTS & {*banned, *untested, *quiet}) - set(fires))),
        truth="; ".join(f"{item['type']}: {item.get('value', '')}" for item in right),
        causes=_causes(record.get("causes_supported") or []),
        quiet=record["kind"] == "quiet",
    )


def _causes(written: list[str]) -> dict[EventType, tuple[str, ...]]:
    """Read lines such as ``gale: tropical_cyclone (in the model)``; remarks are left out."""
    found: dict[EventType, tuple[str, ...]] = {}
    for line in written:
        event, _, names = _REMARK.sub("", line).partition(":")
        kind = EventType(event.strip())
        found[kind] = (*found.get(kind, ()), *(name.strip() for name in names.split(",")))
    return found


def _time(text: object, *, end: bool = False) -> datetime:
    written = str(text)
    if "T" in written:
        return datetime.strptime(written, "%Y-%m-%dT%HZ").replace(tzinfo=UTC)
    day = datetime.strptime(written, "%Y-%m-%d").replace(tzinfo=UTC)
    return day + timedelta(hours=24) - timedelta(seconds=1) if end else day


def source_of(label: Label, root: Path) -> FieldSource:
    """Open the files of a label as one source.

    Parameters
    ----------
    label : Label
    root : Path
        Folder of the real cases.
    """
    pattern = OBSERVED if label.name.endswith("-obs") else FILES.get(label.folder, "*")
    return open_source(
        sorted(path for path in (root / label.folder).glob(pattern) if path.is_file())
    )


def classified(label: Label, root: Path) -> Classification:
    """Classify the case of a label.

    Parameters
    ----------
    label : Label
    root : Path
        Folder of the real cases.
    """
    return classify(source_of(label, root), label.region, label.window)


def disagreements(label: Label, found: Classification) -> Iterator[str]:
    """Name the types whose result differs from the label.

    Parameters
    ----------
    label : Label
    found : Classification
    """
    met = {item.event.value for item in found.assessments if item.firing is Firing.FIRED}
    yield from (name for name in label.fires if name not in met)
    yield from (name for name in label.not_met if name in met)


def table_row(label: Label, found: Classification) -> str:
    """Write one row of Markdown: the record, its label, what was found, what the file holds."""
    ours = [
        f"{item.event} {item.metrics.peak:.1f} {item.metrics.unit}, grade {item.grade}"
        + (f", {len(item.objects)} events" if len(item.objects) > 1 else "")
        for item in found.assessments
        if item.firing is Firing.FIRED and item.metrics is not None
    ]
    likely = [
        f"{item.event} likely at stations"
        for item in found.assessments
        if item.firing is Firing.LIKELY_AT_STATIONS
    ]
    agrees = "differs" if list(disagreements(label, found)) else "agrees"
    wanted = ", ".join(label.fires) or "none"
    shown = "; ".join((*ours, *likely)) or "none"
    return f"| {label.name} | {wanted} | {shown} | {agrees} | {label.truth.replace('|', '/')} |"
