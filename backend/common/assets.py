"""Static files: Django's own under ``/static/``, and the web client's build at the root of the site."""

from typing import Any

from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile


class AssetsMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise that knows how the client's build names its files, and leaves the HTML pages to ``common.spa``."""

    def immutable_file_test(self, path: str, url: str) -> bool:
        """Whether a browser may keep the file for ever: names in ``/assets/`` carry a hash of what is inside."""
        return url.startswith("/assets/") or super().immutable_file_test(path, url)

    def add_file_to_dictionary(self, url: str, path: str, stat_cache: Any = None) -> None:
        """Take a file into service at start (outside DEBUG); pages need their tokens filled in first."""
        if not self._is_page(url):
            super().add_file_to_dictionary(url, path, stat_cache=stat_cache)

    def find_file(self, url: str) -> StaticFile | None:
        """Look for a file at request time (in DEBUG)."""
        return None if self._is_page(url) else super().find_file(url)

    def _is_page(self, url: str) -> bool:
        return url.endswith((".html", ".html.br", ".html.gz")) and not url.startswith(self.static_prefix)
