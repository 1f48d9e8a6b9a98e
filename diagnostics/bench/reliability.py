"""How often a criterion's verdict on poorer data is that on the data at hand.

Each case is classified as it is; then with fewer times and larger cells. A verdict on the poorer
data counts as right when the whole data say the same, and is filed under what the classification
itself makes of the poorer data's detail.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product, starmap

import xarray as xr

from diagnostics.bench.degraded import coarsened, thinned
from diagnostics.bench.known_cases import real_cases
from diagnostics.bench.rows import BenchRow
from diagnostics.contracts.detection import Classification
from diagnostics.contracts.enums import Firing
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.detection.events import classify
from diagnostics.detection.events.reliability import BINS, MARGINS, ReliabilityClass, class_of
from diagnostics.errors import DiagnosticsError
from diagnostics.fields.memory import MemorySource
from diagnostics.ports import FieldRequest
from diagnostics.samples import SAMPLES, generate, sample_info

Counts = Counter[tuple[ReliabilityClass, bool]]
VERDICTS = (Firing.FIRED, Firing.NOT_FIRED)
SEEDS = (None, 101, 102)
THINNED = (1, 2, 4)
COARSENED = (1, 2, 4)
_FEWEST_CELLS = 4


def measure() -> Iterable[BenchRow]:
    """Yield one row for each class of detail."""
    start = time.perf_counter()
    counts = counted()
    seconds = time.perf_counter() - start
    for kind in counts:
        held, compared = counts[kind]
        yield BenchRow(
            track="reliability",
            what=f"{kind.verdict.value.replace('_', ' ')}, margin part {kind.margin:g}, "
            f"detail of {kind.detail:g} or more",
            seconds=seconds / len(counts),
            note=f"{held} of {compared} verdicts held",
        )


def counted() -> dict[ReliabilityClass, tuple[int, int]]:
    """Count by class how many verdicts held, and of how many.

    Returns
    -------
    dict
        In the order of the classes; those that no verdict fell into are left out.
    """
    counts: Counts = Counter()
    for dataset, region in _cases():
        whole = _classified(dataset, region)
        if whole is None:
            continue
        for every, cells in product(THINNED, COARSENED):
            if (every, cells) == (1, 1):
                continue
            poorer = _classified(thinned(coarsened(dataset, cells), every), region)
            if poorer is not None:
                _compare(whole, poorer, counts)
    found = {}
    for kind in starmap(ReliabilityClass, product(VERDICTS, MARGINS, BINS)):
        held, compared = counts[kind, True], counts[kind, True] + counts[kind, False]
        if compared:
            found[kind] = held, compared
    return found


def _compare(whole: Classification, poorer: Classification, counts: Counts) -> None:
    for item in poorer.assessments:
        known = whole.assessment(item.event)
        if Firing.NOT_ASSESSABLE in (item.firing, known.firing) or not item.confidence_parts:
            continue
        counts[class_of(item), item.firing is known.firing] += 1


def _cases() -> Iterator[tuple[xr.Dataset, Region]]:
    """Yield the generated cases with several seeds, and the real ones on a regular grid."""
    for name, seed in product(SAMPLES, SEEDS):
        yield generate(name, seed), sample_info(name).region
    for known in real_cases():
        inventory = known.source.inventory()
        try:
            dataset = known.source.load(_everything(inventory, known.request.region))
        except DiagnosticsError:
            # a grid that moves cannot be thinned or averaged
            continue
        regular = {"latitude", "longitude"} <= set(dataset.dims)
        if regular and min(dataset.sizes["latitude"], dataset.sizes["longitude"]) >= _FEWEST_CELLS:
            yield dataset.assign_attrs(origin=inventory.origin), known.request.region


def _everything(inventory: Inventory, region: Region) -> FieldRequest:
    names = tuple(item.name for item in inventory.variables)
    return FieldRequest(variables=names, region=region, halo=2)


def _classified(dataset: xr.Dataset, region: Region) -> Classification | None:
    try:
        source = MemorySource(dataset)
        times = source.inventory().times
        return classify(source, region, TimeWindow(start=times[0], end=times[-1]))
    except DiagnosticsError:
        return None
