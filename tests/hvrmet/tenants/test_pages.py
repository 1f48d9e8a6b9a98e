"""Addresses of pages: whole where the installation knows its own origin, else paths."""

from __future__ import annotations

import pytest
from hvrmet.core.db.scope import scope
from hvrmet.tenants.pages import page_address
from hvrmet.testing import make_centre

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("trusted", "hosts", "origin"),
    [
        ([], ["hvrmet.example"], ""),
        (["https://elsewhere.example"], ["hvrmet.example"], ""),
        (["https://elsewhere.example"], ["elsewhere.example.org"], ""),
        (["https://*.example"], [".example"], ""),
        (["https://hvrmet.example"], ["HVRMET.example"], "https://hvrmet.example"),
        (["https://hvrmet.example/"], ["hvrmet.example"], "https://hvrmet.example"),
        (["http://hvrmet.example:8443"], [".example"], "http://hvrmet.example:8443"),
        (["http://[::1]:80"], ["[::1]"], "http://[::1]:80"),
        (
            ["https://elsewhere.example", "https://b.example", "https://a.example"],
            ["a.example", "b.example"],
            "https://b.example",
        ),
    ],
    ids=str,
)
def test_the_origin_is_a_trusted_one_that_the_platform_answers_to(
    settings, trusted, hosts, origin
) -> None:
    settings.CSRF_TRUSTED_ORIGINS, settings.ALLOWED_HOSTS = trusted, hosts
    with scope(make_centre("south-river").id):
        assert page_address("dashboard-page", "reports") == f"{origin}/c/south-river/reports"


def test_each_centre_has_its_own(alpha, beta, django_assert_num_queries) -> None:
    for centre in (alpha, beta):
        with scope(centre.id), django_assert_num_queries(1):
            pages = {page_address("dashboard-page", "reports") for _ in range(3)}
        assert pages == {f"/c/{centre.slug}/reports"}
