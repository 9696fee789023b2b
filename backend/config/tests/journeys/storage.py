"""Journeys of storage plans."""
