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
_NAT64 = ip_network("64:ff9b::/96")
_NOT_GLOBAL = tuple(ip_network(text) for text in ("64:ff9b:1::/48", "fec0::/10", "::/96"))

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
        where webhooks may not go. Which addresses a name has is not told.
    """
    parts, host = _split(url)
    port = _port(parts)
    found = _resolve(host, port)
    named = tuple(ip_network(text) for text in settings.ENVIRONMENT.hvrmet_webhook_networks)
    for address in found:
        if not may_connect(address, named):
            raise _refused(
                f"{host} is, or also is, at an address that webhooks may not go to: private, "
                "loopback, link-local and metadata addresses are refused"
            )
    inside = all(_within(address, named) for address in found)
    if parts.scheme == "http" and not inside:
        raise _refused("use https: messages would be readable on their way")
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
    inner = tuple(_inner(address))
    if any(_within(item, _NEVER) for item in inner):
        return False
    if _within(address, named):
        return True
    return all(item.is_global and not _within(item, _NOT_GLOBAL) for item in inner)


def _inner(address: Address) -> Iterable[Address]:
    """Return an address with those that it stands for: mapped, tunnelled or translated ones."""
    if isinstance(address, IPv4Address):
        yield address
        return
    if address.ipv4_mapped:
        yield address.ipv4_mapped
        return
    yield address
    if address.sixtofour:
        yield address.sixtofour
    if address.teredo:
        yield from address.teredo
    if address in _NAT64:
        yield IPv4Address(int(address) & 0xFFFFFFFF)


def _within(address: Address, networks: Iterable[Network]) -> bool:
    plain = address.ipv4_mapped or address if isinstance(address, IPv6Address) else address
    return any(plain in network for network in networks)


def _split(url: str) -> tuple[SplitResult, str]:
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").encode("idna").decode("ascii")
    except (UnicodeError, ValueError):
        raise _refused("this is no address: write https://host/path") from None
    printable = url.isascii() and url.isprintable() and " " not in url and "\\" not in url
    if parts.scheme not in _PORTS or not host or not printable:
        raise _refused("this is no address: write https://host/path, in ASCII")
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise _refused("leave user name, password and fragment out of the address")
    return parts, host


def _port(parts: SplitResult) -> int:
    try:
        port = parts.port
    except ValueError:
        port = 0
    if port == 0:
        raise _refused("the port is no number from 1 to 65535")
    return port or _PORTS[parts.scheme]


def _resolve(host: str, port: int) -> list[Address]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        found = []
    addresses = [ip_address(str(item[4][0]).partition("%")[0]) for item in found]
    if not addresses:
        raise _refused(f"there is no host {host}")
    return list(dict.fromkeys(addresses))


def _refused(message: str) -> ApplicationError:
    return ApplicationError(message, code="webhook_address_refused")
