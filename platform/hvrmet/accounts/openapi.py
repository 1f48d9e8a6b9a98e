"""How the OpenAPI document describes the two ways to say who one is."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension


class ApiKeyScheme(OpenApiAuthenticationExtension):
    """The service key."""

    target_class = "hvrmet.accounts.authentication.ApiKeyAuthentication"
    name = "apiKey"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Describe ``Authorization: Bearer hvr_...``."""
        return {"type": "http", "scheme": "bearer", "bearerFormat": "hvr_PREFIX_SECRET"}


class SessionScheme(OpenApiAuthenticationExtension):
    """The browser's session."""

    target_class = "hvrmet.accounts.authentication.TenantSessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Describe the session cookie."""
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}
