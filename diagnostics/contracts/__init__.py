"""Frozen types shared by every layer. Nothing heavy is imported here."""
