"""The seven roles: one protocol, and the expert policy that needs no language model."""

from diagnostics.agents.ablation import ablated_release, ablated_team
from diagnostics.agents.expert import expert_team
from diagnostics.agents.protocol import CaseView, Decision, Team

__all__ = [
    "CaseView",
    "Decision",
    "Team",
    "ablated_release",
    "ablated_team",
    "expert_team",
]
