"""The sign-in library's pages as they are here: no links to pages that do not exist."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import LoginForm


class SignInForm(LoginForm):
    """Name and password; who has lost the password asks the operator, since nothing is mailed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].help_text = ""
