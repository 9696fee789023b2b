"""``make generate``: writes the client's files that come from the backend: the catalog and the API's types."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from devtools import node
from devtools.paths import BACKEND, FRONTEND

GENERATED = FRONTEND / "src" / "api"
# Django's settings require a database URL, but nothing here connects to it.
WITHOUT_DATABASE = {"DEBUG": "1", "DATABASE_URL": "postgresql:///none", "LOG_LEVEL": "WARNING"}


def write(folder: Path) -> None:
    """Write ``catalog.gen.ts`` and ``schema.gen.ts`` into ``folder``.

    Raises subprocess.CalledProcessError if the schema has an error or a warning.
    """
    environment = {**os.environ, **WITHOUT_DATABASE}

    def manage(*command: str) -> None:
        subprocess.run([sys.executable, "manage.py", *command], cwd=BACKEND, env=environment, check=True)  # noqa: S603

    manage("write_catalog", str(folder / "catalog.gen.ts"))
    with tempfile.TemporaryDirectory() as temporary:
        schema = Path(temporary) / "schema.json"
        manage("spectacular", "--file", str(schema), "--format", "openapi-json", "--validate", "--fail-on-warn")
        types = node.tool("openapi-typescript/bin/cli.js", str(schema), "--output", str(folder / "schema.gen.ts"))
        subprocess.run(types, cwd=FRONTEND, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603


if __name__ == "__main__":
    write(GENERATED)
