"""Search: places, catalogue, library, diagnoses and reports by words, ranked."""
