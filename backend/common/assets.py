"""Static files: Django's own under ``/static/``, and the web client's build at the root of the site."""

from typing import Any

from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile


class AssetsMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise for the client's build; its HTML pages are served by ``common.spa``."""

    def immutable_file_test(self, path: str, url: str) -> bool:
        """Return whether a browser may cache the file forever. Names in ``/assets/`` contain a hash of the content."""
        return url.startswith("/assets/") or super().immutable_file_test(path, url)

    def add_file_to_dictionary(self, url: str, path: str, stat_cache: Any = None) -> None:
        """Register a file at startup (outside DEBUG), except pages, whose tokens must be replaced first."""
        if not self._is_page(url):
            super().add_file_to_dictionary(url, path, stat_cache=stat_cache)

    def find_file(self, url: str) -> StaticFile | None:
        """Find a file at request time (in DEBUG)."""
        return None if self._is_page(url) else super().find_file(url)

    def _is_page(self, url: str) -> bool:
        return url.endswith((".html", ".html.br", ".html.gz")) and not url.startswith(self.static_prefix)
