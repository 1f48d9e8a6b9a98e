"""What is in the fields: event classification (`events`) and feature detectors (`features`)."""
