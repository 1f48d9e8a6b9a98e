"""Application configuration."""

from django.apps import AppConfig


class TenantsConfig(AppConfig):
    """Operational centres and who belongs to them."""

    name = "hvrmet.tenants"
    label = "tenants"
