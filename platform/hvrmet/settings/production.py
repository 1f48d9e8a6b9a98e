"""Settings of a service: they refuse to start on anything that is meant for a laptop."""

from django.core.exceptions import ImproperlyConfigured

from hvrmet.settings.base import *  # noqa: F403 - the settings idiom of Django
from hvrmet.settings.base import (
    CSRF_COOKIE_NAME,
    ENVIRONMENT,
    LOGGING,
    PROJECT,
    SESSION_COOKIE_NAME,
    STORAGES,
)
from hvrmet.settings.environment import DEVELOPMENT_SECRET, Environment

SERVICES = ("database_url", "broker_url", "channel_url", "storage_url")


def _problems(environment: Environment) -> list[str]:
    """Say everything that makes this environment unfit for production."""
    found = []
    secret = environment.hvrmet_secret_key
    if secret == DEVELOPMENT_SECRET or len(secret) < 50 or len(set(secret)) < 5:
        found.append("HVRMET_SECRET_KEY is the default or too weak: set 50 random characters")
    if environment.hvrmet_debug:
        found.append("HVRMET_DEBUG is on: remove it")
    missing = [name.upper() for name in SERVICES if name not in environment.model_fields_set]
    if missing:
        found.append(f"{', '.join(missing)} not set: production names each of its servers")
    if environment.hvrmet_embedded:
        parts = ", ".join(environment.hvrmet_embedded)
        found.append(f"embedded parts in use ({parts}): point their URLs at real servers")
    if environment.hvrmet_environment != "production":
        found.append("HVRMET_ENVIRONMENT is not production: set it, so that all processes agree")
    if "hvrmet_allowed_hosts" not in environment.model_fields_set:
        found.append("HVRMET_ALLOWED_HOSTS not set: name the hosts that serve the platform")
    if "*" in environment.hvrmet_allowed_hosts:
        found.append("HVRMET_ALLOWED_HOSTS holds '*': name the hosts")
    return found


if problems := _problems(ENVIRONMENT):
    raise ImproperlyConfigured("production settings refuse to start: " + "; ".join(problems))

DEBUG = False
REQUIRE_SECOND_FACTOR = ENVIRONMENT.hvrmet_second_factor is not False
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if ENVIRONMENT.hvrmet_https else "http"
SECURE_SSL_REDIRECT = ENVIRONMENT.hvrmet_https
SECURE_HSTS_SECONDS = 31_536_000 if ENVIRONMENT.hvrmet_https else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = ENVIRONMENT.hvrmet_https
SECURE_HSTS_PRELOAD = ENVIRONMENT.hvrmet_https
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
LOGGING["handlers"]["console"]["formatter"] = ENVIRONMENT.hvrmet_log_format or "json"
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
# The prefix makes browsers refuse such a cookie from another host, or without TLS.
SESSION_COOKIE_NAME = f"__Host-{SESSION_COOKIE_NAME}"
CSRF_COOKIE_NAME = f"__Host-{CSRF_COOKIE_NAME}"
if ENVIRONMENT.hvrmet_proxy_header:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
STATIC_ROOT = PROJECT / "collected_static"
WHITENOISE_USE_FINDERS = False
STORAGES["staticfiles"] = {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
