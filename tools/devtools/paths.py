"""The project's folders."""

from pathlib import Path

TOOLS = Path(__file__).resolve().parents[1]
PROJECT = TOOLS.parent
BACKEND = PROJECT / "backend"
FRONTEND = PROJECT / "frontend"
