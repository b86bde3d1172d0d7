"""lit runs each .mlir file that has RUN lines."""

import os

import lit.formats

config.name = os.path.basename(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
config.test_format = lit.formats.ShTest()
config.suffixes = [".mlir"]
config.test_exec_root = os.path.join(os.path.dirname(__file__), ".lit")
config.substitutions.append(("FileCheck", "filecheck"))
