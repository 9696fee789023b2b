"""Proposals: quotes with lines, of which the customer chooses some."""
