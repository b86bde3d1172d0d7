"""Runs lit, with the commands of a fork server, and FileCheck within lit's own processes.

    python -m tools.fork_server [ARGUMENT OF LIT]...

The tests and what they run are those of `lit`, in a fifth of the time. Their files are in a folder of this run alone.
"""

from __future__ import annotations

import multiprocessing
import sys
import tempfile
from pathlib import Path

import lit.main
import lit.TestRunner

from tools.fork_server import ROOT, ForkServer
from tools.fork_server.for_lit import module_subprocess


def main() -> None:
    """Ends as lit ends."""
    multiprocessing.set_start_method("fork")  # lit's processes have what is changed in its module
    with tempfile.TemporaryDirectory(prefix="sdy-opt-lit-") as folder:
        server = ForkServer(Path(folder), {"FileCheck": ROOT / "lit_tests" / "file_check.py"})
        lit.TestRunner.subprocess = module_subprocess(server)
        server.start()
        sys.argv[:1] = ["lit", f"-Dcommands={server.commands}", f"-Dexec_root={folder}/tests"]
        try:
            lit.main.main()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
