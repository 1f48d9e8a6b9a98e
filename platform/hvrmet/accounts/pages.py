"""The sign-in library's pages as they are here."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import LoginForm
from django.core.exceptions import ValidationError
from django.utils.functional import lazy

from hvrmet.core.messages import page_text

_written = lazy(page_text, str)


class SignInForm(LoginForm):
    """Name and password; labels say what they are, and errors stand at the field."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("login", "password"):
            self.fields[name].widget.attrs.pop("placeholder", None)
        self.fields["login"].label = _written("entrance-name")
        self.fields["login"].widget.attrs |= {"autofocus": True, "autocapitalize": "none"}
        self.fields["password"].label = _written("entrance-password")

    def clean(self) -> Any:
        """Check name and password together; what is wrong is said at the password."""
        try:
            return super().clean()
        except ValidationError as error:
            wrong = getattr(error, "code", "") == "username_password_mismatch"
            self.add_error("password", page_text("entrance-mismatch") if wrong else error)
            return self.cleaned_data
