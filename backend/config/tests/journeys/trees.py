"""Journeys of tree orders, from the order to the delivery."""
