"""The environment of the platform as one typed object.

Every setting that an operator may change is a field here, and a row of the table in
``docs/operate/configuration.md``.
"""

from __future__ import annotations

import os
from enum import StrEnum
from functools import lru_cache
from ipaddress import ip_network
from typing import Annotated, Any

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

DEVELOPMENT_SECRET = "development-only-secret-key-that-production-refuses"  # noqa: S105 - refused

Words = Annotated[tuple[str, ...], NoDecode]


class MissingServiceError(RuntimeError):
    """A server that the platform needs is not named in the environment."""


class Deployment(StrEnum):
    """What kind of installation this process belongs to."""

    DEVELOPMENT = "development"
    PRODUCTION = "production"
    TEST = "test"


class InstallationMode(StrEnum):
    """What an installation is for. All but an operational one say so above every page."""

    OPERATIONAL = "operational"
    TEST = "test"
    EXERCISE = "exercise"
    DEMONSTRATION = "demonstration"


class Environment(BaseSettings):
    """Typed settings, read from environment variables of the same (upper-case) name."""

    model_config = SettingsConfigDict(case_sensitive=False, extra="ignore", frozen=True)

    database_url: str | None = Field(
        default=None, description="PostgreSQL as the runtime role, which owns no table"
    )
    database_owner_url: str | None = Field(
        default=None, description="PostgreSQL as the owner role, for `manage.py setup_database`"
    )
    broker_url: str = Field(
        default="redis://127.0.0.1:6379/0", description="Celery broker: redis, rediss or amqp"
    )
    channel_url: str = Field(
        default="redis://127.0.0.1:6379/1", description="Redis or Valkey of the channel layer"
    )
    storage_url: str = Field(
        default="file:///var/lib/hvrmet/storage",
        description="Artifacts: file:///directory or s3://bucket/prefix",
    )
    hvrmet_environment: Deployment = Field(
        default=Deployment.DEVELOPMENT, description="development or production"
    )
    hvrmet_mode: InstallationMode = Field(
        default=InstallationMode.OPERATIONAL,
        description="operational, test, exercise or demonstration: a banner says so",
    )
    hvrmet_secret_key: str = Field(
        default=DEVELOPMENT_SECRET, description="Key of sessions and signed URLs, 50 characters"
    )
    hvrmet_debug: bool = Field(default=False, description="Django's DEBUG; refused in production")
    hvrmet_embedded: Words = Field(
        default=(), description="Parts that the launcher started; refused in production"
    )
    hvrmet_allowed_hosts: Words = Field(
        default=("localhost", "127.0.0.1", "[::1]"), description="Host names, by comma"
    )
    hvrmet_trusted_origins: Words = Field(
        default=(), description="Origins for cross-site forms and sockets, by comma"
    )
    hvrmet_https: bool = Field(
        default=True, description="Production only: redirect to HTTPS and send HSTS"
    )
    hvrmet_proxy_header: bool = Field(
        default=False, description="Trust X-Forwarded-Proto of the reverse proxy"
    )
    hvrmet_sources: str = Field(
        default="", description="Registered sources: JSON, or the path of a JSON or YAML file"
    )
    hvrmet_source_roots: str = Field(
        default="", description="Where centres may register sources: JSON, or the path of a file"
    )
    hvrmet_boundaries: str = Field(
        default="", description="Centres' own coasts and borders: JSON, or the path of a file"
    )
    hvrmet_models: str = Field(
        default="", description="Model profiles: the path of a YAML or JSON file, or JSON itself"
    )
    hvrmet_lease_seconds: int = Field(
        default=30, ge=2, le=600, description="A worker that is silent for longer loses its job"
    )
    hvrmet_slice_seconds: int = Field(
        default=300, ge=1, le=900, description="Longest work on one job before it is queued again"
    )
    hvrmet_render_queue: bool = Field(
        default=False, description="Have charts computed and drawn ahead by workers of `render`"
    )
    hvrmet_step_seconds: int = Field(
        default=240, ge=5, le=600, description="Longest step of a job beyond its slice"
    )
    hvrmet_worker_memory_mib: int = Field(
        default=1536, ge=256, description="A worker process that has used more is replaced"
    )
    hvrmet_worker_memory_limit_mib: int = Field(
        default=2048,
        ge=512,
        description="A step that wants more beyond the loaded programs fails with a reason",
    )
    hvrmet_max_lost_leases: int = Field(
        default=5, ge=1, le=50, description="Lost leases after which a job is parked"
    )
    hvrmet_redispatch_seconds: int = Field(
        default=300, ge=5, description="A queued job that nobody took is sent again after this"
    )
    hvrmet_download_seconds: int = Field(
        default=300, ge=10, le=86400, description="Least life of a signed download URL"
    )
    hvrmet_webhook_networks: Words = Field(
        default=(), description="Private networks (CIDR) that webhooks may go to, by comma"
    )
    hvrmet_webhook_attempts: int = Field(
        default=10, ge=1, le=20, description="Attempts after which a webhook is given up"
    )
    hvrmet_webhook_backoff_seconds: float = Field(
        default=10.0, gt=0, le=3600, description="Wait after the first failed attempt; then thrice"
    )
    hvrmet_webhook_timeout_seconds: float = Field(
        default=10.0, gt=0, le=30, description="Longest time that one attempt may take"
    )
    hvrmet_keep_webhooks_days: int = Field(
        default=90, ge=0, description="Days for which webhook deliveries are kept; 0: for ever"
    )
    hvrmet_keep_answers_days: int = Field(
        default=0, ge=0, description="Days for which answers of computations and questions are kept"
    )
    hvrmet_keep_drafts_days: int = Field(
        default=0, ge=0, description="Days for which unpublished report versions are kept unchanged"
    )
    hvrmet_keep_withdrawn_days: int = Field(
        default=0, ge=0, description="Days for which withdrawn report versions are kept"
    )
    hvrmet_keep_idempotency_days: int = Field(
        default=0, ge=0, description="Days for which an Idempotency-Key gives the same job"
    )
    hvrmet_keep_ended_keys_days: int = Field(
        default=0, ge=0, description="Days for which revoked and expired API keys are listed"
    )
    hvrmet_second_factor: bool | None = Field(
        default=None, description="Ask people for a second factor; on in production unless false"
    )
    hvrmet_session_idle_minutes: int = Field(
        default=0, ge=0, le=720, description="End sessions without a request for so long; 0: none"
    )
    hvrmet_confirm_minutes: int = Field(
        default=15, ge=1, le=720, description="Sensitive acts ask for the password again after this"
    )
    hvrmet_oidc: str = Field(
        default="", description="OpenID Connect: JSON list, or the path of a JSON or YAML file"
    )
    hvrmet_rate_per_actor: int = Field(
        default=6000, ge=1, description="Requests per minute of one key or person"
    )
    hvrmet_rate_per_tenant: int = Field(
        default=20000, ge=1, description="Requests per minute of one tenant"
    )
    hvrmet_rate_per_address: int = Field(
        default=120, ge=1, description="Requests per minute of one address that has not signed in"
    )
    hvrmet_sockets_per_actor: int = Field(
        default=500, ge=1, description="Sockets of one key or person in one web process"
    )
    hvrmet_sockets_per_tenant: int = Field(
        default=2000, ge=1, description="Sockets of one tenant in one web process"
    )
    hvrmet_sockets_per_process: int = Field(
        default=5000, ge=1, description="Sockets in one web process"
    )
    hvrmet_quota_jobs_per_hour: int = Field(
        default=600, ge=0, description="Jobs that a tenant may queue in an hour"
    )
    hvrmet_quota_running_jobs: int = Field(
        default=200, ge=0, description="Jobs of a tenant that may wait or run at a time"
    )
    hvrmet_quota_storage_bytes: int = Field(
        default=100 * 2**30, ge=0, description="Bytes of artifacts that a tenant may keep"
    )
    hvrmet_quota_tokens_per_month: int = Field(
        default=50_000_000, ge=0, description="Language-model tokens of a tenant in a month"
    )
    hvrmet_metrics_token: str = Field(
        default="", description="Opens /metrics to who sends it; without it there is no such page"
    )
    hvrmet_metrics_dir: str = Field(
        default="", description="Folder in which the processes of a machine put their numbers"
    )
    hvrmet_otlp_endpoint: str = Field(
        default="", description="Collector of traces (OTLP over HTTP); without it nothing is traced"
    )
    hvrmet_log_format: str = Field(
        default="", pattern="^(|plain|json)$", description="plain or json; json in production"
    )
    hvrmet_log_level: str = Field(default="INFO", description="DEBUG, INFO, WARNING or ERROR")

    @field_validator("hvrmet_webhook_networks")
    @classmethod
    def _are_networks(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for text in value:
            ip_network(text)
        return value

    @field_validator(
        "hvrmet_allowed_hosts",
        "hvrmet_trusted_origins",
        "hvrmet_embedded",
        "hvrmet_webhook_networks",
        mode="before",
    )
    @classmethod
    def _split_at_commas(cls, value: Any) -> Any:
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(",") if part.strip())
        return value


@lru_cache(maxsize=1)
def environment() -> Environment:
    """Return the environment of this process, read once."""
    return Environment()


def settings_module() -> str:
    """Name the Django settings module for ``HVRMET_ENVIRONMENT``."""
    return f"hvrmet.settings.{environment().hvrmet_environment}"


def require_database() -> None:
    """Refuse to go on without a database.

    Raises
    ------
    MissingServiceError
        When ``DATABASE_URL`` is not set.
    """
    if not os.environ.get("DATABASE_URL"):
        raise MissingServiceError(
            "DATABASE_URL is not set, so there is no database to work on: start the embedded "
            "servers with `make up` and use the variables it prints, or set DATABASE_URL to a "
            "PostgreSQL 15+ server (docs/operate/configuration.md)"
        )
