"""The expert policy: deterministic rules for every role."""

from diagnostics.agents.expert.data_specialist import ExpertDataSpecialist
from diagnostics.agents.expert.decomposer import ExpertDecomposer
from diagnostics.agents.expert.diagnostician import ExpertDiagnostician
from diagnostics.agents.expert.operators import (
    ExpertCodeExecutor,
    ExpertImageChecker,
    ExpertPlotter,
)
from diagnostics.agents.expert.reporter import ExpertReporter
from diagnostics.agents.protocol import Team

__all__ = ["expert_team"]


def expert_team() -> Team:
    """Return a team in which every role follows the expert policy."""
    return Team(
        decomposer=ExpertDecomposer(),
        data_specialist=ExpertDataSpecialist(),
        code_executor=ExpertCodeExecutor(),
        plotter=ExpertPlotter(),
        image_checker=ExpertImageChecker(),
        diagnostician=ExpertDiagnostician(),
        reporter=ExpertReporter(),
    )
