"""Write ``docs/gallery/``: every chart of the catalogue, drawn from generated data.

The samples and the analytic states of the catalogue's pages are the only data; nothing is copied
from a real case. The same checkout gives the same pictures. ``--only NAME ...`` redraws some.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
from pathlib import Path
from typing import Any

import yaml
from gallery_cases import (
    DROUGHT,
    DROUGHT_REGION,
    DROUGHT_TIME,
    drought_state,
    ordinary_state,
)
from PIL import Image

from diagnostics.catalog.pages import ExampleCases
from diagnostics.catalog.pages.examples import analytic_place
from diagnostics.contracts.enums import Language
from diagnostics.contracts.evidence import FigureAnswer
from diagnostics.contracts.space_time import Region
from diagnostics.fields.memory import MemorySource
from diagnostics.figures import chart_ids, get_chart, render_figure
from diagnostics.ports import FieldSource
from diagnostics.quantities.scene_context import chart_scene_context
from diagnostics.samples import SAMPLES, generate, sample_info

REPOSITORY = Path(__file__).resolve().parents[1]
TARGET = REPOSITORY / "docs" / "gallery"
CHOICES = TARGET / "choices.yaml"
WIDTH_PX = 900
QUALITY = 62
KINDS = (
    ("map", "Maps"),
    ("section", "Cross sections"),
    ("skewt", "Soundings"),
    ("timeseries", "Time series"),
    ("time_height", "Time-height sections"),
    ("hovmoller", "Longitude against time"),
)


def choice(name: str) -> dict[str, Any]:
    """Return the case, region and time of a chart: chosen by hand, or its first event's sample."""
    choices: dict[str, dict[str, Any]] = yaml.safe_load(CHOICES.read_text(encoding="utf-8"))
    chosen = choices.get(name, {})
    events = [event.value for event in get_chart(name).events]
    case = str(chosen.get("data") or next(item for item in events if item in SAMPLES))
    return {"data": case, **chosen}


def draw(name: str, cases: ExampleCases, language: Language) -> tuple[FigureAnswer, bytes]:
    """Draw a chart of the gallery."""
    chosen = choice(name)
    case = chosen["data"]
    around = chart_scene_context()
    if case == DROUGHT:
        dataset, climatology = drought_state()
        source: FieldSource = MemorySource(dataset, title=DROUGHT)
        region, time = DROUGHT_REGION, DROUGHT_TIME
        around = chart_scene_context(climatology)
    elif case in SAMPLES:
        info, source = sample_info(case), cases.source(case)
        region, time = info.region, info.peak_time
        if chosen.get("anomaly"):
            around = chart_scene_context(ordinary_state(generate(case)))
    else:
        source = cases.source(case)
        region, time = analytic_place(case)
    if "region" in chosen:
        west, south, east, north = (float(edge) for edge in chosen["region"])
        region = Region(west=west, south=south, east=east, north=north)
    drawn = render_figure(
        name, source, time=time, region=region, language=language, scene_context=around
    )
    return drawn.answer, drawn.png


def small(png: bytes) -> bytes:
    """Return a chart as a small WebP."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    height = round(picture.height * WIDTH_PX / picture.width)
    target = io.BytesIO()
    reduced = picture.resize((WIDTH_PX, height), Image.Resampling.LANCZOS)
    reduced.save(target, "WEBP", quality=QUALITY, method=6)
    return target.getvalue()


def record(answer: FigureAnswer, data: str) -> dict[str, Any]:
    """Return what the page says of a chart."""
    assert answer.check is not None
    return {
        "data": data,
        "digest": answer.digest,
        "score": answer.check.score,
        "rounds": answer.check.rounds,
        "findings": sorted({item.rule for item in answer.check.findings}),
        "found": [item.detector for item in answer.features if item.passed],
        "answers": [
            {"question": item.question, "answer": item.answer, "detail": item.detail}
            for item in answer.answers
        ],
    }


def page(records: dict[str, dict[str, Any]]) -> str:
    """Return the page."""
    lines = [
        "# Gallery",
        "",
        "Every chart of the catalogue, drawn from the generated samples and from analytic fields "
        "(see [samples](../use/samples.md)); `make gallery` draws it again. Each chart has passed "
        "the [Image Checker](../use/image-checker.md). Below each stands what is read back from "
        "the same fields: the features that the detectors found and the answers to the chart's "
        "questions.",
        "",
    ]
    for kind, heading in KINDS:
        names = [name for name in records if get_chart(name).kind == kind]
        if not names:
            continue
        lines += [f"## {heading}", ""]
        for name in names:
            lines += _entry(name, records[name])
    return "\n".join(lines).rstrip() + "\n"


def _entry(name: str, item: dict[str, Any]) -> list[str]:
    spec = get_chart(name)
    found = ", ".join(f"`{part}`" for part in dict.fromkeys(item["found"])) or "none"
    lines = [
        f"### {spec.title_en}",
        "",
        f"{spec.title_zh} · `{name}` · data: {item['data'].replace('_', ' ')} · "
        f"checked: {item['score']:g} of 5",
        "",
        f"![{spec.title_en}]({name}.webp)",
        "",
        f"Features found: {found}.",
        "",
    ]
    said = {True: "yes", False: "no", None: "cannot tell"}
    for reply in item["answers"]:
        lines.append(f"- {reply['question']} **{said[reply['answer']]}** ({reply['detail']})")
    return [*lines, ""]


def main() -> int:
    """Draw the gallery."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", metavar="NAME", default=(), help="charts to redraw")
    arguments = parser.parse_args()
    kept = TARGET / "gallery.json"
    records = json.loads(kept.read_text(encoding="utf-8")) if kept.is_file() else {}
    cases = ExampleCases()
    for name in arguments.only or chart_ids():
        answer, png = draw(name, cases, Language.EN)
        (TARGET / f"{name}.webp").write_bytes(small(png))
        records[name] = record(answer, choice(name)["data"])
        print(f"{name}: {records[name]['score']:g} of 5", *records[name]["findings"])
    records = {name: records[name] for name in chart_ids()}
    for path in TARGET.glob("*.webp"):
        if path.stem not in records:
            path.unlink()
    kept.write_text(json.dumps(records, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    (TARGET / "README.md").write_text(page(records), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
