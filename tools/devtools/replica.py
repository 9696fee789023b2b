"""A streaming replica of the embedded PostgreSQL, like those of managed databases."""

import subprocess
from pathlib import Path

from devtools import cluster
from devtools.postgres import Server
from devtools.supervisor import Failed


def make_replica(primary: str, folder: Path) -> Server:
    """Copy the server at the URL ``primary`` into ``folder``, and start a replica of it there.

    Raises Failed if the server can't be copied or the replica can't be started.
    """
    draft = folder.with_name(f"{folder.name}.copy")
    replica = Server(folder)  # also lets PostgreSQL's system user access the folder
    cluster.allow_user(folder)
    draft.mkdir(mode=0o700)
    cluster.change_owner(draft)
    command: list[str | Path] = [
        cluster.BIN / "pg_basebackup", "--pgdata", draft, "--checkpoint=fast", "--write-recovery-conf", "--no-sync",
        f"--dbname={primary}",
    ]  # fmt: skip
    done = subprocess.run(  # noqa: S603
        command, cwd="/", user=cluster.USER, group=cluster.USER, extra_groups=cluster.GROUPS, check=False,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    if done.returncode:
        raise Failed(f"The replica could not be made:\n{done.stdout}")
    draft.rename(folder)
    replica.start()
    return replica
