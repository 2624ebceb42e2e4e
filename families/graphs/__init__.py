"""Graphs from which families make their instances."""
