"""How a RUN line is executed: read by `lit lit_tests`, and by conftest.py for pytest, so that both run the same tests.

lit's internal shell runs them (pipes, &&, ||, ;, redirections, `not`, `env`, and whatever is on the PATH); a pipe fails
when any of its commands fails. A RUN line that needs more says `bash -c '...'`.
"""

import os
import shutil
import sys
from pathlib import Path

import filecheck
import lit.formats

here = Path(__file__).resolve().parent
python = Path(sys.executable)
path = [str(python.parent), os.environ.get("PATH", "")]
if shutil.which("sdy-opt", path=os.pathsep.join(path)) is None:
    lit_config.fatal("sdy-opt is not installed: python -m pip install -e '.[test]'")

config.name = "sdy-opt"
config.test_format = lit.formats.ShTest()
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "conformance", "python"]
config.test_source_root = str(here)
config.test_exec_root = lit_config.params.get("exec_root", str(here.parent / ".lit"))

config.environment["PATH"] = os.pathsep.join(path)
config.environment["COLUMNS"] = "120"
config.environment["NO_COLOR"] = "1"
config.environment["SDY_VERIFY"] = "none"  # Also where there is JAX.

file_check = f"'{python}' -I -S '{here / 'file_check.py'}'"
if "commands" in lit_config.params:
    # A folder of commands that start faster.
    config.environment["PATH"] = os.pathsep.join([lit_config.params["commands"], *path])
    file_check = "FileCheck"
packages = Path(filecheck.__file__).resolve().parent.parent
config.substitutions.append((r"\bFileCheck\b", f"{file_check} '{packages}'"))
