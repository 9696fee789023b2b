"""``make generate``: write the client files generated from the backend (the catalog and the API's types), and the
backend files generated from the client (the house drawing that pictures of looks are rendered from)."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from devtools import node
from devtools.house import write_house
from devtools.paths import BACKEND, FRONTEND

CLIENT = FRONTEND / "src" / "api"
DRAWING = BACKEND / "looks" / "drawing"
# Django's settings require a database URL, but nothing here connects to it.
WITHOUT_DATABASE = {"DEBUG": "1", "DATABASE_URL": "postgresql:///none", "LOG_LEVEL": "WARNING"}


def write(client: Path, drawing: Path) -> None:
    """Write ``catalog.gen.ts``, ``first-look.gen.ts`` and ``schema.gen.ts`` into ``client``, and the files of
    ``looks.drawing`` into ``drawing``.

    Raises subprocess.CalledProcessError if the schema has an error or a warning, and ValueError if the styles of the
    drawing can't be read.
    """
    write_house(drawing)
    environment = {**os.environ, **WITHOUT_DATABASE}

    def manage(*command: str) -> None:
        subprocess.run([sys.executable, "manage.py", *command], cwd=BACKEND, env=environment, check=True)  # noqa: S603

    manage("write_catalog", str(client / "catalog.gen.ts"))
    manage("write_first_look", str(client / "first-look.gen.ts"))
    with tempfile.TemporaryDirectory() as temporary:
        schema = Path(temporary) / "schema.json"
        manage("spectacular", "--file", str(schema), "--format", "openapi-json", "--validate", "--fail-on-warn")
        types = node.tool("openapi-typescript/bin/cli.js", str(schema), "--output", str(client / "schema.gen.ts"))
        subprocess.run(types, cwd=FRONTEND, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603


if __name__ == "__main__":
    write(CLIENT, DRAWING)
