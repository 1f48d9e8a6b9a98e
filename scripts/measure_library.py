"""Measure what the library and the criteria are worth, and write it where it is read.

``experience`` writes how often each entry's anomaly was found (``diagnostics/guidelines/library``)
and in which cases (``diagnostics/bench/data``);
``reliability`` how often verdicts on poorer data held (``diagnostics/detection/events``). Both take
the generated cases, and the real ones where ``HVRMET_TEST_DATA`` names their folder. Minutes each.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import yaml

from diagnostics.bench import factor_hit_rates, reliability
from diagnostics.bench.known_cases import DATA_VARIABLE
from diagnostics.guidelines import load_library
from diagnostics.guidelines.exchange import folder_files

ROOT = Path(__file__).resolve().parents[1]
LIBRARY = ROOT / "diagnostics" / "guidelines" / "library"
CASES = ROOT / "diagnostics" / "bench" / "data" / "factor_cases.yaml"
RELIABILITY = ROOT / "diagnostics" / "detection" / "events" / "reliability.yaml"


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("experience", "reliability", "all"))
    what = parser.parse_args().what
    if not os.environ.get(DATA_VARIABLE):
        raise SystemExit(f"{DATA_VARIABLE} is not set: the real cases would be left out")
    if what != "reliability":
        write_experience()
    if what != "experience":
        write_reliability()


def write_experience() -> None:
    """Test every entry on every case."""
    found = [
        item for known in factor_hit_rates.all_cases() for item in factor_hit_rates.tried(known)
    ]
    counts = factor_hit_rates.counts(found)
    library = load_library()
    entries = tuple(
        entry.model_copy(update={"experience": counts.get(entry.id)}) for entry in library.entries
    )
    measured = library.model_copy(update={"entries": entries})
    for name, text in folder_files(measured).items():
        (LIBRARY / name).write_text(text, encoding="utf-8")
    print(f"wrote {LIBRARY.relative_to(ROOT)}")
    head = (
        "# Which factors were confirmed in which case, from which the counts of the library's "
        "entries come.\n"
        "# Written by scripts/measure_library.py experience: generated cases and real files.\n"
    )
    _write(CASES, head, {"cases": [item.model_dump(mode="json") for item in found]})


def write_reliability() -> None:
    """Compare verdicts on poorer data with those on the data at hand."""
    rows = [
        {
            "verdict": kind.verdict.value,
            "margin": kind.margin,
            "detail": kind.detail,
            "held": held,
            "compared": compared,
        }
        for kind, (held, compared) in reliability.counted().items()
    ]
    head = (
        "# How often a verdict on poorer data was that on the data at hand, by the verdict, the\n"
        "# confidence part `margin` and the product of the parts that tell of the detail (from).\n"
        "# Written by scripts/measure_library.py reliability: generated cases and real files.\n"
    )
    _write(RELIABILITY, head, {"classes": rows})


def _write(path: Path, head: str, document: object) -> None:
    text = yaml.safe_dump(document, sort_keys=False, width=100, default_flow_style=None)
    path.write_text(head + text, encoding="utf-8")
    print(f"wrote {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
