"""People, service keys, roles and sign-in."""
