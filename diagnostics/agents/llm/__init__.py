"""Language models in the roles: typed choices, checked, and never below the expert policy."""

from diagnostics.agents.llm.settings import ModelsConfig, ModelSpec, read_models
from diagnostics.agents.llm.team import check_models, model_team, tokens_used

__all__ = [
    "ModelSpec",
    "ModelsConfig",
    "check_models",
    "model_team",
    "read_models",
    "tokens_used",
]
