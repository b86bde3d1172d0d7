"""The lines of docs/library.md beside those of MLIR's bindings and of xDSL: each runs, where the library is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "library.md").read_text(encoding="utf-8")
TABLE = PAGE[PAGE.index("| to | sdyopt |") : PAGE.index("What differs: attributes")]
ROWS = [[cell.strip() for cell in line.strip("|\n").split(" | ")] for line in TABLE.strip().splitlines()[2:]]
TEXT = "func.func @f(%a: i32, %b: i32) -> i32 {\n  %0 = arith.addi %a, %b : i32\n  return %0 : i32\n}\n"


def lines(column: int) -> list[str]:
    """The code in a column, without words that begin a definition or a handler."""
    code = [found for row in ROWS if len(row) > column for found in re.findall(r"`([^`]*)`", row[column])]
    return [line for line in code if not re.match(r"class |except |@|[\w.]+$", line)]


def of_sdyopt() -> dict[str, Any]:
    import sdyopt

    module = sdyopt.parse(TEXT)
    (op,) = module.walk("arith.addi")
    a, b = op.operands
    return {"sdyopt": sdyopt, "module": module, "op": op, "a": a, "b": b, "build": sdyopt.ModuleBuilder(module)}


def of_bindings() -> dict[str, Any]:
    import numpy as np
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import arith
    from jaxlib.mlir.passmanager import PassManager

    from tools.reference import new_context

    context = new_context(allow_unregistered=False)
    module = ir.Module.parse(TEXT, context)
    block = module.body.operations[0].regions[0].blocks[0]
    op = block.operations[0]
    location = ir.Location.unknown(context)
    at_end = ir.InsertionPoint.at_block_terminator(block)
    location.__enter__()
    at_end.__enter__()
    context.enable_multithreading(False)
    return {
        "ir": ir, "np": np, "arith": arith, "context": context, "module": module, "op": op, "location": location,
        "at_end": at_end, "a": op.operands[0], "b": op.operands[1], "PassManager": PassManager,
        "manager": PassManager.parse("builtin.module(cse)", context),
        "leave": lambda: (at_end.__exit__(None, None, None), location.__exit__(None, None, None)),
    }  # fmt: skip


def of_xdsl() -> dict[str, Any]:
    from xdsl.builder import Builder
    from xdsl.context import Context
    from xdsl.dialects.arith import AddiOp, Arith
    from xdsl.dialects.builtin import Builtin, DenseIntOrFPElementsAttr, IntegerAttr, ModuleOp, TensorType, f32
    from xdsl.dialects.func import Func
    from xdsl.parser import Parser
    from xdsl.passes import PassPipeline
    from xdsl.printer import Printer
    from xdsl.rewriter import InsertPoint, Rewriter
    from xdsl.traits import SymbolTable
    from xdsl.transforms.canonicalize import CanonicalizePass
    from xdsl.transforms.common_subexpression_elimination import CommonSubexpressionElimination

    context = Context()
    for dialect in (Builtin, Func, Arith):
        context.load_dialect(dialect)
    module = Parser(context, TEXT.replace("return", "func.return")).parse_module()
    op = next(one for one in module.walk() if isinstance(one, AddiOp))
    return {
        **locals(), "a": op.operands[0], "b": op.operands[1], "Builder": Builder, "Printer": Printer, "f32": f32,
        "InsertPoint": InsertPoint, "Rewriter": Rewriter, "SymbolTable": SymbolTable, "ModuleOp": ModuleOp,
        "IntegerAttr": IntegerAttr, "TensorType": TensorType, "PassPipeline": PassPipeline,
        "DenseIntOrFPElementsAttr": DenseIntOrFPElementsAttr, "CanonicalizePass": CanonicalizePass,
        "CommonSubexpressionElimination": CommonSubexpressionElimination,
    }  # fmt: skip


def runs() -> Iterator[Any]:
    for column, name, library in ((1, "sdyopt", of_sdyopt), (2, "jaxlib", of_bindings), (3, "xdsl", of_xdsl)):
        for line in lines(column):
            yield pytest.param(name, library, line, id=f"{name}: {line}")


@pytest.mark.parametrize(("name", "library", "line"), [*runs()])
def test_each_line_runs(name: str, library: Callable[[], dict[str, Any]], line: str) -> None:
    pytest.importorskip(name)
    known = library()
    text = TEXT.replace("return", "func.return") if name == "xdsl" else TEXT
    try:
        exec("from io import BytesIO, StringIO\n" + line.replace("; module", "\nmodule"), {**known, "text": text})
    finally:
        known.get("leave", lambda: None)()


def test_every_row_has_a_line_of_ours() -> None:
    assert len(lines(1)) + 4 <= len(ROWS) + 1 and all(len(row) >= 2 and "`" in row[1] for row in ROWS)
