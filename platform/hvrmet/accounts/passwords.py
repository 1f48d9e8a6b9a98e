"""What a password must have beside its length."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError

from hvrmet.core.messages import page_text

LEAST_DIFFERENT = 5


class VariedPasswordValidator:
    """Refuses what is a few characters again and again, such as twelve spaces."""

    def validate(self, password: str, user: Any = None) -> None:
        """Count the different characters, spaces and capitals apart.

        Raises
        ------
        ValidationError
            When there are too few.
        """
        if len(set("".join(password.split()).casefold())) < LEAST_DIFFERENT:
            raise ValidationError(self.get_help_text(), code="password_too_uniform")

    def get_help_text(self) -> str:
        """Say what is asked for."""
        return page_text("entrance-varied", least=str(LEAST_DIFFERENT))
