"""What templates write: texts of the catalogue, and nothing in words of their own."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django import template

from diagnostics.messages import Listing, Moment
from hvrmet.core.messages import page_text

register = template.Library()


@register.simple_tag
def text(identifier: str, **params: object) -> str:
    """Write an entry of the catalogue; an instant is written in UTC, other values as they are."""
    return page_text(
        identifier,
        **{
            name: Moment(moment=value) if isinstance(value, datetime) else str(value)
            for name, value in params.items()
        },
    )


@register.simple_tag
def role_names(roles: Iterable[str]) -> str:
    """Write roles in words, as a list."""
    named = tuple(page_text(f"role-{role}") for role in roles)
    return page_text("invitation-roles", roles=Listing(items=named, style="comma"))


@register.filter
def actor_name(label: str) -> str:
    """Return the name of whom a record names by kind and name.

    Examples
    --------
    >>> actor_name("person:li")
    'li'
    """
    return label.partition(":")[2] or label
