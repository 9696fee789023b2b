"""Journeys of invoices and their payments."""
