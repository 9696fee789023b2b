"""Seasons in which everybody does whatever the API lets them, in an order that nobody thought of.

Each runs like a journey, and its transcript is compared with a stored one
(docs/decisions/0052-seasons-that-nobody-thought-of.md).
"""
