"""Journeys of accounts, staff and personal data."""
