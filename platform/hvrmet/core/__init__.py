"""What all applications share: `http`, `db` and `observability`, and their errors."""
