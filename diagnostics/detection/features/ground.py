"""What no detector decides by: levels below ground, reduced pressure, the edge of the data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from diagnostics.contracts.enums import PlaceDoubt
from diagnostics.contracts.evidence import Feature
from diagnostics.contracts.narration import doubt_message
from diagnostics.contracts.quantities import QuantityRef
from diagnostics.detection.features.answers import Detection
from diagnostics.errors import InputDataError
from diagnostics.quantities.below_ground import high_ground, pressure_at_ground
from diagnostics.quantities.operators import index_tool
from diagnostics.quantities.registry import resolve
from diagnostics.quantities.scene import ENOUGH, Mask, Scene
from diagnostics.quantities.scene_loading import needs_of


def above_ground(scene: Scene, quantities: Sequence[QuantityRef]) -> Scene:
    """Return the scene without the values of single levels that lie below ground (rule M1).

    Columns stay whole, because what reads them looks at the ground itself, and so does what is
    defined below ground, such as thickness.

    Parameters
    ----------
    scene : Scene
    quantities : sequence of QuantityRef
        What a detector reads.
    """
    if needs_of(quantities).whole_column or _reads_below_ground(quantities):
        return scene
    return every_level_above_ground(scene)


def every_level_above_ground(scene: Scene) -> Scene:
    """Return the scene without any value on a level that lies below ground there."""
    if not scene.levels_hpa.size:
        return scene
    kept: Scene = scene.keep("above ground", lambda: _masked(scene))
    return kept


def _reads_below_ground(quantities: Sequence[QuantityRef]) -> bool:
    operators = {resolve(text).quantity.operator for text in quantities} - {""}
    return any(index_tool(name).reads_below_ground for name in operators)


def _masked(scene: Scene) -> Scene:
    name = next((item for item in ("sp", "orog", "msl") if scene.has(item)), None)
    if name is None:
        return scene
    data = scene.dataset
    ground = data[name].copy(data=pressure_at_ground(name, data[name].values))
    below = 100.0 * data["level"] > ground
    if not bool(below.any()):
        return scene
    hidden = {
        str(field): data[field]
        .where(~below)
        .transpose(*data[field].dims)
        .assign_attrs(data[field].attrs)
        for field in data.data_vars
        if "level" in data[field].dims
    }
    return Scene(
        data.assign(hidden),
        scene.region,
        scene.time,
        grid=scene.grid,
        scene_context=scene.scene_context,
    )


def decided(scene: Scene, quantities: Sequence[QuantityRef], found: Detection) -> Detection:
    """Mark the features that cannot decide, and decide by the others.

    Parameters
    ----------
    scene : Scene
        As it was read.
    quantities : sequence of QuantityRef
        What the detector reads.
    found : Detection
        What it found in the scene above ground.

    Returns
    -------
    Detection
        Undetermined where it passed by marked features alone, or where it missed and less than
        half of the region can be judged.
    """
    below, reduced = _below(scene, quantities), _reduced(scene, quantities)
    features = tuple(
        item.model_copy(update={"doubt": item.doubt or _doubt(scene, item, below, reduced)})
        for item in found.features
    )
    found = replace(found, features=features)
    good = [item for item in features if item.score >= ENOUGH]
    doubts = Counter(item.doubt for item in good if item.doubt is not None)
    if found.passed and good and len(good) == sum(doubts.values()):
        return _undecided(found, doubts.most_common(1)[0][0])
    if found.passed is False:
        inside = scene.inside()
        for hidden, doubt in (
            (below, PlaceDoubt.BELOW_GROUND),
            (reduced, PlaceDoubt.REDUCED_PRESSURE),
        ):
            if hidden is not None and hidden[inside].mean() > ENOUGH:
                return _undecided(found, doubt)
    return found


def _undecided(found: Detection, doubt: PlaceDoubt) -> Detection:
    return replace(found, passed=None, score=min(found.score, 0.49), message=doubt_message(doubt))


def _below(scene: Scene, quantities: Sequence[QuantityRef]) -> Mask | None:
    """Where the lowest of the levels that are read singly lies below ground."""
    if above_ground(scene, quantities) is scene:
        return None
    single = needs_of(quantities).levels
    lowest = max((p for p in scene.levels_hpa if p in single), default=None)
    if lowest is None:
        return None
    name = next(item for item in ("sp", "orog", "msl") if scene.has(item))
    return np.asarray(100.0 * lowest > pressure_at_ground(name, scene.field(name)))


def _reduced(scene: Scene, quantities: Sequence[QuantityRef]) -> Mask | None:
    """Where sea-level pressure was reduced over high ground, for what cannot do without it."""
    if not any(
        "msl" in quantity.fields and "msl" not in quantity.optional
        for quantity in (resolve(text).quantity for text in quantities)
    ):
        return None
    name = next((item for item in ("orog", "sp") if scene.has(item)), None)
    return None if name is None else high_ground(name, scene.field(name))


def _doubt(
    scene: Scene, item: Feature, below: Mask | None, reduced: Mask | None
) -> PlaceDoubt | None:
    """Judge a feature by its place; a line by more than half of its points."""
    points = item.line or ((item.latitude, item.longitude),)
    found: Counter[PlaceDoubt] = Counter()
    for point in points:
        try:
            cell = scene.grid.nearest(*point)
        except InputDataError:
            found[PlaceDoubt.DATA_EDGE] += 1
            continue
        if below is not None and below[cell]:
            found[PlaceDoubt.BELOW_GROUND] += 1
        elif reduced is not None and reduced[cell]:
            found[PlaceDoubt.REDUCED_PRESSURE] += 1
        elif not item.line and scene.grid.on_edge(cell):
            found[PlaceDoubt.DATA_EDGE] += 1
    worst = found.most_common(1)
    return worst[0][0] if worst and 2 * worst[0][1] > len(points) else None
