"""``make several-machines``: the arrangement of docs/several-machines.md on loopback, checked and measured.

Two groups of processes (web, worker and watch, with a data folder each) stand for two machines. They share a
PostgreSQL with a streaming replica, PgBouncer in transaction mode, and a stand-in for object storage.
"""
