"""The tool server of the platform: the tools stand on REST, by the caller's own key."""
