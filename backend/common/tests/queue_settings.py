"""The product's settings, with the tasks of the tests."""

from config.settings import *  # noqa: F403

PROCRASTINATE_IMPORT_PATHS = ["common.tests.queue_tasks"]
