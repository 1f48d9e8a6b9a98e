"""The Data Specialist: the smallest retrieval that serves a hypothesis."""

from __future__ import annotations

from diagnostics.agents.protocol import CaseView, Decision
from diagnostics.contracts.roles import Hypothesis, RetrievalPlan

_HALO_DEGREES = 10.0


class ExpertDataSpecialist:
    """Unites what the factors' operators declare, over the region with the widest margin."""

    def plan(self, view: CaseView, hypothesis: Hypothesis) -> Decision[RetrievalPlan]:
        """Plan variables, levels, box and period; name the entries that lack data."""
        variables: set[str] = set()
        levels: set[float] = set()
        for factor in hypothesis.factors:
            spec = view.specs[factor.factor]
            for item in spec.inputs:
                info = view.inventory.variable(item.name)
                if info is None:
                    continue
                variables.add(item.name)
                levels.update(set(item.levels_hpa or info.levels_hpa) & set(info.levels_hpa))
        blocked = {
            entry.id: reason
            for entry in view.applicable
            if entry.id not in view.tested and (reason := view.blocked_reason(entry)) is not None
        }
        plan = RetrievalPlan(
            variables=tuple(sorted(variables)),
            levels_hpa=tuple(sorted(levels)),
            region=view.request.region.padded(_HALO_DEGREES),
            window=view.window,
            blocked=blocked,
        )
        return Decision(plan)
