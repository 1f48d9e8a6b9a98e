"""Reviews of report versions, corrections, and publication by a second person."""
