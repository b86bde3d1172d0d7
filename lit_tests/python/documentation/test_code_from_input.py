"""Nothing that is read can become code, a process or a connection: what could do that is not in the package at all."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

MODULES = frozenset(
    [
        "asyncio",
        "cffi",
        "code",
        "codeop",
        "cloudpickle",
        "ctypes",
        "dbm",
        "dill",
        "ftplib",
        "http",
        "imaplib",
        "joblib",
        "jsonpickle",
        "marshal",
        "mmap",
        "multiprocessing",
        "pickle",
        "pty",
        "requests",
        "runpy",
        "shelve",
        "smtplib",
        "socket",
        "socketserver",
        "ssl",
        "subprocess",
        "telnetlib",
        "urllib",
        "webbrowser",
        "xmlrpc",
        "yaml",
        "zipimport",
    ]
)
"""The functions that read objects or code, start processes or open connections."""

BUILTINS = frozenset(["__import__", "breakpoint", "compile", "eval", "exec"])

FUNCTIONS = frozenset(
    [
        *(f"os.{name}" for name in ["fork", "forkpty", "popen", "posix_spawn", "posix_spawnp", "startfile", "system"]),
        *(f"os.{kind}{end}" for kind in ("exec", "spawn") for end in ["l", "le", "lp", "lpe", "v", "ve", "vp", "vpe"]),
        *(
            "importlib.metadata.entry_points",
            "importlib.import_module",
            "import_module",
            "builtins.eval",
            "builtins.exec",
        ),
    ]
)

ALLOWED = {
    ("passes/__init__.py", "import_module"): "the names of modules that a program imports as `passes`",
    ("sdyopt/__init__.py", "import_module"): "the modules of the public names stand in a table",
    ("sdyopt/mlir/installed.py", "importlib.metadata.entry_points"): "packages that people have installed, not inputs",
    ("sdyopt/editor/lsp/server.py", "asyncio"): "the only channel is standard input and output, as editors start it",
    ("sdyopt/ir/records.py", "exec"): "a function that sets so many fields, whose names are made here",
    ("sdyopt/mlir/declare/dialect.py", "import_module"): "the modules of dialects stand in a table",
    ("sdyopt/ops.py", "import_module"): "who writes the stub of a dialect names its module on the command line",
    ("sdyopt/view/__init__.py", "import_module"): "the modules of the public names stand in a table",
    ("sdyopt/sharding/rules.py", "import_module"): "declarations of operations name the functions that build rules",
    ("sdyopt/sharding/user_rules.py", "import_module"): "the dialect names the module of its rules",
    (
        "sdyopt/hlo_import/instructions.py",
        "importlib.import_module",
    ): "the names of families of opcodes stand in a table",
    ("sdyopt/pipeline/registry.py", "import_module"): "the names of passes stand in a table",
    (
        "sdyopt/driver/batch/workers.py",
        "multiprocessing.connection",
    ): "names of inputs and messages go to processes of its own",
    ("sdyopt/view/variants/measuring.py", "multiprocessing.get_context"): "variants are measured in forked processes",
    ("sdyopt/planning/planned.py", "multiprocessing.get_context"): "plans are evaluated in forked processes",
    ("sdyopt/planning/plan_command.py", "multiprocessing.active_children"): "the second interrupt ends these processes",
    ("sdyopt/cli/process.py", "import_module"): "the commands' modules are constants",
    (
        "sdyopt/machines/processes.py",
        "subprocess",
    ): "the Python that has JAX, which the user names or has installed; no input is part of its command line",
    (
        "sdyopt/machines/worker.py",
        "import_module",
    ): "the modules of JAX, whose names are constants, in the process of another Python",
    ("sdyopt/view/options.py", "webbrowser"): "the page that the command has written, with --open",
    ("sdyopt/view/options.py", "compile"): "the declaration of the option --compile",
    ("sdyopt/view/model.py", "compile"): "the declaration of the same option of the library",
    ("sdyopt/testing/reduction/command.py", "subprocess"): "the command of sdy-reduce --test",
    ("sdyopt/testing/update_checks.py", "subprocess"): "RUN lines are commands; sdy-update-checks alone runs them",
}
"""Where something of this is used, and why nothing that is read gets there."""

LAST_PARTS = {name.rpartition(".")[2] for name in FUNCTIONS}

SPELLED = re.compile("|".join([rf"\b{name}\b" for name in sorted({*MODULES, *BUILTINS, *LAST_PARTS})]))
"""Words of which a suspicious module has at least one. The others are not parsed, which would take seconds."""

IMPORTER = "importlib.import_module"
"""An import of it does not count as a use."""


def suspicious(tree: ast.AST) -> Iterator[str]:
    """Yields the functions above that a module imports, calls or names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.partition(".")[0] in MODULES)
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name for name in names if name.partition(".")[0] in MODULES or name in FUNCTIONS - {IMPORTER})
        elif isinstance(node, ast.Name) and node.id in BUILTINS | FUNCTIONS:
            yield node.id
        elif isinstance(node, ast.Attribute) and node.attr in LAST_PARTS and ast.unparse(node) in FUNCTIONS:
            yield ast.unparse(node)


def test_nothing_read_can_become_code() -> None:
    """No module has a way to it but those that are allowed, and the list of these has none too many."""
    found = set()
    for file in [*(ROOT / "sdyopt").rglob("*.py"), *(ROOT / "passes").rglob("*.py")]:
        text = file.read_text(encoding="utf-8")
        if SPELLED.search(text):
            found |= {(file.relative_to(ROOT).as_posix(), what) for what in suspicious(ast.parse(text))}
    assert found == set(ALLOWED)


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("import pickle, json", ["pickle"]),
        ("from urllib.request import urlopen", ["urllib.request.urlopen"]),
        ("from os import system as run", ["os.system"]),
        ("import os\nos.execv('sh', [])", ["os.execv"]),
        ("run = eval", ["eval"]),
        ("from importlib import import_module\nimport_module('os')", ["import_module"]),
        ("import re\nre.compile('x')\ncursor.execute('x')", []),
    ],
)
def test_what_is_suspicious(code: str, found: list[str]) -> None:
    assert list(suspicious(ast.parse(code))) == found
    assert SPELLED.search(code) or not found
