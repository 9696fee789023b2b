"""The queue: everyone who is waiting for the business, earliest deadline first, with one row per kind and subject.

Rows are derived from the data, so nothing is checked off by hand. Each kind is a ``Kind`` (``kind.py``), defined in the
module of its subject.
"""
