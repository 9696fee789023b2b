"""Development tools: the embedded database, and the commands that run and test the whole product."""

import os

from devtools.paths import BACKEND, TOOLS

# Python processes started by commands and tests need to import the product and the tools, and to use the same
# DATA_DIR from any working folder.
os.environ["PYTHONPATH"] = os.pathsep.join([str(BACKEND), str(TOOLS)])
if os.environ.get("DATA_DIR"):
    os.environ["DATA_DIR"] = os.path.abspath(os.environ["DATA_DIR"])
