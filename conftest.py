"""The fixtures that the tests of the product and of the tools share are in ``tools/testing/fixtures.py``."""

from hypothesis import settings

# Few examples and always the same ones, since each run of the suite takes the time; `make attack` tries many more.
settings.register_profile("suite", max_examples=80, derandomize=True, deadline=None, database=None)
settings.register_profile("attack", max_examples=1_000, deadline=None, database=None)
settings.register_profile("long", max_examples=10_000, deadline=None, database=None)
settings.load_profile("suite")

pytest_plugins = ["testing.fixtures", "testing.partial_saves"]
