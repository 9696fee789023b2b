"""Storage for files: a folder, or S3-compatible object storage."""

from pathlib import Path
from urllib.parse import unquote, urlsplit

from obstore.store import LocalStore, ObjectStore, S3Store


def open_store(url: str, *, endpoint: str, region: str, key_id: str, secret: str) -> ObjectStore:
    """Return the storage at ``file:///folder``, which is created if necessary, or at ``s3://bucket/prefix``.

    The default ``endpoint`` is Amazon's, and the default key is the machine's own (its instance role).
    """
    parts = urlsplit(url)
    if parts.scheme == "file":
        folder = Path(unquote(parts.path))
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return LocalStore(folder)
    return S3Store(
        parts.netloc,
        prefix=parts.path.strip("/") or None,
        endpoint=endpoint or None,
        region=region,
        access_key_id=key_id or None,
        secret_access_key=secret or None,
        client_options={"allow_http": endpoint.startswith("http:"), "timeout": "10m"},
        retry_config={"max_retries": 3},
    )
