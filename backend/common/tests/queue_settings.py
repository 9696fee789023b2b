"""The product's settings, for a worker that knows the tests' tasks as well."""

from config.settings import *  # noqa: F403

PROCRASTINATE_IMPORT_PATHS = ["common.tests.queue_tasks"]
