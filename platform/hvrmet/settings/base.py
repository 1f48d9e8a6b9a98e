"""What all installations share. Values come from `hvrmet.settings.environment`."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

from csp.constants import NONCE, NONE, SELF
from django.conf.locale import LANG_INFO

from hvrmet.core.http.limits import LONGEST_BODY
from hvrmet.dashboard.build import FILES_WITH_DIGEST
from hvrmet.settings.environment import environment
from hvrmet.settings.sign_in import (
    ADDRESS_ATTEMPTS,
    FAILURES_KEPT,
    LOCK_OUT_FAILURES,
    NAME_FAILURES,
    PASSWORD_LENGTH,
    SESSION_HOURS,
    origins_of,
    read_providers,
)
from hvrmet.settings.urls_of_services import (
    broker_settings,
    database_settings,
    storage_settings,
)

ENVIRONMENT = environment()
PROJECT = Path(__file__).resolve().parents[1]

SECRET_KEY = ENVIRONMENT.hvrmet_secret_key
DEBUG = ENVIRONMENT.hvrmet_debug
ALLOWED_HOSTS = list(ENVIRONMENT.hvrmet_allowed_hosts)
CSRF_TRUSTED_ORIGINS = list(ENVIRONMENT.hvrmet_trusted_origins)

INSTALLED_APPS = [
    "hvrmet.core.admin_config.AuditedAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.mfa",
    "allauth.usersessions",
    "axes",
    "rest_framework",
    "drf_spectacular",
    "channels",
    "hvrmet.core",
    "hvrmet.tenants",
    "hvrmet.accounts",
    "hvrmet.audit",
    "hvrmet.realtime",
    "hvrmet.webhooks",
    "knowledge",
    "hvrmet.places",
    "hvrmet.jobs",
    "hvrmet.evidence",
    "hvrmet.reports",
    "hvrmet.reviews",
    "hvrmet.operations",
    "hvrmet.dashboard",
]

MIDDLEWARE = [
    "hvrmet.core.http.middleware.RequestIdMiddleware",
    "hvrmet.core.http.middleware.TimingMiddleware",
    "hvrmet.dashboard.middleware.BuildMiddleware",
    "hvrmet.core.http.storable.StorableRequestMiddleware",
    "hvrmet.core.http.middleware.ApiOverTlsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "hvrmet.core.http.language.LanguageMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "hvrmet.accounts.middleware.SessionEndMiddleware",
    "hvrmet.accounts.middleware.SecondFactorMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "hvrmet.urls"
ASGI_APPLICATION = "hvrmet.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [PROJECT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "hvrmet.core.http.language.appearance",
                "hvrmet.accounts.home.active_centre",
            ]
        },
    }
]

# Commands that need no database (schema, checks) run without one; `require_database` tells the
# others what to do.
DATABASES: dict[str, dict[str, Any]] = {"default": {"ENGINE": "django.db.backends.dummy"}}
if ENVIRONMENT.database_url:
    DATABASES["default"] = database_settings(ENVIRONMENT.database_url, pool=True)
if ENVIRONMENT.database_owner_url:
    DATABASES["owner"] = database_settings(ENVIRONMENT.database_owner_url, pool=False)
RUNTIME_ROLE = DATABASES["default"].get("USER", "")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "accounts.User"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
# Length and a list of known passwords, no rules of composition: those make for worse ones.
AUTH_PASSWORD_VALIDATORS: list[dict[str, Any]] = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": PASSWORD_LENGTH},
    },
    {"NAME": "hvrmet.accounts.passwords.VariedPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
]
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
REQUIRE_SECOND_FACTOR = bool(ENVIRONMENT.hvrmet_second_factor)
OIDC_PROVIDERS = read_providers(ENVIRONMENT.hvrmet_oidc)

ACCOUNT_ADAPTER = "hvrmet.accounts.sign_in.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]
# An address may be a whole centre's: its ceilings are high, for floods only. The name's ceiling
# slows down guesses from many addresses; the lock-out below counts a name at an address.
ACCOUNT_RATE_LIMITS = {
    "login": f"{ADDRESS_ATTEMPTS}/m/ip",
    "login_failed": f"{ADDRESS_ATTEMPTS}/m/ip,{NAME_FAILURES}/5m/key",
}
ACCOUNT_FORMS = {"login": "hvrmet.accounts.pages.SignInForm"}
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_SESSION_COOKIE_AGE = SESSION_HOURS * 3600
ACCOUNT_LOGOUT_REDIRECT_URL = "account_login"
ACCOUNT_REAUTHENTICATION_TIMEOUT = 60 * ENVIRONMENT.hvrmet_confirm_minutes
SOCIALACCOUNT_ADAPTER = "hvrmet.accounts.sign_in.SocialAdapter"
SOCIALACCOUNT_STORE_TOKENS = False
SOCIALACCOUNT_EMAIL_AUTHENTICATION_AUTO_CONNECT = True
SOCIALACCOUNT_PROVIDERS = {
    "openid_connect": {"APPS": [provider.as_app() for provider in OIDC_PROVIDERS]}
}
MFA_ADAPTER = "hvrmet.accounts.sign_in.FactorAdapter"
MFA_FORMS = {
    "authenticate": "hvrmet.accounts.second_factor_codes.SignInCodeForm",
    "reauthenticate": "hvrmet.accounts.second_factor_codes.ConfirmationCodeForm",
}
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_TOTP_ISSUER = "HVR-Met"
MFA_TOTP_TOLERANCE = 1

AXES_FAILURE_LIMIT = LOCK_OUT_FAILURES
AXES_HANDLER = "hvrmet.accounts.lock_out.GrowingWait"
AXES_COOLOFF_TIME = FAILURES_KEPT
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_USERNAME_CALLABLE = "hvrmet.accounts.lock_out.counted_name"
AXES_LOCKOUT_PARAMETERS = "hvrmet.accounts.lock_out.counted_by"
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_CALLABLE = "hvrmet.accounts.lock_out.locked_out"
AXES_CLIENT_IP_CALLABLE = "hvrmet.accounts.sign_in.client_address"
AXES_VERBOSE = False
AXES_DISABLE_ACCESS_LOG = True  # the audit log has it

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:", "blob:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF, *origins_of(OIDC_PROVIDERS)],
    }
}

SESSION_COOKIE_AGE = SESSION_HOURS * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_NAME = "hvrmet_session"
CSRF_COOKIE_NAME = "hvrmet_csrf"
CSRF_FAILURE_VIEW = "hvrmet.core.http.problems.csrf_failure"
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"

LANGUAGE_CODE = "en"
LANGUAGES = [(code, LANG_INFO[code]["name_local"]) for code in ("en", "zh-hans")]
LANGUAGE_COOKIE_NAME = "hvrmet_language"
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
STORAGES: dict[str, dict[str, Any]] = {
    "default": storage_settings(ENVIRONMENT.storage_url),
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
# The fonts of the charts, for pages on a machine without Chinese ones.
STATICFILES_DIRS = [("fonts", str(files("diagnostics") / "figures" / "fonts"))]
WHITENOISE_USE_FINDERS = True
WHITENOISE_ALLOW_ALL_ORIGINS = False
# Names with a digest of the content: those of the built pages, and those that Django gives.
WHITENOISE_IMMUTABLE_FILE_TEST = rf"{FILES_WITH_DIGEST}|^.*\.[0-9a-f]{{12}}\.[^/.]+$"

# Forms too: `hvrmet.core.http.serving` refuses longer bodies before it reads them.
DATA_UPLOAD_MAX_MEMORY_SIZE = LONGEST_BODY

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "hvrmet.accounts.authentication.ApiKeyAuthentication",
        "hvrmet.accounts.authentication.TenantSessionAuthentication",
    ],
    "DEFAULT_THROTTLE_CLASSES": ["hvrmet.accounts.throttling.ActorThrottle"],
    "DEFAULT_PERMISSION_CLASSES": ["hvrmet.accounts.permissions.HasVerb"],
    "DEFAULT_RENDERER_CLASSES": ["hvrmet.core.http.rendering.ContractRenderer"],
    "DEFAULT_PARSER_CLASSES": ["hvrmet.core.http.parsers.StrictJSONParser"],
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "hvrmet.core.http.problems.problem_handler",
    "UNAUTHENTICATED_USER": None,
    "URL_FORMAT_OVERRIDE": None,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "HVR-Met",
    "DESCRIPTION": (
        "Diagnosis of extreme weather by a hypothesis, verification and replanning loop. "
        "Errors are `application/problem+json` with a stable `code` and the `request_id`."
    ),
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SERVE_AUTHENTICATION": [],
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {"CentreKindEnum": ["low", "high"]},
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "hvrmet.core.http.openapi.complete",
    ],
}

CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": ENVIRONMENT.channel_url,
        "KEY_PREFIX": "hvrmet.cache",
        "OPTIONS": {"socket_timeout": 2, "socket_connect_timeout": 2},
    }
}
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "hvrmet.realtime.layer.NotifyingLayer",
        "CONFIG": {"hosts": [ENVIRONMENT.channel_url], "prefix": "hvrmet"},
    }
}

CELERY: dict[str, Any] = {
    "broker_url": ENVIRONMENT.broker_url,
    "broker_connection_retry_on_startup": True,
    "broker_connection_max_retries": None,
    "accept_content": ["json"],
    "task_serializer": "json",
    "result_serializer": "json",
    "task_ignore_result": True,
    "task_acks_late": True,
    "task_reject_on_worker_lost": True,
    "task_default_queue": "diagnose",
    "task_create_missing_queues": True,
    # Never behind diagnoses or slow receivers: the reaper and the relay must not wait for them.
    "task_routes": {
        "tasks.upkeep.*": {"queue": "upkeep"},
        "tasks.webhooks.*": {"queue": "webhooks"},
    },
    "task_soft_time_limit": ENVIRONMENT.hvrmet_slice_seconds + ENVIRONMENT.hvrmet_step_seconds,
    "task_time_limit": ENVIRONMENT.hvrmet_slice_seconds + ENVIRONMENT.hvrmet_step_seconds + 60,
    "worker_prefetch_multiplier": 1,
    "worker_max_tasks_per_child": 200,
    "worker_max_memory_per_child": ENVIRONMENT.hvrmet_worker_memory_mib * 1024,
    "worker_hijack_root_logger": False,
    "beat_schedule": {
        "outbox-relay": {"task": "tasks.upkeep.relay_outbox", "schedule": 5.0},
        "webhook-sender": {"task": "tasks.webhooks.send_due", "schedule": 5.0},
        "lease-reaper": {"task": "tasks.upkeep.reap_leases", "schedule": 5.0},
        "retention": {"task": "tasks.upkeep.retain", "schedule": 86400.0},
        "reading-sender": {"task": "tasks.upkeep.send_readings", "schedule": 60.0},
        "source-watch": {"task": "tasks.upkeep.look_at_sources", "schedule": 60.0},
        "store-sweeper": {"task": "tasks.upkeep.sweep_store", "schedule": 3600.0},
    },
    "timezone": "UTC",
    **broker_settings(ENVIRONMENT.broker_url),
}

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {
            "()": "hvrmet.core.observability.logs.LineFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s [%(request_id)s] %(message)s",
        },
        "json": {"()": "hvrmet.core.observability.logs.JsonFormatter"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": ENVIRONMENT.hvrmet_log_format or "plain",
        }
    },
    "loggers": {
        # Beat asks for upkeep every few seconds: its lines would bury all others.
        **{
            name: {"level": "WARNING"}
            for name in ("celery.beat", "celery.worker.strategy", "celery.app.trace")
        },
        # Django's own handlers know nothing of our form.
        **{name: {"handlers": [], "propagate": True} for name in ("django", "django.server")},
        # The server's own lines, with addresses of sockets and their tickets, in our form.
        **{
            name: {"handlers": ["console"], "propagate": False}
            for name in ("uvicorn", "uvicorn.access")
        },
    },
    "root": {"handlers": ["console"], "level": ENVIRONMENT.hvrmet_log_level},
}
