"""The parts of a module that a Python program reads and changes: meshes, shardings, values, places."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from pathlib import Path

import pytest

import sdyopt

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"

INPUTS = Path(__file__).parent / "Inputs"
EVERYWHERE = (INPUTS / "library.everywhere.txt").read_text(encoding="utf-8")


def text_of(use: sdyopt.ShardingUse) -> str:
    return str(use.sharding).removeprefix("#sdy.sharding<@mesh, [").removesuffix("]>")


def test_every_sharding_is_mentioned_once_in_order() -> None:
    """With what is sharded so, its type, and its value if there is one."""
    module = sdyopt.parse(EVERYWHERE)
    names = module.value_names()
    found = [
        (text_of(use), str(use.role), use.value and names[use.value], str(use.type)) for use in module.sharding_uses()
    ]
    assert found == [
        ('{"a"}', "function argument", "%arg0", "tensor<8xf32>"),
        ('{"b"}', "function result", None, "tensor<8xf32>"),
        ("{?}", "result", "%0", "tensor<8xf32>"),
        ('{"a", "b"}', "operand", "%0", "tensor<8xf32>"),
        ('{"a"}', "result", "%1", "tensor<8xf32>"),
        ('{"b"}', "result", "%2", "tensor<4xf32>"),
        ('{"a"}', "function argument", None, "tensor<8xf32>"),
    ]


def test_what_is_mentioned_is_what_is_rewritten() -> None:
    """`rewrite_shardings` calls the function with each of the shardings of `sharding_uses` once, in their order."""
    module = sdyopt.parse(EVERYWHERE)
    asked: list[sdyopt.Sharding] = []
    assert not module.rewrite_shardings(lambda sharding: (asked.append(sharding), sharding)[1])
    assert asked == list(dict.fromkeys([use.sharding for use in module.sharding_uses()]))


def test_axes_dimensions_and_meshes_are_replaced() -> None:
    """The edits of a sharding give another one."""
    sharding = sdyopt.parse_attribute('<@mesh, [{"a", ?}p1, {"b":(1)2}], replicated={"c"}>', sdyopt.Sharding)

    def renamed(axes: tuple[sdyopt.AxisRef, ...]) -> tuple[sdyopt.AxisRef, ...]:
        return tuple(axis.replace(name=axis.name.upper()) for axis in axes)

    assert str(sharding.with_axes(renamed)) == '#sdy.sharding<@mesh, [{"A", ?}p1, {"B":(1)2}], replicated={"C"}>'
    assert sharding.with_mesh("other").mesh_name == "other"
    mesh = sdyopt.Mesh((sdyopt.MeshAxis("a", 2),))
    assert str(sdyopt.Sharding.of("mesh", [["a"]]).with_mesh(mesh)) == '#sdy.sharding<mesh<["a"=2]>, [{"a"}]>'
    closed = sdyopt.DimensionSharding((sdyopt.AxisRef("c"),))
    assert sharding.with_dimension(0, closed).dimensions == (closed, sharding.dimensions[1])
    with pytest.raises(IndexError):
        sharding.with_dimension(2, closed)


def test_shardings_are_made_of_names_of_axes() -> None:
    """Closed or open, over a mesh or its name, with parts of axes."""
    part = sdyopt.AxisRef("b", sdyopt.SubAxis(1, 2))
    assert str(sdyopt.Sharding.of("mesh", [["a", part], []])) == '#sdy.sharding<@mesh, [{"a", "b":(1)2}, {}]>'
    assert str(sdyopt.Sharding.of("mesh", [["a"], []], is_closed=False)) == '#sdy.sharding<@mesh, [{"a", ?}, {?}]>'
    mesh = sdyopt.parse_attribute('<["a"=2]>', sdyopt.Mesh)
    assert str(sdyopt.Sharding.of(mesh, [["a"]])) == '#sdy.sharding<mesh<["a"=2]>, [{"a"}]>'


def test_values_and_results_of_functions_get_shardings() -> None:
    """Where there were none, and where there were some."""
    module = sdyopt.parse(EVERYWHERE)
    function = module.functions["f"]
    argument = function.regions[0].block.arguments[0]
    sharding = sdyopt.Sharding.of("mesh", [["a", "b"]])
    sdyopt.set_sharding(argument, sharding)
    sdyopt.set_function_result_sharding(function, 0, sharding)
    assert sdyopt.sharding_of(argument) is sharding
    assert sdyopt.function_result_sharding(function, 0) is sharding
    assert str(module).count('sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}]>') == 2

    bare = sdyopt.parse("func.func private @f() -> (i32, tensor<8xf32>)").functions["f"]
    assert sdyopt.function_result_sharding(bare, 1) is None
    sdyopt.set_function_result_sharding(bare, 1, sharding)
    assert sdyopt.function_result_sharding(bare, 1) is sharding
    assert sdyopt.function_result_sharding(bare, 0) is None
    for number in (-1, 2):
        with pytest.raises(IndexError, match=f"result {number} of a function with 2 results"):
            sdyopt.function_result_sharding(bare, number)


def test_meshes_are_found_changed_and_added() -> None:
    """By name; after the others, or first; what is no mesh keeps its name."""
    module = sdyopt.parse(EVERYWHERE)
    mesh = sdyopt.parse_attribute('<["a"=4, "b"=2]>', sdyopt.Mesh)
    module.set_mesh("mesh", mesh)
    module.set_mesh("new", sdyopt.Mesh((sdyopt.MeshAxis("x", 3),)))
    assert list(module.meshes) == ["mesh", "new"]
    assert module.meshes["mesh"] is mesh
    assert [op.name for op in module.walk()][1:4] == ["sdy.mesh", "sdy.mesh", "func.func"]
    with pytest.raises(ValueError, match=r"@f is a func\.func, not a mesh"):
        module.set_mesh("f", mesh)

    bare = sdyopt.parse("func.func private @f()")
    bare.set_mesh("mesh", mesh)
    assert str(bare).splitlines()[1] == '  sdy.mesh @mesh = <["a"=4, "b"=2]>'


def test_the_mesh_of_a_sharding() -> None:
    """That of its name, or the one in its place."""
    module = sdyopt.parse(EVERYWHERE)
    sharding = next(module.sharding_uses()).sharding
    assert module.mesh_of(sharding) is module.meshes["mesh"]
    assert module.mesh_of(sharding.with_mesh(module.meshes["mesh"])) is module.meshes["mesh"]
    with pytest.raises(KeyError, match="other"):
        module.mesh_of(sharding.with_mesh("other"))


def test_what_is_wrong_after_a_change_is_found_by_verify() -> None:
    """A sharding may be set that the verifier refuses."""
    module = sdyopt.parse(EVERYWHERE)
    module.set_mesh("mesh", sdyopt.Mesh((sdyopt.MeshAxis("a", 2),)))
    with pytest.raises(sdyopt.Error, match='unknown axis name: "b"'):
        module.verify()


def test_operations_are_made_and_put_in_place() -> None:
    """A constraint behind the value that it constrains, used in its place."""
    module = sdyopt.parse(EXAMPLES / "loop.mlir")
    function = module.functions["main"]
    value = function.regions[0].block.arguments[0]
    first = function.regions[0].block.first
    assert first is not None
    sharding = sdyopt.parse_attribute("<@mesh, [{}]>", sdyopt.Sharding)
    constraint = sdyopt.create("sdy.sharding_constraint", [value], [value.type], {"sharding": sharding})
    constraint.insert_before(first)
    value.replace_all_uses_with(constraint.result, constraint)
    module.verify()
    assert "%0 = sdy.sharding_constraint %arg0 <@mesh, [{}]> : tensor<8xf32>" in str(module)
    with pytest.raises(KeyError):
        sdyopt.create("sdy.no_such_op")


def test_attributes_and_types_are_read() -> None:
    """In full, or as inside an operation if their kind is told; printed by `str`."""
    for text in (
        '#sdy.sharding<@mesh, [{"a"}]>',
        '#sdy.mesh<["a"=2]>',
        '[1, "x", unit]',
        "4 : i32",
        "affine_map<(d0) -> (d0)>",
    ):
        assert str(sdyopt.parse_attribute(text)) == text
    assert sdyopt.parse_attribute('{"a", ?}p1', sdyopt.DimensionSharding).priority == 1
    assert sdyopt.parse_attribute('"a":(2)4', sdyopt.AxisRef).sub_axis == sdyopt.SubAxis(2, 4)
    assert str(sdyopt.parse_type("tensor<8x?xf32>")) == "tensor<8x?xf32>"


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("", sdyopt.Attribute, "expected attribute value"),
        ("4 5", sdyopt.Attribute, "expected the end of the attribute"),
        ("4", sdyopt.Sharding, "expected Sharding, found IntegerAttr"),
        ("<@mesh>", sdyopt.Sharding, "expected ','"),
        ('<["a"=0]>', sdyopt.Mesh, "axis size must be at least 1, got: 0"),
    ],
)
def test_a_text_that_is_no_such_attribute(text: str, kind: type[sdyopt.Attribute], message: str) -> None:
    with pytest.raises(sdyopt.Error, match=message):
        sdyopt.parse_attribute(text, kind)


def test_a_text_that_is_no_type() -> None:
    with pytest.raises(sdyopt.Error, match="expected a type, found IntegerAttr"):
        sdyopt.parse_type("8")
    with pytest.raises(sdyopt.Error, match="expected '>' in tensor type"):
        sdyopt.parse_type("tensor<8xf32")


def test_places_are_those_of_the_text_or_of_locations() -> None:
    """Of operations, of values, and of what is wrong."""
    module = sdyopt.parse(EXAMPLES / "matmul.mlir")
    constraint = next(op for op in module.walk() if op.name == "sdy.sharding_constraint")
    file = str(EXAMPLES / "matmul.mlir")
    assert module.place_of(constraint) == module.place_of(constraint.result) == sdyopt.Place(file, 6, 8)
    assert str(module.place_of(constraint)) == f"{file}:6:8"
    located = sdyopt.parse('func.func private @f() loc("model.py":7:3)')
    assert located.place_of(located.functions["f"]) == sdyopt.Place("model.py", 7, 3)
    unknown = sdyopt.parse("func.func private @f() loc(unknown)")
    assert unknown.place_of(unknown.functions["f"]) == sdyopt.Place("<string>", 1, 1), "where the text has it"
    with pytest.raises(sdyopt.Error) as caught:
        sdyopt.parse(EXAMPLES / "wrong.mlir")
    (diagnostic,) = caught.value.diagnostics
    assert caught.value.place_of(diagnostic) == sdyopt.Place(str(EXAMPLES / "wrong.mlir"), 5, 8)


UNKNOWN_CALLS = """
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.custom_call @first(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.custom_call @second(%0) : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
"""


def test_python_programs_hear_warnings() -> None:
    """One warning in a run of several passes, which has a place and a note, also from a textual pipeline."""
    module = sdyopt.parse(UNKNOWN_CALLS)
    heard: list[sdyopt.Diagnostic] = []
    module.run("sdy-basic-propagate", "sdy-aggressive-propagate", on_warning=heard.append)
    (warning,) = heard
    assert (warning.severity, str(module.place_of(warning))) == ("warning", "<string>:3:8")
    assert warning.message == "custom call @first is unknown to SDY sharding rule registry"
    assert [note.message for note in warning.notes] == [
        "%0 = stablehlo.custom_call @first(%arg0) : (tensor<8xf32>) -> tensor<8xf32>"
    ]
    pipeline = "builtin.module(func.func(sdy-populate-op-sharding-rules))"
    sdyopt.run_pipeline(sdyopt.parse(UNKNOWN_CALLS), pipeline, on_warning=heard.append)
    assert len(heard) == 2
    module.run("sdy-basic-propagate")
    assert len(heard) == 2


def test_a_sharding_of_what_a_partition_spec_holds() -> None:
    """An axis, several axes, or None for each dimension."""
    y = sdyopt.AxisRef("y")
    assert (
        str(sdyopt.Sharding.of("mesh", ["data", None, ("x", y)])) == '#sdy.sharding<@mesh, [{"data"}, {}, {"x", "y"}]>'
    )
    assert sdyopt.Sharding.of("mesh", [["a"], []]) is sdyopt.Sharding.of("mesh", ["a", None])
    with pytest.raises(TypeError, match="a dimension is an axis, several axes or None, not 3"):
        sdyopt.Sharding.of("mesh", [3])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="not \\[3\\]"):
        sdyopt.Sharding.of("mesh", [[3]])  # type: ignore[list-item]


def test_operations_and_modules_print_themselves() -> None:
    """`str` gives MLIR, as in a snapshot of that operation; `repr` is short."""
    module = sdyopt.parse(EVERYWHERE, name="step.mlir")
    assert repr(module) == "<Module 'step.mlir': @f, @declared>"
    assert repr(sdyopt.parse("")) == "<Module '<string>': no functions>"
    negate = next(op for op in module.walk() if op.name == "stablehlo.negate")
    assert str(negate).startswith("%0 = stablehlo.negate %arg0 {sdy.sharding")
    assert repr(negate) == "<Operation stablehlo.negate>"
    assert str(module.operation) == str(module).rstrip("\n")


def test_a_module_is_pickled_as_its_text() -> None:
    """With locations, whatever passes have run."""
    module = sdyopt.parse(EXAMPLES / "matmul.mlir").run("sdy-inline-meshes")
    copy = pickle.loads(pickle.dumps(module))
    assert str(copy) == str(module)
    assert copy.source.name == module.source.name
    assert copy.to_text(debug_info=True) == module.to_text(debug_info=True)


def test_a_dictionary_attribute_is_a_mapping() -> None:
    (negate,) = [op for op in sdyopt.parse(EVERYWHERE).walk() if op.name == "stablehlo.negate"]
    assert isinstance(negate.attributes, Mapping)
    assert dict(negate.attributes) == {"sdy.sharding": negate.attributes["sdy.sharding"]}
    assert list(negate.attributes.keys()) == ["sdy.sharding"]
    assert list(negate.attributes.values()) == [negate.attributes["sdy.sharding"]]
    assert negate.attributes.get("x", sdyopt.parse_attribute("1 : i32")) is sdyopt.parse_attribute("1 : i32")
