"""The Data Specialist: the smallest retrieval that serves a hypothesis, checked on arrival."""

from __future__ import annotations

from datetime import timedelta
from math import log

from diagnostics.agents.expert.retrieval_check import check_retrieval
from diagnostics.agents.protocol import CaseView, Decision
from diagnostics.catalog.data_requirements import among, levels_read, look_back_hours
from diagnostics.contracts.enums import ToolKind
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.roles import (
    Arrival,
    FieldNeed,
    Hypothesis,
    LevelRepair,
    RepairPlan,
    RetrievalPlan,
    RetrievalReview,
)
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.contracts.tools import ToolSpec
from diagnostics.detection.events import criterion_fields
from diagnostics.grid.regions import united
from diagnostics.quantities.domains import domain_region

HALO_CELLS = 2
"""Cells beyond a box that centred differences and the crossing of its edge need."""
_WIDEST_GAP = 0.35
"""Largest ln(p2/p1) over which a level is interpolated: 600 to 850 hPa, not 500 to 850."""
_SAME = 1e-6


class ExpertDataSpecialist:
    """Unites what the factors' operators declare: fields, levels, box with margin, period."""

    def repair(self, view: CaseView) -> Decision[RepairPlan]:
        """Plan the levels to interpolate, where that lets a factor be tested at all."""
        made: dict[float, LevelRepair] = {}
        unlocked: list[str] = []
        for entry in view.applicable:
            if view.blocked_reason(entry) is None or entry.factor not in view.specs:
                continue
            repairs = _repairs_of(view, view.specs[entry.factor])
            if not repairs:
                continue
            unlocked.append(entry.factor)
            for repair in repairs:
                known = made.get(repair.level_hpa)
                fields = {*repair.fields, *(known.fields if known else ())}
                made[repair.level_hpa] = repair.model_copy(update={"fields": tuple(sorted(fields))})
        levels = tuple(made[level] for level in sorted(made))
        return Decision(RepairPlan(levels=levels, unlocked=tuple(dict.fromkeys(unlocked))))

    def plan(self, view: CaseView, hypothesis: Hypothesis) -> Decision[RetrievalPlan]:
        """Plan fields, levels, box and period; name the entries that lack data."""
        needs: dict[str, set[float]] = {}
        box = view.request.region
        earlier = 0.0
        for factor in hypothesis.factors:
            spec = view.specs[factor.factor]
            entry = view.release.entry(factor.entry_id)
            for item in spec.inputs:
                info = view.inventory.variable(item.name)
                if info is not None:
                    levels = levels_read(item, info.levels_hpa, level=entry.level)
                    needs.setdefault(item.name, set()).update(levels)
            earlier = max(earlier, look_back_hours(factor.factor, entry.params))
            if spec.kind is ToolKind.INDEX:
                domain = domain_region(spec.domain, view.request.region)
                box = box if domain is None else united(box, domain)
        for name in criterion_fields(view.event, view.inventory):
            needs.setdefault(name, set())
        blocked = {
            entry.id: reason
            for entry in view.applicable
            if entry.id not in view.tested and (reason := view.blocked_reason(entry)) is not None
        }
        region, notes = _widened(view, box)
        plan = RetrievalPlan(
            variables=tuple(sorted(needs)),
            levels_hpa=tuple(sorted(set().union(*needs.values()))) if needs else (),
            region=region,
            window=reaching_back(view.window, view.inventory, earlier),
            needs=tuple(
                FieldNeed(name=name, levels_hpa=tuple(sorted(needs[name])))
                for name in sorted(needs)
            ),
            halo_cells=HALO_CELLS,
            blocked=blocked,
            notes=notes,
        )
        return Decision(plan)

    def review(
        self, view: CaseView, plan: RetrievalPlan, arrival: Arrival
    ) -> Decision[RetrievalReview]:
        """Check times, levels and gaps of what came; the data checks have judged the values."""
        return Decision(check_retrieval(view, plan, arrival))


def reaching_back(window: TimeWindow, inventory: Inventory, hours: float) -> TimeWindow:
    """Return the period with the hours before it that the data hold."""
    first = inventory.times[0] if inventory.times else window.start
    start = max(first, window.start - timedelta(hours=hours))
    return TimeWindow(start=min(start, window.start), end=window.end)


def _repairs_of(view: CaseView, spec: ToolSpec) -> list[LevelRepair]:
    """The levels that would let a tool run; none where something else is missing too."""
    found: list[LevelRepair] = []
    for item in spec.inputs:
        info = view.inventory.variable(item.name)
        if item.optional:
            continue
        if info is None:
            return []
        held = info.levels_hpa
        absent = [level for level in item.levels_hpa if not among(level, held)]
        if item.dims[0] == "level" and len(absent) < len(item.levels_hpa):
            continue
        for level in absent:
            above = max((other for other in held if other < level), default=None)
            below = min((other for other in held if other > level), default=None)
            if above is None or below is None or log(below / above) > _WIDEST_GAP:
                return []
            found.append(
                LevelRepair(level_hpa=level, below_hpa=below, above_hpa=above, fields=(item.name,))
            )
    return found


def _widened(view: CaseView, box: Region) -> tuple[Region, tuple[str, ...]]:
    """Widen a box by the halo, and say where the data end before it."""
    grid = view.inventory.grid
    if grid is None:
        return box, ()
    margin = HALO_CELLS * grid.spacing_deg
    wide = box if box.width >= 360.0 else box.padded(margin)
    notes = [f"the box is widened by {margin:g} degrees so that derivatives have neighbours"]
    available = wide.overlap(grid.region)
    if available is None:
        return box, ()
    asked = view.request.region.padded(margin)
    inside = asked.overlap(grid.region)
    if inside is not None and grid.region.width < 360.0:
        short = [
            name
            for name, lacking in (
                ("west", inside.west > asked.west + _SAME),
                ("south", inside.south > asked.south + _SAME),
                ("north", inside.north < asked.north - _SAME),
                ("east", inside.west + inside.width < asked.west + asked.width - _SAME),
            )
            if lacking
        ]
        if short:
            notes.append(
                f"the data end at the region's edge in the {', '.join(short)}: differences there "
                "are one-sided"
            )
    return wide, tuple(notes)
