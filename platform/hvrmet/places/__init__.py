"""Places by name, and the regions that a centre keeps."""
