"""Build the climatology that the samples carry.

    python scripts/build_sample_climatology.py [--samples NAME ...] [--years 20] [--out FILE]
                                               [--update]

Every index that a guideline entry of the sample's event names is computed at the entry's level,
reduction and parameters over 20 seasons of the sample's recipe without its event; the quiet
sample has no event and needs none. Takes about half an hour on one core. With --update only what
the file lacks is computed; --merge puts the files of parallel runs together.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from diagnostics.catalog import compute_index, get_catalog
from diagnostics.climatology import (
    BaselineSeries,
    IndexKey,
    ReducedSeries,
    build_baseline,
)
from diagnostics.climatology.baseline_file import read_series, write_series
from diagnostics.contracts.base import canonical_bytes
from diagnostics.contracts.enums import EventType, Mode
from diagnostics.contracts.guidelines import IndexExpectation
from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError
from diagnostics.fields.memory import MemorySource
from diagnostics.guidelines import load_release
from diagnostics.quantities.arguments import check_call, parameters_digest
from diagnostics.quantities.operators import index_tool
from diagnostics.samples import SAMPLES, sample_info
from diagnostics.samples.sample_climatology import FIRST_YEAR, YEARS, season_draws

OUT = Path(__file__).resolve().parents[1] / "diagnostics" / "samples" / "data" / "climatology.nc"


@dataclass(frozen=True)
class Wanted:
    """One reduced index, as an entry of the library asks for it."""

    name: str
    expected: IndexExpectation

    @property
    def label(self) -> str:
        """Unique text for the progress report and the table of results."""
        parameters = canonical_bytes(dict(self.expected.params)).decode()
        return f"{self.name} {self.expected.level} {self.expected.reduction} {parameters}"


def wanted_for(sample: str) -> dict[str, Wanted]:
    """Collect the reduced indices that the entries of the sample's event name.

    The quiet sample has no event, so no verdict about it looks into a climatology.
    """
    events: set[EventType] = set() if sample == "quiet" else {EventType(sample)}
    known = {tool.name for tool in get_catalog().indices()}
    found: dict[str, Wanted] = {}
    for entry in load_release().entries:
        if not isinstance(entry.expected, IndexExpectation) or entry.factor not in known:
            continue
        if events & set(entry.event_types):
            wanted = Wanted(entry.factor, entry.expected)
            found.setdefault(wanted.label, wanted)
    return found


def computing(
    wanted: dict[str, Wanted], region: Region, keys: dict[str, IndexKey]
) -> Callable[[str, MemorySource], ReducedSeries | None]:
    """Return the function that reduces one index over one season and notes its key."""

    def compute(label: str, source: MemorySource) -> ReducedSeries | None:
        item = wanted[label]
        expected = item.expected
        try:
            call = check_call(
                index_tool(item.name),
                level=expected.level,
                reduction=expected.reduction,
                params=expected.params,
            )
        except ArgumentError as error:
            print(f"left out: {label}: {error.message}", file=sys.stderr)
            return None
        answer = compute_index(
            item.name,
            source,
            region=region,
            level=expected.level,
            mode=Mode.DIAGNOSE,
            reduction=expected.reduction,
            params=expected.params,
        )
        domain = answer.provenance.domain
        if domain is None or answer.value is None:
            return None
        key = IndexKey(
            name=answer.name,
            level=answer.level,
            reduction=answer.reduction,
            params_digest=parameters_digest(index_tool(item.name), call),
        )
        keys[label] = key
        return ReducedSeries.of_points(key, domain, answer.unit, answer.series)

    return compute


def build(sample: str, years: int, held: list[BaselineSeries]) -> list[BaselineSeries]:
    """Build what one sample lacks and say how it goes."""
    has = {item.attributes.get("asked") for item in held if item.attributes["sample"] == sample}
    wanted = {label: item for label, item in wanted_for(sample).items() if label not in has}
    if not wanted:
        return []
    region = sample_info(sample).region
    keys: dict[str, IndexKey] = {}
    started = time.monotonic()

    def progress(label: str, done: int, total: int) -> None:
        if done == total:
            seconds = time.monotonic() - started
            print(f"{sample} {label}: {done}/{total} indices, {seconds:.0f} s", file=sys.stderr)

    baseline = build_baseline(
        season_draws(sample, years),
        list(wanted),
        compute=computing(wanted, region, keys),
        attributes={},
        progress=progress,
    )
    labels = {key: label for label, key in reversed(keys.items())}
    return [
        replace(item, attributes={"sample": sample, "asked": labels[item.key]})
        for item in baseline.series
    ]


def distinct(series: list[BaselineSeries]) -> list[BaselineSeries]:
    """Drop repetitions: two entries may ask for the same reduced index."""
    found: dict[tuple[IndexKey, tuple[float, ...]], BaselineSeries] = {}
    for item in series:
        found.setdefault((item.key, tuple(item.region.bounds())), item)
    return list(found.values())


def write(path: Path, series: list[BaselineSeries], years: int) -> str:
    """Write the file with where it comes from, and return its digest."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return write_series(
        path,
        series,
        {
            "name": "sample seasons",
            "base_period": f"{FIRST_YEAR}-{FIRST_YEAR + years - 1} (generated)",
            "provenance": "seasons of the samples' recipe without their events; demonstrates, "
            "validates nothing",
            "catalogue_digest": get_catalog().digest,
            "release_digest": load_release().digest,
        },
    )


def main() -> int:
    """Build and write sample by sample, so that a broken run keeps what it has."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--samples", nargs="+", choices=SAMPLES, default=list(SAMPLES))
    parser.add_argument("--years", type=int, default=YEARS)
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--update", action="store_true", help="keep what the file has")
    parser.add_argument(
        "--merge", nargs="+", type=Path, default=[], help="files of other runs to take in"
    )
    options = parser.parse_args()
    if options.years < 1:
        raise ArgumentError("at least one year is needed")
    series = read_series(options.out)[0] if options.update else []
    for path in options.merge:
        series = distinct([*series, *read_series(path)[0]])
    if options.merge:
        options.samples = []
        print(write(options.out, series, options.years))
    for sample in options.samples:
        series = distinct([*series, *build(sample, options.years, series)])
        digest = write(options.out, series, options.years)
        size = options.out.stat().st_size / 1e6
        print(f"{sample}: {len(series)} reduced indices, {size:.1f} MB, {digest}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
