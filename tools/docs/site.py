"""The generated pages of the site, and the order of all pages."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from importlib.metadata import requires
from pathlib import Path
from typing import Any

import click

from sdyopt.dialects import REGISTRY
from sdyopt.ir.attribute import checked
from sdyopt.mlir.declare.dialect import Dialect
from sdyopt.pipeline.registry import PASSES, PIPELINES
from tools.docs.examples import ROOT
from tools.docs.page_parts import block, code, page, relinked, summary, table
from tools.docs.pages import attribute_page, linked, op_page, pass_page, title
from tools.man_pages import COMMANDS

_PASSES = (*PASSES, *PIPELINES)

_DIALECTS = {
    "sdy": "Shardings over the named axes of meshes, and the operations that carry them.",
    "stablehlo": "Operations on tensors, to which JAX lowers programs.",
    "chlo": "Further operations of StableHLO's clients, which a pass decomposes.",
    "func": "Functions and calls.",
    "builtin": "Modules.",
    "quant": "Types of quantized numbers for the elements of tensors.",
    "arith": "Arithmetic on integers and floating-point numbers, and on tensors and vectors of them.",
    "cf": "Branches between blocks, and assertions.",
    "complex": "Complex numbers.",
    "math": "Mathematical functions of numbers, and of tensors and vectors of them.",
    "mhlo": "The operations that XLA's translation of HLO uses where StableHLO has none.",
    "shape": "Computations with shapes.",
    "tensor": "Operations that create tensors, and change or read parts of them.",
    "ub": "Values that are not defined, and places that are not reached.",
}
"""The descriptions of dialects, in the order of the site."""

_DOCUMENTS = {"README.md": "index.md", "CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}
"""The pages that are documents outside of `docs`."""

_PARTS = {
    "Use": (
        "from-jax",
        "from-pytorch",
        "views",
        "memory",
        "collectives",
        "time",
        "why",
        "what-if",
        "planning",
        "compiled-programs",
        "machines",
        "layouts",
        "glossary",
    ),
    "Compilers": (
        *("command-line", "pipelines", "diagnostics", "remarks", "local-programs", "testing", "editors", "library"),
        *("add-a-pass", "dialect-package"),
    ),
    "Trust": ("conformance", "performance", "agreement", "agreement-tables", "conformance-tables"),
    "Contribute": ("architecture", "add-a-dialect"),
}
"""The documents in `docs` by the parts of the site, in their order."""


_PLAYED: Mapping[str, tuple[str, str]] = {
    "Where the memory goes: a decoder on 512 devices": ("decoder", "sdy-view program.mlir"),
    "What is sent, and when: a training step": ("training_step", "sdy-view program.mlir --collectives --time"),
    "As a page: experts in a loop": ("moe", "sdy-view program.mlir --html -"),
    "Propagation: a feed-forward layer": ("feed_forward", "sdy-opt program.mlir --sdy-propagation-pipeline"),
    "The difference that passes make: a gated perceptron": (
        "gated_mlp",
        "sdy-opt program.mlir --sdy-user-priority-propagate --sdy-close-shardings --diff",
    ),
    "Reshards as collectives": ("reshard", "sdy-opt program.mlir --sdy-reshard-to-collectives"),
    "A plan: shardings for 80 GiB": ("decoder", "sdy-plan program.mlir --drop=all --memory 80GiB --budget 50"),
    "An error": ("wrong", "sdy-opt program.mlir"),
}
"""The examples of the page "Try it": a program of `examples` and a command for each title."""

_TABLES = ("collectives", "peak", "time", "replicated", "as-written")
"""The options of sdy-view that the page lists."""


@cache
def generated_pages() -> dict[str, str]:
    """Returns the Markdown of every page that is not a file in `docs`, by its path."""
    pages = {
        path: relinked((ROOT / name).read_text(encoding="utf-8"), "", path, origins())
        for name, path in _DOCUMENTS.items()
    }
    for command in COMMANDS:
        help = block(command.run(["--help"])[1].decode(), "text")
        pages[f"commands/{command.name}.md"] = page(code(command.name or ""), "The output of `--help`:\n", help)
    rows = [(f"[`--{entry.name}`]({entry.name}.md)", entry.description) for entry in _PASSES]
    in_order = "Passes run in the order of the command line.\n"
    pages["passes/index.md"] = page("Passes", in_order, table(["pass", ""], rows))
    pages |= {f"passes/{entry.name}.md": pass_page(entry) for entry in _PASSES}
    pages["dialects/index.md"] = _dialect_index()
    for name in _DIALECTS:
        dialect = _dialect(name)
        pages[f"dialects/{name}/index.md"] = _operation_index(dialect)
        if dialect.attributes or dialect.types:
            pages[f"dialects/{name}/attributes.md"] = attribute_page(dialect)
        for definition in dialect.operation_named.values():
            pages[f"dialects/{_op_path(definition.name)}"] = op_page(definition)
    return pages


@cache
def origins() -> dict[str, str]:
    """Returns the pages by their files in the repository; pictures count as pages."""
    documents = {f"docs/{file.name}": file.name for file in (ROOT / "docs").iterdir() if file.is_file()}
    return {**_DOCUMENTS, **documents}


def document(path: str, text: str) -> str:
    """Returns the Markdown of a file in `docs` as that of its page."""
    return relinked(text, "docs", path, origins())


def navigation() -> list[dict[str, Any]]:
    """Returns the order of all pages, in the form of MkDocs."""
    parts: dict[str, list[Any]] = {part: [f"{name}.md" for name in names] for part, names in _PARTS.items()}
    parts["Compilers"] += [
        {"Commands": [{command.name or "": f"commands/{command.name}.md"} for command in COMMANDS]},
        {"Passes": ["passes/index.md", *[{entry.name: f"passes/{entry.name}.md"} for entry in _PASSES]]},
        {"Dialects": ["dialects/index.md", *[{name: _dialect_navigation(name)} for name in _DIALECTS]]},
    ]
    parts["Contribute"] += ["contributing.md", "changelog.md"]
    return [{"Home": "index.md"}, {"Try it": "try.md"}, *[{part: pages} for part, pages in parts.items()]]


def write_playground(folder: Path) -> None:
    """Writes what the page "Try it" loads: the wheels of the project and its dependencies, examples, and choices.

    pip makes or fetches the wheels. Raises subprocess.CalledProcessError if it cannot.
    """
    needed = [text for text in requires("sdy-opt") or () if "extra ==" not in text]
    wheel = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder)]
    subprocess.run([*wheel, str(ROOT), *needed], check=True)
    (view,) = [command for command in COMMANDS if command.name == "sdy-view"]
    options = view.options_by_name(click.Context(view))
    contents = {
        "wheels": sorted(file.name for file in folder.glob("*.whl")),
        "examples": [
            {"title": title, "command": command, "program": (ROOT / "examples" / f"{name}.mlir").read_text("utf-8")}
            for title, (name, command) in _PLAYED.items()
        ],
        "choices": {
            "sdy-opt": [(f"--{entry.name}", entry.description) for entry in (*PIPELINES, *PASSES)],
            "sdy-view": [(f"--{name}", options[name].help) for name in _TABLES],
        },
    }
    (folder / "contents.json").write_text(json.dumps(contents), encoding="utf-8")


def _dialect(name: str) -> Dialect:
    return checked(Dialect, REGISTRY.dialect(name))


def _dialect_navigation(name: str) -> list[str | dict[str, str]]:
    dialect = _dialect(name)
    return [
        f"dialects/{name}/index.md",
        *([{title(dialect): f"dialects/{name}/attributes.md"}] if dialect.attributes or dialect.types else []),
        *[{op: f"dialects/{_op_path(op)}"} for op in sorted(dialect.operation_named)],
    ]


def _op_path(name: str) -> str:
    dialect, _, rest = name.partition(".")
    return f"{dialect}/{rest}.md"


def _dialect_index() -> str:
    rows = [
        (f"[{name}]({name}/index.md)", str(len(_dialect(name).operation_named)), what)
        for name, what in _DIALECTS.items()
    ]
    return page("Dialects", table(["dialect", "operations", ""], rows))


def _operation_index(dialect: Dialect) -> str:
    name, names = dialect.namespace, sorted(dialect.operation_named)
    rows = [(f"[`{op}`]({op.partition('.')[2]}.md)", linked(summary(op), "..", op)) for op in names]
    attributes = f"[{title(dialect)}](attributes.md)\n" if dialect.attributes or dialect.types else ""
    operations = table(["operation", ""], rows) if rows else ""
    return page(f"The dialect {name}", _DIALECTS[name] + "\n", attributes, operations)
