"""Lines taken by their shape give the same program as lines that the grammar parses."""

from __future__ import annotations

import pytest

from sdyopt.dialects import REGISTRY
from sdyopt.ir.operation import Operation
from sdyopt.ods.diagnostics import CompilationError
from sdyopt.ods.source import Source
from sdyopt.syntax.printer import print_operation
from sdyopt.syntax.reading import parse
from tools import corpus


def _both(text: str) -> tuple[str, str]:
    """The program with all its locations, or the error: with lines taken by their shape, and without."""
    found = []
    for use_statements in (True, False):
        try:
            module = parse(text, REGISTRY, allow_unregistered=True, use_statements=use_statements).module
            found.append(print_operation(module, Source(text), debug_info=True) + _uses(module))
        except CompilationError as error:
            found.append(repr(error.diagnostics))
    return found[0], found[1]


def _uses(module: Operation) -> str:
    """How many users each value has, in order."""
    return " ".join(str(len(result.users)) for op in module.walk() for result in op.results)


@pytest.mark.parametrize("name", corpus.names())
def test_the_corpus_is_the_same_without_the_fast_path(name: str) -> None:
    """Every program, its locations and its uses."""
    with_shapes, without = _both(corpus.text(name))
    assert with_shapes == without


FUNCTION = """
func.func @f(%a: tensor<4xf32>, %b: tensor<8xf32>) {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  %1 = stablehlo.add %a, %0 : tensor<4xf32>
{lines}
  return
}
"""


@pytest.mark.parametrize(
    "lines",
    [
        "  %2 = stablehlo.add %1, %b : tensor<4xf32>",  # A known shape, with a value of another type.
        "  %2 = stablehlo.add %1, %c : tensor<4xf32>",  # … with a name that nothing defines.
        "  %1 = stablehlo.add %a, %0 : tensor<4xf32>",  # … with a result name that is taken.
        # … used too early.
        "  %2 = stablehlo.add %3, %1 : tensor<4xf32>\n  %3 = stablehlo.add %1, %1 : tensor<4xf32>",
        '  %2 = stablehlo.add %1, %1 : tensor<4xf32>\n  loc("elsewhere")',  # … that goes on in the next line.
        "  %2 = stablehlo.add %1, %1 : tensor<4xf32> // a\n  %3 = stablehlo.add %1, %1 : tensor<4xf32> // b",
        "  %2 = stablehlo.add %1, %1 : tensor<4xf32> %3 = stablehlo.add %1, %1 : tensor<4xf32>",  # Two in a line.
        "  %2 = stablehlo.add %1, %1 : tensor<4xf32>\t\r\n\n  %3 = stablehlo.add %1, %1 : tensor<4xf32>\t",
        "  %2 = stablehlo.add %1, %1\n  : tensor<4xf32>\n  %3 = stablehlo.add %1, %1 : tensor<4xf32>",
        '  "a.b"(%1) {x = "%0 = %1"} : (tensor<4xf32>) -> ()\n  "a.b"(%0) {x = "%0 = %2"} : (tensor<4xf32>) -> ()',
        '  %2:2 = "a.b"(%1) : (tensor<4xf32>) -> (i32, i32)\n  %3:2 = "a.b"(%1) : (tensor<4xf32>) -> (i32, i32)',
        '  "a.b"(%0#0) : (tensor<4xf32>) -> ()\n  "a.b"(%1#0) : (tensor<4xf32>) -> ()',
        '  "a.b"() ({ "c.d"() : () -> () }) : () -> ()\n  "a.b"() ({ "c.d"() : () -> () }) : () -> ()',
        "  %2 = stablehlo.add %1, %1 : tensor<4xf32> loc(#loc1)\n"
        "  %3 = stablehlo.add %1, %1 : tensor<4xf32> loc(#loc2)",
    ],
)
def test_what_is_not_quite_the_same_is_left_to_the_grammar(lines: str) -> None:
    """A line that only looks like one that was seen before."""
    aliases = '#loc1 = loc("one")\n#loc2 = loc("two"(#loc1))\n'
    with_shapes, without = _both(FUNCTION.replace("{lines}", lines) + aliases)
    assert with_shapes == without
