"""What a program is worth: items, extraction, sandbox, judge, records, metrics. Imports `families` only."""
