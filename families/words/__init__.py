"""Word problems: templates that tell one instance of a family in plain English."""
