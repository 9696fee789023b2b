"""Proposals: quotes with lines, some of which the customer chooses."""
