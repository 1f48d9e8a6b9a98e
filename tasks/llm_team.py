"""The team of a job: the expert policy, or the models of the profile that the request pinned."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from uuid import UUID

from hvrmet.jobs.registries.model_profiles import profiles_of
from hvrmet.jobs.services.quotas import usage_now
from hvrmet.tenants.quotas import quotas_of
from pydantic import ValidationError

from diagnostics.agents import Team, expert_team
from diagnostics.agents.llm import ModelsConfig, model_team, tokens_used
from diagnostics.contracts.events import RecordedEvent
from diagnostics.contracts.request import DiagnosisRequest

log = logging.getLogger(__name__)


def team_of(
    request: DiagnosisRequest, history: Sequence[RecordedEvent], *, tenant_id: UUID
) -> Team:
    """Return who takes the roles of a job.

    Runs in the tenant's scope. A profile that was taken away or cannot be read leaves the expert
    policy: a job never fails because a model is missing.

    Parameters
    ----------
    request : DiagnosisRequest
        Its `options.model` names a profile.
    history : sequence of RecordedEvent
        Of earlier attempts: what they spent counts.
    tenant_id : UUID
    """
    name = request.options.model
    if name is None:
        return expert_team()
    profile = profiles_of(tenant_id).get(name)
    if profile is None:
        log.warning("the model profile %s is not registered: the expert policy decides", name)
        return expert_team()
    try:
        config = ModelsConfig.model_validate(profile.config)
    except ValidationError as error:
        log.error("the model profile %s cannot be read: %s", name, error)
        return expert_team()
    spent = tokens_used(history)
    left = quotas_of(tenant_id).tokens_per_month - usage_now().tokens_per_month
    if left <= 0:
        log.warning("the centre's tokens of this month are used: the expert policy decides")
        return expert_team()
    most = min(config.limits.tokens_per_run, spent + left)
    limits = config.limits.model_copy(update={"tokens_per_run": most})
    return model_team(config.model_copy(update={"limits": limits}), spent=spent)
