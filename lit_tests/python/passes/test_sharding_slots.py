"""Where the sharding of a value is found, and what setting it does to the values that share its place."""

from __future__ import annotations

import pytest

from sdyopt.dialects import REGISTRY
from sdyopt.dialects.sdy.attributes import Sharding
from sdyopt.dialects.sdy.ops import SHARDING_CONSTRAINT
from sdyopt.dialects.sdy.shardings.slots import edge_owner, set_argument_shardings, sharding_of, slot_of
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


def in_while(result: str, after: str = "") -> str:
    return f"""
      {result} = stablehlo.while(%iterArg = %arg0) : tensor<8xf32>
      cond {{
        %c = stablehlo.constant dense<true> : tensor<i1>
        stablehlo.return %c : tensor<i1>
      }} do {{
        %1 = sdy.sharding_constraint %iterArg <@mesh, [{{"a"}}]> : tensor<8xf32>
        stablehlo.return %1 : tensor<8xf32>
      }}
      {after}"""


def test_function_arguments_have_attributes() -> None:
    module, value, sharding = constrained('%0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}]> : tensor<8xf32>')
    slot = slot_of(value)
    assert slot is not None
    assert sharding_of(value) not in (None, sharding)
    set_argument_shardings(slot.op, {0: sharding, 1: sharding})
    assert sharding_of(value) is sharding
    assert line_with(module, "@f").count('sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>') == 2


def test_results_that_have_no_shardings_become_open_on_the_same_mesh() -> None:
    module, value, sharding = constrained(
        '%0:2 = "test.op"() : () -> (tensor<8xf32>, tensor<2x?xf32>)\n'
        '%1 = sdy.sharding_constraint %0#0 <@mesh, [{"a"}]> : tensor<8xf32>'
    )
    slot = slot_of(value)
    assert slot is not None and sharding_of(value) is None
    slot.set(sharding)
    assert sharding_of(value) is sharding
    assert '<[<@mesh, [{"a"}]>, <@mesh, [{?}, {?}]>]>' in line_with(module, "test.op")


def test_other_shardings_stay() -> None:
    module, value, sharding = constrained(
        '%0:2 = "test.op"() {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>, <@mesh, [{"b"}]>]>}'
        " : () -> (tensor<8xf32>, tensor<8xf32>)\n"
        '%1 = sdy.sharding_constraint %0#0 <@mesh, [{"a"}]> : tensor<8xf32>'
    )
    slot = slot_of(value)
    assert slot is not None
    slot.set(sharding)
    assert '<[<@mesh, [{"a"}]>, <@mesh, [{"b"}]>]>' in line_with(module, "test.op")


def test_an_argument_of_a_while_is_sharded_as_the_result() -> None:
    module, value, sharding = constrained(in_while("%0"))
    slot = slot_of(value)
    owner = edge_owner(value)
    assert slot is not None and owner is not None
    slot.set(sharding)
    assert sharding_of(owner) is sharding
    assert 'sdy.sharding_per_value<[<@mesh, [{"a"}]>]>' in line_with(module, "stablehlo.while")


def test_with_an_edge_op_the_edge_is_sharded() -> None:
    module, value, sharding = constrained(in_while("%0", "%2 = sdy.data_flow_edge %0 : tensor<8xf32>"))
    slot = slot_of(value)
    assert slot is not None
    slot.set(sharding)
    assert sharding_of(value) is sharding
    assert 'sharding=<@mesh, [{"a"}]>' in line_with(module, "data_flow_edge")
    assert "sdy.sharding" not in line_with(module, "stablehlo.while")


def test_an_edge_op_beside_other_users_stands_for_nothing() -> None:
    edge = '%2 = sdy.data_flow_edge %0 sharding=<@mesh, [{"b"}]> : tensor<8xf32>'
    _, value, _ = constrained(in_while("%0", f'{edge}\n"test.use"(%0) : (tensor<8xf32>) -> ()'))
    assert sharding_of(value) is None


def test_manual_axes_do_not_show_inside() -> None:
    _, value, _ = constrained(
        '%0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"b", "a"}]>] out_shardings=[<@mesh, [{"b"}]>] '
        'manual_axes={"b"} (%arg2: tensor<4xf32>) {\n'
        "%1 = sdy.sharding_constraint %arg2 <@mesh, [{}]> : tensor<4xf32>\n"
        "sdy.return %1 : tensor<4xf32>\n} : (tensor<8xf32>) -> tensor<8xf32>"
    )
    sharding = sharding_of(value)
    assert sharding is not None
    assert [axis.name for axis in sharding.used_axes] == ["a"]


@pytest.mark.parametrize("in_shardings", ["", 'in_shardings=[<@mesh, [{"b"}]>, <@mesh, [{}]>] '])
def test_arguments_of_a_named_computation_share_its_in_shardings(in_shardings: str) -> None:
    module, value, sharding = constrained(
        f'sdy.named_computation<"n">(%arg0, %arg1) {in_shardings}(%arg2: tensor<8xf32>, %arg3: tensor<8xf32>) {{\n'
        '%1 = sdy.sharding_constraint %arg3 <@mesh, [{"a"}]> : tensor<8xf32>\n'
        "sdy.return\n} : (tensor<8xf32>, tensor<8xf32>) -> ()"
    )
    slot = slot_of(value)
    assert slot is not None
    slot.set(sharding)
    first = '{"b"}' if in_shardings else "{?}"
    assert f'in_shardings=[<@mesh, [{first}]>, <@mesh, [{{"a"}}]>]' in line_with(module, "named_computation")


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
