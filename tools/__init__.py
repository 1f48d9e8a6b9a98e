"""Development tools that need a checkout: no part of the wheel."""
