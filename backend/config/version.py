"""The version of the product, which is defined only here. CHANGELOG.md has the changes."""

VERSION = "1.0.0"
