"""Proof systems used by several families; each module has a small trusted checker."""
