"""Where the sharding of a value is: what golden tests do not show."""

from __future__ import annotations

from sdyopt.dialects import REGISTRY
from sdyopt.dialects.sdy.attributes import Sharding
from sdyopt.dialects.sdy.ops import SHARDING_CONSTRAINT
from sdyopt.dialects.sdy.shardings.slots import edge_owner, sharding_of, slot_of
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value
from sdyopt.mlir.read.parser import parse
from sdyopt.mlir.write.printer import print_operation

CONSTRAINED = """
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @f(%arg0: tensor<8xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"b"}}]>}}, %arg1: tensor<8xf32>) {{
  {body}
  return
}}
"""


def constrained(body: str) -> tuple[Operation, Value, Sharding]:
    """A module, the input of its one constraint, and the constraint's sharding."""
    module = parse(CONSTRAINED.format(body=body), REGISTRY, True).module
    (constraint,) = (op for op in module.walk() if op.signature.definition is SHARDING_CONSTRAINT)
    sharding = constraint.properties["sharding"]
    assert isinstance(sharding, Sharding)
    return module, constraint.operands[0], sharding


def line_with(module: Operation, text: str) -> str:
    (line,) = (line.strip() for line in print_operation(module).splitlines() if text in line)
    return line


def test_arguments_of_other_regions_have_no_place() -> None:
    _, value, _ = constrained(
        '"test.op"() ({\n^bb0(%arg2: tensor<8xf32>):\n'
        '%1 = sdy.sharding_constraint %arg2 <@mesh, [{"a"}]> : tensor<8xf32>\n'
        '"test.end"() : () -> ()\n}) : () -> ()'
    )
    assert slot_of(value) is None
    assert edge_owner(value) is None
    assert sharding_of(value) is None


def test_an_argument_that_the_function_does_not_have_has_no_place() -> None:
    """A later block may have more arguments than the function."""
    _, value, _ = constrained(
        '"test.br"(%arg0, %arg0, %arg0)[^bb1] : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> ()\n'
        "^bb1(%0: tensor<8xf32>, %1: tensor<8xf32>, %2: tensor<8xf32>):\n"
        '%3 = sdy.sharding_constraint %2 <@mesh, [{"a"}]> : tensor<8xf32>'
    )
    assert slot_of(value) is None


def test_an_inlined_mesh_is_the_mesh_of_the_others_too() -> None:
    """No golden test shows this: the reference does not survive it."""
    module, value, sharding = constrained(
        '%0:2 = "test.op"() : () -> (tensor<8xf32>, tensor<f32>)\n'
        '%1 = sdy.sharding_constraint %0#0 <mesh<["c"=2]>, [{"c"}]> : tensor<8xf32>'
    )
    slot = slot_of(value)
    assert slot is not None
    slot.set(sharding)
    assert '<[<mesh<["c"=2]>, [{"c"}]>, <mesh<["c"=2]>, []>]>' in line_with(module, "test.op")
