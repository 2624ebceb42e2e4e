"""How it runs: command line, cells, launcher, models, tracking, report."""
