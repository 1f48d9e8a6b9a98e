"""Language models on the platform: registered profiles, per tenant, and jobs that use them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hvrmet.core.db.scope import scope
from hvrmet.core.errors import ApplicationError
from hvrmet.jobs.models import OutboxRow
from hvrmet.jobs.selectors import event_list, job_get
from hvrmet.jobs.services.jobs import diagnosis_create
from hvrmet.testing import Centre, IdleHeartbeat, make_centre

from diagnostics.agents.expert.decomposer import ExpertDecomposer
from diagnostics.contracts.request import DiagnosisRequest
from tasks import diagnosis
from tasks.llm_team import team_of
from tests.model_server import ModelServer, Say

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory, written_sample: Any) -> Any:
    return written_sample("quiet", tmp_path_factory.mktemp("sample") / "sample.nc")


@pytest.fixture
def storm(tmp_path_factory: pytest.TempPathFactory, written_sample: Any) -> Any:
    return written_sample("rainstorm", tmp_path_factory.mktemp("storm") / "sample.nc")


@pytest.fixture
def register(
    platform_settings: Any, sample: Any, whole_library: Any, monkeypatch: pytest.MonkeyPatch
) -> Any:
    """Register sources and model profiles, and return a centre that may use them."""

    def make(profiles: dict[str, Any], case: Any = sample) -> Centre:
        sources = {"sample": {"paths": [str(case.path)], "title": "Generated"}}
        platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
            update={"hvrmet_sources": json.dumps(sources), "hvrmet_models": json.dumps(profiles)}
        )
        monkeypatch.setattr(diagnosis, "Heartbeat", IdleHeartbeat)
        return make_centre("alpha")

    return make


def profile(address: str, **changes: Any) -> dict[str, Any]:
    model = {"model": "openai:first", "base_url": address, "timeout_seconds": 300}
    return {"config": {"models": [model]}, **changes}


def ask(centre: Centre, case: Any, model: str | None = None) -> Any:
    request = DiagnosisRequest.model_validate(
        {"source": "sample", "region": case.region, "options": {"model": model}}
    )
    with scope(centre.id):
        job, _ = diagnosis_create(principal=centre.principal, request=request)
    return job


def work(centre: Centre, job_id: Any) -> list[Any]:
    while OutboxRow.objects.filter(subject_id=job_id).exists():
        OutboxRow.objects.filter(subject_id=job_id).delete()
        diagnosis.run(str(job_id), str(centre.id))
    with scope(centre.id):
        assert job_get(job_id).status == "finished"
        return [event.body for event in event_list(job_id, limit=None)]


@pytest.mark.slow
def test_a_worker_asks_the_model_of_the_profile(
    register: Any, storm: Any, model_server: ModelServer
) -> None:
    centre = register({"hosted": profile(model_server.address)}, storm)
    job = ask(centre, storm, "hosted")
    assert job.request["options"]["model"] == "hosted"
    bodies = work(centre, job.pk)
    models = {item.model for item in bodies if item.type == "role_decided" and item.model}
    assert models == {"openai:first"}
    assert model_server.asked


@pytest.mark.slow
def test_a_job_does_not_fail_for_want_of_a_model(
    register: Any, storm: Any, model_server: ModelServer
) -> None:
    model_server.script = lambda asked: Say(status=503)
    centre = register({"hosted": profile(model_server.address, default_for=["alpha"])}, storm)
    job = ask(centre, storm)
    assert job.request["options"]["model"] == "hosted"
    bodies = work(centre, job.pk)
    failures = [item.failure for item in bodies if item.type == "model_failed"]
    assert {item.code for item in failures} == {"provider_error"}
    concluded = [item.conclusion for item in bodies if item.type == "concluded"]
    assert concluded[0].kind == "event_supported"


@pytest.mark.slow
def test_a_profile_that_was_taken_away_leaves_the_expert_policy(
    register: Any, sample: Any, platform_settings: Any
) -> None:
    centre = register({"hosted": profile("http://127.0.0.1:9/v1")})
    job = ask(centre, sample, "hosted")
    for left in ("{}", json.dumps({"hosted": {"config": {"models": "nonsense"}}})):
        platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
            update={"hvrmet_models": left}
        )
        request = DiagnosisRequest.model_validate(job.request)
        with scope(centre.id):
            team = team_of(request, (), tenant_id=centre.id)
        assert type(team.decomposer) is ExpertDecomposer
    assert {item.type for item in work(centre, job.pk)} >= {"concluded", "job_finished"}


def test_only_the_profiles_of_the_centre_are_known(register: Any, sample: Any) -> None:
    centre = register(
        {
            "theirs": profile("http://127.0.0.1:9/v1", tenants=["beta"]),
            "ours": profile("http://127.0.0.1:9/v1", default_for=["alpha"]),
        }
    )
    with pytest.raises(ApplicationError) as caught:
        ask(centre, sample, "theirs")
    assert caught.value.code == "unknown_model"
    assert caught.value.data["available"] == ["expert", "ours"]
    assert ask(centre, sample, "expert").request["options"]["model"] is None
    assert ask(centre, sample).request["options"]["model"] == "ours"


def test_a_centre_without_tokens_left_goes_on_without_a_model(
    register: Any, sample: Any, platform_settings: Any
) -> None:
    centre = register({"hosted": profile("http://127.0.0.1:9/v1")})
    job = ask(centre, sample, "hosted")
    platform_settings.ENVIRONMENT = platform_settings.ENVIRONMENT.model_copy(
        update={"hvrmet_quota_tokens_per_month": 0}
    )
    request = DiagnosisRequest.model_validate(job.request)
    with scope(centre.id):
        team = team_of(request, (), tenant_id=centre.id)
    assert type(team.decomposer) is ExpertDecomposer
