"""What the operator registers in settings: sources, language models, boundaries of maps."""
