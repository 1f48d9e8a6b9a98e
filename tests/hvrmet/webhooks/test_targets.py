"""Where webhooks may go, whatever a name resolves to and whenever it is asked."""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

import pytest
from hvrmet.core.errors import ApplicationError
from hvrmet.settings.environment import Environment
from hvrmet.webhooks.sending import send
from hvrmet.webhooks.targets import may_connect, target_of
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[list[str]]]:
    """Let names mean what the test says: a list of answers, the last one for ever after."""
    known: dict[str, list[list[str]]] = {}
    real = socket.getaddrinfo

    def look_up(host: str, port: int, *args: Any, **kwargs: Any) -> list[Any]:
        if host not in known:
            return real(host, port, *args, **kwargs)
        answers = known[host]
        found = answers.pop(0) if len(answers) > 1 else answers[0]
        kind = socket.AF_INET
        return [(kind, socket.SOCK_STREAM, 6, "", (address, port)) for address in found]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return known


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "127.9.9.9", "10.0.0.1", "172.16.5.5", "192.168.1.1", "0.0.0.0"),
        *("169.254.169.254", "100.64.0.1", "100.100.100.200", "168.63.129.16", "192.0.0.192"),
        *("192.0.2.1", "198.18.0.1", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255"),
        *("::", "::1", "fe80::1", "fc00::1", "fd00:ec2::254", "ff02::1", "fec0::1"),
        *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1"),
        *("64:ff9b::a9fe:a9fe", "64:ff9b:1::1", "2002:7f00:1::", "2002:a00:1::1", "2001:db8::1"),
        *("2001:0:7f00:1::", "192.88.99.1", "::ffff:0:127.0.0.1", "::ffff:0:1.1.1.1"),
        *("::1.1.1.1", "2002:101:101::1", "2001:0:101:101::", "3fff::1", "5f00::1", "100::1"),
        *("4000::1", "64:ff9b::c058:6301", "2001:10::1"),
    ],
)
def test_addresses_that_are_nobodys_business_are_refused(address: str) -> None:
    assert not may_connect(ip_address(address))


# What the registries of special-purpose addresses list as not globally reachable, and the blocks
# that carry an IPv4 address in their last 32 bits.
SPECIAL_IPV4 = (
    *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"),
    *("172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16"),
    *("198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3"),
)
SPECIAL_IPV6 = (
    *("::/96", "::ffff:0:0:0/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32"),
    *("2002::/16", "3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8"),
)
CARRIERS = ("::ffff:0:0/96", "64:ff9b::/96", *SPECIAL_IPV6[:2])


def addresses_in(*networks: str) -> st.SearchStrategy[Any]:
    return st.sampled_from([ip_network(text) for text in networks]).flatmap(
        lambda block: st.ip_addresses(v=block.version, network=block)
    )


def forms_of_ipv4(address: IPv4Address) -> list[str]:
    """Every way in which programs write an IPv4 address."""
    number, packed = int(address), address.packed
    return [
        str(address),
        str(number),
        hex(number),
        f"0{number:o}" if number else "0",
        ".".join(f"0x{part:x}" for part in packed),
        ".".join(f"0{part:o}" for part in packed),
        f"{packed[0]}.{number & 0xFFFFFF}",
        f"{packed[0]}.{packed[1]}.{number & 0xFFFF}",
        *(f"[{form}]" for carrier in CARRIERS for form in carried(address, carrier)),
    ]


def carried(address: IPv4Address, carrier: str) -> list[str]:
    """An IPv4 address at the end of a block of IPv6, in hexadecimal and in dotted form."""
    whole = IPv6Address(int(ip_network(carrier).network_address) | int(address))
    head = whole.exploded.rsplit(":", 2)[0]
    return [str(whole), whole.exploded, whole.exploded.upper(), f"{head}:{address}"]


class TestEverySpecialAddress:
    """No address of a block that is not public is accepted, however it is written."""

    @given(addresses_in(*SPECIAL_IPV4))
    def test_of_ipv4(self, address: IPv4Address) -> None:
        assert forms_of_ipv4(address)
        for text in forms_of_ipv4(address):
            with pytest.raises(ApplicationError, match="may not go"):
                target_of(f"https://{text}/")

    @given(addresses_in(*SPECIAL_IPV6))
    def test_of_ipv6(self, address: IPv6Address) -> None:
        for text in (str(address), address.exploded, address.exploded.upper()):
            with pytest.raises(ApplicationError, match="may not go"):
                target_of(f"https://[{text}]/")

    @given(st.ip_addresses())
    def test_that_the_standard_library_calls_not_global(self, address: Any) -> None:
        assert address.is_global or not may_connect(address)

    @given(st.ip_addresses(v=4), st.sampled_from(CARRIERS))
    def test_no_carrier_opens_what_is_closed(self, address: IPv4Address, carrier: str) -> None:
        inside = ip_address(carried(address, carrier)[0])
        assert may_connect(address) or not may_connect(inside)
        assert not may_connect(inside, (ip_network("::/0"),)) or not any(
            address in ip_network(block) for block in ("169.254.0.0/16", "224.0.0.0/4")
        )


@pytest.mark.parametrize(
    "address", ["1.1.1.1", "93.184.216.34", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"]
)
def test_public_addresses_are_not(address: str) -> None:
    assert may_connect(ip_address(address))


def test_the_operator_can_name_private_networks_but_no_metadata_service() -> None:
    named = tuple(map(ip_network, ("10.1.0.0/16", "169.254.0.0/16", "0.0.0.0/0", "::/0")))
    assert may_connect(ip_address("10.1.2.3"), named[:1])
    assert may_connect(ip_address("::ffff:10.1.2.3"), named[:1])
    assert not may_connect(ip_address("10.2.2.3"), named[:1])
    for address in ("169.254.169.254", "168.63.129.16", "fd00:ec2::254", "::ffff:169.254.169.254"):
        assert not may_connect(ip_address(address), named)


def test_a_setting_that_names_no_network_is_refused() -> None:
    assert Environment(hvrmet_webhook_networks="10.1.0.0/16, fd00::/8").hvrmet_webhook_networks == (
        "10.1.0.0/16",
        "fd00::/8",
    )
    with pytest.raises(ValidationError, match="99"):
        Environment(hvrmet_webhook_networks="10.1.0.0/99")


class TestUrls:
    @pytest.mark.parametrize(
        "url",
        [
            *("https://127.0.0.1/", "https://[::1]/", "https://localhost/", "https://0/"),
            *("https://2130706433/", "https://0x7f.1/", "https://0177.0.0.1/", "https://127.1/"),
            *("https://169.254.169.254/latest/meta-data/", "https://[::ffff:10.0.0.1]/"),
            *("ftp://1.1.1.1/", "file:///etc/passwd", "gopher://1.1.1.1/", "//1.1.1.1/", ""),
            *("https://", "https://user@1.1.1.1/", "https://u:p@1.1.1.1/", "https://1.1.1.1/#x"),
            *("https://1.1.1.1:99999/", "https://1.1.1.1:0/", "https://1.1.1.1/ x"),
            *("https://1.1.1.1/\r\nX: y", "https://1.1.1.1\\@10.0.0.1/", "https://é.example/é"),
            "http://1.1.1.1/",
        ],
    )
    def test_refused(self, url: str) -> None:
        with pytest.raises(ApplicationError) as caught:
            target_of(url)
        assert (caught.value.code, caught.value.http_status) == ("webhook_address_refused", 400)

    def test_names_are_judged_by_all_their_addresses(self, names) -> None:
        names["good.example"] = [["1.1.1.1", "1.0.0.1"]]
        names["mixed.example"] = [["1.1.1.1", "10.0.0.1"]]
        names["nobody.example"] = [[]]
        target = target_of("https://good.example:8443/a/b?c=d")
        assert (target.host, target.port, target.address) == ("good.example", 8443, "1.1.1.1")
        assert target.path == "/a/b?c=d"
        for name in ("mixed", "nobody"):
            with pytest.raises(ApplicationError, match=r"refused|no host"):
                target_of(f"https://{name}.example/")

    def test_the_refusal_tells_no_address(self, names) -> None:
        names["inside.example"] = [["10.1.2.3"]]
        with pytest.raises(ApplicationError) as caught:
            target_of("https://inside.example/")
        assert "10.1.2.3" not in caught.value.message

    def test_plain_http_goes_to_named_networks_only(self, names, configure) -> None:
        names["inside.example"] = [["127.0.0.9"]]
        names["outside.example"] = [["1.1.1.1"]]
        assert target_of("http://inside.example/").port == 80
        with pytest.raises(ApplicationError, match="https"):
            target_of("http://outside.example/")


class TestRebinding:
    """A name that means one address when it is judged and another one later gains nothing."""

    def test_between_registration_and_sending(self, names) -> None:
        names["turncoat.example"] = [["1.1.1.1"], ["127.0.0.1"]]
        target_of("https://turncoat.example/")
        outcome = send("https://turncoat.example/", {}, b"", timeout=5)
        assert (outcome.code, outcome.delivered) == (None, False)
        assert "may not go to" in outcome.error

    def test_between_judging_and_connecting(self, names, configure, receiver) -> None:
        url = f"http://turncoat.example:{receiver.port}/"
        names["turncoat.example"] = [["127.0.0.1"], ["10.255.255.1"]]
        outcome = send(url, {"x": "y"}, b"{}", timeout=5)
        assert (outcome.code, outcome.error) == (204, "")
        assert names["turncoat.example"] == [["10.255.255.1"]], "it was resolved more than once"
        assert receiver.received[0][0]["Host"] == f"turncoat.example:{receiver.port}"
