"""The fixtures that the tests of the product and of the tools share are in ``tools/testing/fixtures.py``."""

pytest_plugins = ["testing.fixtures"]
