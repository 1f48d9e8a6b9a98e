"""Where people open the pages of a centre, for messages and links that leave the platform."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import split_domain_port, validate_host
from django.urls import reverse

from hvrmet.core.db.scope import current_tenant
from hvrmet.tenants.selectors import tenant_get


def page_address(name: str, *args: object) -> str:
    """Return the address of a page of the open scope's centre.

    It is absolute where the installation knows its own origin, else a path.

    Parameters
    ----------
    name : str
        Of an address whose first part is the centre's slug.
    *args : object
        Its other parts.
    """
    return _own_origin() + reverse(name, args=[tenant_get(current_tenant()).slug, *args])


def _own_origin() -> str:
    """Return the first trusted origin whose host the platform answers to, or nothing."""
    for origin in settings.CSRF_TRUSTED_ORIGINS:
        parts = urlsplit(origin)
        host, _ = split_domain_port(parts.netloc)
        if host and validate_host(host, settings.ALLOWED_HOSTS):
            return f"{parts.scheme}://{parts.netloc}"
    return ""
