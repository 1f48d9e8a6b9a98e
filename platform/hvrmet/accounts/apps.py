"""Application configuration."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """People, service keys, roles and sign-in."""

    name = "hvrmet.accounts"
    label = "accounts"

    def ready(self) -> None:
        """Make the schemes known to the OpenAPI generator, and listen to sign-ins."""
        from hvrmet.accounts import (
            openapi,  # noqa: F401 - registers on import
            sign_in,
        )

        sign_in.connect()
