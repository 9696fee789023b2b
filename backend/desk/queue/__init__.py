"""The queue: everyone who waits for the business, the earliest deadline first, with one row for each
kind and subject.

It is derived from the state of the data: nothing is checked off. A kind is a ``Kind`` (``kind.py``) in the module of
its subject.
"""
