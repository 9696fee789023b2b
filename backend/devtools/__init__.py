"""Development only: the embedded database and the process that runs the whole product from a bare checkout."""
