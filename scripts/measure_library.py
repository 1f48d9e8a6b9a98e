"""Measure what the library and the criteria are worth, and write it where it is read.

``experience`` writes how often each entry's anomaly was found (``diagnostics/guidelines/library``),
``discrimination`` how much more often with its event than without, on real cases alone;
``reliability`` how often verdicts on poorer data held (``diagnostics/detection/events``). Both take
the generated cases, and the real ones where ``HVRMET_TEST_DATA`` names their folder. Minutes each,
half an hour for ``discrimination``.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import yaml

from diagnostics.bench import factor_hit_rates, likelihood_ratios, reliability
from diagnostics.bench.known_cases import DATA_VARIABLE
from diagnostics.bench.likelihood_cases import real_cases_of

ROOT = Path(__file__).resolve().parents[1]
EXPERIENCE = ROOT / "diagnostics" / "guidelines" / "library" / "experience.yaml"
DISCRIMINATION = ROOT / "diagnostics" / "guidelines" / "library" / "discrimination.yaml"
RELIABILITY = ROOT / "diagnostics" / "detection" / "events" / "reliability.yaml"


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("experience", "discrimination", "reliability", "all"))
    what = parser.parse_args().what
    if not os.environ.get(DATA_VARIABLE):
        raise SystemExit(f"{DATA_VARIABLE} is not set: the real cases would be left out")
    if what in ("experience", "all"):
        write_experience()
    if what in ("discrimination", "all"):
        write_discrimination()
    if what in ("reliability", "all"):
        write_reliability()


def write_experience() -> None:
    """Test every entry on every case."""
    found = [
        item for known in factor_hit_rates.all_cases() for item in factor_hit_rates.tried(known)
    ]
    entries = {
        name: item.model_dump(exclude_defaults=True)
        for name, item in factor_hit_rates.counts(found).items()
    }
    cases = [item.model_dump(mode="json") for item in found]
    head = (
        "# How often each entry's anomaly was found, in cases with its event and without.\n"
        "# Written by scripts/measure_library.py experience: generated cases and real files.\n"
    )
    _write(EXPERIENCE, head, {"entries": entries, "cases": cases})


def write_discrimination() -> None:
    """Test every entry on independent real cases, and estimate the ratios."""
    cases = list(real_cases_of())
    _write(DISCRIMINATION, likelihood_ratios.HEAD, likelihood_ratios.document(cases))


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
