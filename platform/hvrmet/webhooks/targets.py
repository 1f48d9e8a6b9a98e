"""Where a webhook may go: public addresses over https, and what the operator has named.

A name is resolved once, every address that it has is judged, and the connection goes to a judged
address: a name that means something else a moment later gains nothing.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

from diagnostics.messages import Message, message
from hvrmet.core.errors import ApplicationError

_PORTS = {"http": 80, "https": 443}
# Never, whatever the operator has named: metadata services of clouds, and what has no host.
_NEVER = tuple(
    ip_network(text)
    for text in (
        *("169.254.0.0/16", "fe80::/10", "224.0.0.0/4", "ff00::/8", "0.0.0.0/8", "::/128"),
        *("168.63.129.16/32", "100.100.100.200/32", "192.0.0.192/32", "fd00:ec2::254/128"),
        "255.255.255.255/32",
    )
)
# The IANA registries of special-purpose addresses (RFC 6890), without the blocks that they call
# globally reachable.
_SPECIAL = tuple(
    ip_network(text)
    for text in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"),
        *("172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16"),
        *("198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
        # IPv6 outside global unicast is refused as a whole; these blocks are inside it.
        *("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"),
    )
)
_GLOBAL_UNICAST = ip_network("2000::/3")
_NAT64 = ip_network("64:ff9b::/96")
# IPv6 blocks whose last 32 bits are an IPv4 address: compatible, mapped, translated, NAT64.
_ENDING_IN_IPV4 = tuple(
    ip_network(text)
    for text in ("::/96", "::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48")
)

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network


@dataclass(frozen=True)
class Target:
    """Where to connect, and what to ask for there."""

    scheme: str
    host: str
    port: int
    path: str
    address: str


def target_of(url: str) -> Target:
    """Resolve a webhook's address once and return where to connect.

    Raises
    ------
    ApplicationError
        With code ``webhook_address_refused`` when the address is malformed, unknown, or leads to
        where webhooks may not go. Which addresses a name has is not said.
    """
    parts, host = _split(url)
    port = _port(parts)
    found = _resolve(host, port)
    named = tuple(ip_network(text) for text in settings.ENVIRONMENT.hvrmet_webhook_networks)
    for address in found:
        if not may_connect(address, named):
            raise _refused(message("refusal-webhook_inside", host=host))
    inside = all(_within(address, named) for address in found)
    if parts.scheme == "http" and not inside:
        raise _refused(message("refusal-webhook_http"))
    path = parts.path or "/"
    return Target(
        scheme=parts.scheme,
        host=host,
        port=port,
        path=f"{path}?{parts.query}" if parts.query else path,
        address=str(found[0]),
    )


def may_connect(address: Address, named: Sequence[Network] = ()) -> bool:
    """Say whether a webhook may go to an address: a public one, or in a network named for it."""
    if any(_within(item, _NEVER) for item in (address, *_embedded(address))):
        return False
    return _within(address, named) or _is_public(address)


def _is_public(address: Address) -> bool:
    """Say whether an address belongs to the public network, whatever form it is written in."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return _is_public(address.ipv4_mapped)
        if address in _NAT64:
            return all(_is_public(item) for item in _embedded(address))
        if address not in _GLOBAL_UNICAST:
            return False
    return not _within(address, _SPECIAL)


def _embedded(address: Address) -> Iterable[IPv4Address]:
    """Return the IPv4 addresses that an IPv6 address stands for: translated or tunnelled ones."""
    if isinstance(address, IPv4Address):
        return
    if _within(address, _ENDING_IN_IPV4):
        yield IPv4Address(int(address) & 0xFFFFFFFF)
    if address.sixtofour:
        yield address.sixtofour
    if address.teredo:
        yield from address.teredo


def _within(address: Address, networks: Iterable[Network]) -> bool:
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    forms = (address, mapped) if mapped else (address,)
    return any(form in network for form in forms for network in networks)


def _split(url: str) -> tuple[SplitResult, str]:
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").encode("idna").decode("ascii")
    except (UnicodeError, ValueError):
        raise _refused(message("refusal-webhook_no_address")) from None
    printable = url.isascii() and url.isprintable() and " " not in url and "\\" not in url
    if parts.scheme not in _PORTS or not host or not printable:
        raise _refused(message("refusal-webhook_no_ascii"))
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise _refused(message("refusal-webhook_userinfo"))
    return parts, host


def _port(parts: SplitResult) -> int:
    try:
        port = parts.port
    except ValueError:
        port = 0
    if port == 0:
        raise _refused(message("refusal-webhook_port"))
    return port or _PORTS[parts.scheme]


def _resolve(host: str, port: int) -> list[Address]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        found = []
    addresses = [ip_address(str(item[4][0]).partition("%")[0]) for item in found]
    if not addresses:
        raise _refused(message("refusal-webhook_no_host", host=host))
    return list(dict.fromkeys(addresses))


def _refused(wording: Message) -> ApplicationError:
    return ApplicationError(wording, code="webhook_address_refused")
