"""One module for each sub-command: `add_parser` declares it, `run` does it."""
