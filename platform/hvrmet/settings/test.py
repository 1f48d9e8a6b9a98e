"""Settings of the suite: cheap passwords, no broker, an in-process channel layer."""

import tempfile

from hvrmet.settings.base import *  # noqa: F403 - the settings idiom of Django
from hvrmet.settings.base import CELERY, DATABASES, MIDDLEWARE, STORAGES

SECRET_KEY = "suite-only-secret-key"  # noqa: S105 - protects nothing
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = []
ALLOWED_HOSTS = ["testserver", "localhost"]
DATABASES.pop("owner", None)
DATABASES["default"].get("OPTIONS", {}).pop("pool", None)
RUNTIME_ROLE = "hvrmet_app"
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
CELERY = {**CELERY, "broker_url": "memory://", "broker_transport_options": {}}
STORAGES["default"] = {
    "BACKEND": "hvrmet.evidence.storage.AtomicFileStorage",
    "OPTIONS": {"location": tempfile.gettempdir() + "/hvrmet-suite"},
}
MIDDLEWARE = [name for name in MIDDLEWARE if not name.startswith("whitenoise.")]
