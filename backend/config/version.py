"""The version of the product. Nothing else names it; CHANGELOG.md says what is in it."""

VERSION = "1.0.0"
