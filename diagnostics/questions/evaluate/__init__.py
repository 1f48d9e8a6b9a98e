"""The evaluator: from a form and a source to a finding, by quantities, places and times."""
