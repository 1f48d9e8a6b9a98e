"""How people sign in: passwords, second factors, organisations' own sign-in, lock-out."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import yaml
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, field_validator

from hvrmet.accounts.roles import TenantRole

PASSWORD_LENGTH = 12
LOCK_OUT_FAILURES = 5
FIRST_WAIT = timedelta(minutes=1)
LONGEST_WAIT = timedelta(hours=1)
FAILURES_KEPT = timedelta(days=1)
"""How long failures count, after the last of them."""
ADDRESS_ATTEMPTS = 600
"""Sign-ins of one address in a minute: a whole centre may share it."""
NAME_FAILURES = 20
"""Failures of one name from all addresses together in five minutes."""
SESSION_HOURS = 12


class OidcProvider(BaseModel):
    """An organisation whose people sign in with OpenID Connect.

    Attributes
    ----------
    id : str
        Part of the callback's address, ``/accounts/oidc/ID/login/callback/``.
    name : str
        What the button says.
    issuer : str
        Address below which ``.well-known/openid-configuration`` lies; https, but on this machine.
    client_id, client_secret : str
        As the provider gave them.
    new_people : bool
        Make an account for a person who has none; it belongs to no tenant until it accepts
        an invitation.
    trust_email : bool
        Let a verified address of this provider lead to the account with the same address.
    groups : mapping
        Group of the provider to tenants by slug, and the roles that its people have in each.
    groups_claim : str
        Where the provider says a person's groups, in the user info or the ID token.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(pattern=r"^[a-z0-9-]{1,40}$")
    name: str = Field(min_length=1, max_length=100)
    issuer: str
    client_id: str = Field(min_length=1)
    client_secret: str = Field(min_length=1)
    new_people: bool = False
    trust_email: bool = False
    groups: dict[str, dict[str, tuple[TenantRole, ...]]] = {}
    groups_claim: str = Field(default="groups", min_length=1)

    @field_validator("issuer")
    @classmethod
    def _is_safe(cls, value: str) -> str:
        parts = urlsplit(value)
        here = parts.hostname in {"localhost", "127.0.0.1", "::1"}
        if parts.scheme != "https" and not (parts.scheme == "http" and here):
            raise ValueError("the issuer must be an https:// address")
        return value.rstrip("/")

    def as_app(self) -> dict[str, Any]:
        """Return the entry of the sign-in library's settings."""
        return {
            "provider_id": self.id,
            "name": self.name,
            "client_id": self.client_id,
            "secret": self.client_secret,
            "settings": {
                "server_url": self.issuer,
                "oauth_pkce_enabled": True,
                "email_authentication": self.trust_email,
                "new_people": self.new_people,
                "groups": self.groups,
                "groups_claim": self.groups_claim,
            },
        }


_adapter = TypeAdapter(tuple[OidcProvider, ...])


def read_providers(setting: str) -> tuple[OidcProvider, ...]:
    """Read ``HVRMET_OIDC``: a JSON list, or the path of a JSON or YAML file.

    Raises
    ------
    ValueError
        When it cannot be read or holds no providers.
    """
    if not setting.strip():
        return ()
    try:
        if setting.lstrip().startswith("["):
            document = json.loads(setting)
        else:
            document = yaml.safe_load(Path(setting).read_text(encoding="utf-8"))
        return _adapter.validate_python(document)
    except (OSError, ValueError, yaml.YAMLError) as error:
        raise ValueError(f"HVRMET_OIDC cannot be used: {error}") from error


def origins_of(providers: tuple[OidcProvider, ...]) -> list[str]:
    """Return where forms may lead: the providers' own origins."""
    return sorted({"{0.scheme}://{0.netloc}".format(urlsplit(item.issuer)) for item in providers})
