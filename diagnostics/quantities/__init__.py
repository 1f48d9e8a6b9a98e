"""Physical quantities: one definition each, computed at all points and reduced over regions."""
