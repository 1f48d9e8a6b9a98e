"""From a service's URL to Django's and Celery's own settings."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit


def database_settings(url: str, *, pool: bool) -> dict[str, Any]:
    """Translate ``postgresql://user:password@host:port/name`` into a DATABASES entry.

    A Unix socket is given as a query: ``postgresql://user@/name?host=/run/dir``.

    Raises
    ------
    ValueError
        When the URL is not one of PostgreSQL.
    """
    parts = urlsplit(url)
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ValueError(
            f"the database URL has scheme {parts.scheme!r}: only postgresql:// is supported"
        )
    query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    host = query.pop("host", None) or unquote(parts.hostname or "")
    port = query.pop("port", None) or parts.port or ""
    options: dict[str, Any] = dict(query)
    if pool:
        options["pool"] = {
            "min_size": 1,
            "max_size": 12,
            "timeout": 15,
            # Waits double: after a long absence the next try would be half a minute away.
            "reconnect_timeout": 5,
        }
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host,
        "PORT": str(port),
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": options,
    }


def storage_settings(url: str) -> dict[str, Any]:
    """Translate a storage URL into an entry of STORAGES.

    ``file:///directory`` keeps artifacts on disk; ``s3://bucket/prefix?endpoint_url=..&region=..``
    in an object store, with credentials from the usual AWS variables.

    Raises
    ------
    ValueError
        When the scheme is neither ``file`` nor ``s3``.
    """
    parts = urlsplit(url)
    if parts.scheme == "file":
        return {
            "BACKEND": "hvrmet.evidence.storage.AtomicFileStorage",
            "OPTIONS": {"location": unquote(parts.path)},
        }
    if parts.scheme == "s3":
        query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        options: dict[str, Any] = {
            "bucket_name": parts.netloc,
            "location": parts.path.strip("/"),
            "file_overwrite": True,
            "querystring_auth": True,
        }
        if "endpoint_url" in query:
            options["endpoint_url"] = query["endpoint_url"]
        if "region" in query:
            options["region_name"] = query["region"]
        return {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options}
    raise ValueError(f"STORAGE_URL has scheme {parts.scheme!r}: use file:///directory or s3://")


def broker_settings(url: str) -> dict[str, Any]:
    """Return Celery's transport settings for a broker URL.

    Redis redelivers what a dead worker held only after its visibility timeout, which therefore
    stays above the longest slice; RabbitMQ gets quorum queues, which survive a node.
    """
    if url.startswith(("amqp://", "amqps://", "pyamqp://")):
        return {
            "task_default_queue_type": "quorum",
            "worker_detect_quorum_queues": True,
            "broker_transport_options": {"confirm_publish": True},
        }
    return {
        "broker_transport_options": {
            "visibility_timeout": 1800,
            "unacked_restore_interval": 1,
            "socket_timeout": 10,
            "socket_connect_timeout": 5,
            "retry_on_timeout": True,
        }
    }
