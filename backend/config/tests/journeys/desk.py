"""Journeys of what the office reads and writes besides quotes and orders."""
