"""How the OpenAPI document describes operations, and the two ways to authenticate."""

from __future__ import annotations

import inspect
from typing import Any

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema

from hvrmet.accounts.roles import PERSONAL_VERBS, ROLE_VERBS, TenantRole

SAFE = ("GET", "HEAD")


class OperationSchema(AutoSchema):
    """Describes an operation from its method's docstring and from who may do it.

    The first paragraph is the summary; the description is the rest, and the roles. Where methods
    of one class serve several kinds of jobs, ``{kind}`` in the docstring stands for the view's.
    """

    def get_summary(self) -> str:
        """Return the docstring's first paragraph, without the full stop."""
        return self._paragraphs()[0].removesuffix(".")

    def get_description(self) -> str:  # type: ignore[override]
        """Return the docstring's other paragraphs, and who may do it."""
        return "\n\n".join([*self._paragraphs()[1:], self._allowed()])

    def _paragraphs(self) -> list[str]:
        text = inspect.getdoc(getattr(self.view, self.method.lower())) or ""
        text = text.replace("{kind}", getattr(self.view, "kind", ""))
        return [" ".join(part.split()) for part in text.split("\n\n")]

    def _allowed(self) -> str:
        verb = getattr(self.view, "verbs", {}).get(self.method)
        if verb is None:
            whom = getattr(self.view.permission_classes[0], "whom", "Anyone")
            return f"{whom} may do this."
        roles = [role.replace("_", " ") for role in TenantRole if verb in ROLE_VERBS[role]]
        every = len(roles) == len(TenantRole)
        said = [f"Roles: {'all' if every else ', '.join(roles)} (`{verb}`)."]
        if verb in PERSONAL_VERBS and self.method not in SAFE:
            said.append("It takes a person: keys are refused.")
        if self.method in getattr(self.view, "confirmed", ()):
            said.append("A person has confirmed their identity lately (`session/confirm/`).")
        return " ".join(said)


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
