"""The worker: one process that runs the jobs of all queues and rescues those whose worker died.

It survives outages of the database. ``manage.py run_worker`` starts it; docs/decisions/0018 says why procrastinate's
own command is not enough.
"""
