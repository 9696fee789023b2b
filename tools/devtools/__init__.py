"""Development only: the embedded database and the process that runs the whole product from a bare checkout."""

import os

from devtools.paths import BACKEND, TOOLS

# Every Python process that a command or a test starts finds the product and the tools, and reads the same DATA_DIR,
# whatever folder it works in.
os.environ["PYTHONPATH"] = os.pathsep.join([str(BACKEND), str(TOOLS)])
if os.environ.get("DATA_DIR"):
    os.environ["DATA_DIR"] = os.path.abspath(os.environ["DATA_DIR"])
