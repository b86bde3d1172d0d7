"""Attributes, types and locations of every kind, as they stand where anything may: in a dictionary."""

from __future__ import annotations

import random
from collections.abc import Callable

from sdyopt.dialects import REGISTRY
from sdyopt.dialects.chlo import ops as chlo
from sdyopt.dialects.stablehlo import attributes as hlo
from sdyopt.ir.attribute import Attribute
from sdyopt.mlir.write.attributes import string_token
from tools.generator import literals
from tools.generator.literals import COMPLEX, ELEMENTS, FLOATS, INTEGERS, dense, float_number, integer, number, string

Maker = Callable[[random.Random, int], str]
"""A function that makes the text of something, with a limit of how deep it may nest."""

_SIGNED = ("si2", "si8", "si16", "si32", "si64")
_OTHER_INTEGERS = ("i1", "i3", "i17", "i128", "ui7", "index", *_SIGNED, *INTEGERS)
_SCALARS = (*_OTHER_INTEGERS, *FLOATS, "tf32", "f80", "f128", "none", *COMPLEX, "complex<i8>")


def shape(chance: random.Random, ranks: int = 4) -> tuple[int, ...]:
    """A shape of small sizes, most of them not 0."""
    return tuple(chance.choice([1, 2, 2, 3, 3, 4, 5, chance.randrange(9)]) for _ in range(chance.randrange(ranks)))


def dimensions(chance: random.Random, dynamic: float = 0.2) -> str:
    """`2x?x`."""
    return "".join("?x" if chance.random() < dynamic else f"{size}x" for size in shape(chance))


# --- types -----------------------------------------------------------------------------------------------------------


def one_of(*texts: str) -> Maker:
    """Returns what chooses one of these texts."""
    return lambda chance, depth: chance.choice(texts)


scalar_type = one_of(*_SCALARS)
dialect_type = one_of("!stablehlo.token", "!stablehlo<token>", "!stablehlo.future<tensor<2xf32>, tensor<i1>>")


def tensor_type(chance: random.Random, depth: int) -> str:
    element = chance.choice(ELEMENTS)
    if (form := chance.random()) < 0.1:
        return f"tensor<*x{element}>"
    if form < 0.2:
        return f"tensor<?x3x{element}, #stablehlo.bounds<{chance.randrange(1, 9)}, ?>>"
    if form < 0.3 and depth > 0:
        return f"tensor<{dimensions(chance)}{element}, {attribute(chance, depth - 1)}>"
    return f"tensor<{dimensions(chance)}{element}>"


def function_type(chance: random.Random, depth: int) -> str:
    inputs, results = [[any_type(chance, depth - 1) for _ in range(chance.randrange(3))] for _ in range(2)]
    plain = len(results) == 1 and not results[0].startswith("(") and chance.random() < 0.7
    outputs = results[0] if plain else f"({', '.join(results)})"
    return f"({', '.join(inputs)}) -> {outputs}"


def tuple_type(chance: random.Random, depth: int) -> str:
    return f"tuple<{', '.join([any_type(chance, depth - 1) for _ in range(chance.randrange(4))])}>"


def vector_type(chance: random.Random, depth: int) -> str:
    sizes = "".join(chance.choice([f"{size + 1}x", f"[{size + 1}]x"]) for size in shape(chance))
    return f"vector<{sizes}{chance.choice(['f32', 'i8', 'index', 'bf16'])}>"


def memref_type(chance: random.Random, depth: int) -> str:
    return f"memref<{dimensions(chance)}{chance.choice(['f32', 'i8', 'ui4', 'complex<f32>'])}>"


_TYPES: tuple[Maker, ...] = (scalar_type, tensor_type, tensor_type, vector_type, memref_type, dialect_type)
_NESTED_TYPES: tuple[Maker, ...] = (function_type, tuple_type)


def any_type(chance: random.Random, depth: int) -> str:
    """A type of any kind."""
    return chance.choice(_TYPES + _NESTED_TYPES if depth > 0 else _TYPES)(chance, depth)


# --- attributes of builtin -------------------------------------------------------------------------------------------


def integer_attribute(chance: random.Random, depth: int) -> str:
    if (kind := chance.choice(["i64", "i64", *_OTHER_INTEGERS])) == "i1":
        return chance.choice(["true", "false", "0 : i1", "1 : i1"])
    text = integer(chance, kind)
    return text if kind == "i64" and chance.random() < 0.5 and int(text, 0) < 1 << 63 else f"{text} : {kind}"


def float_attribute(chance: random.Random, depth: int) -> str:
    kind = chance.choice(FLOATS)
    text = float_number(chance, kind)
    return text if kind == "f64" and not text.startswith("0x") and chance.random() < 0.5 else f"{text} : {kind}"


def string_attribute(chance: random.Random, depth: int) -> str:
    return string(chance) if chance.random() < 0.9 else f"{string(chance)} : {scalar_type(chance, depth)}"


def array(chance: random.Random, depth: int) -> str:
    return f"[{', '.join([attribute(chance, depth - 1) for _ in range(chance.randrange(4))])}]"


def symbol(chance: random.Random, depth: int) -> str:
    path = chance.choices(["@f", "@main", '@"with space"', "@a.b$c", '@"1"', "@_x"], k=chance.choice([1, 1, 2, 3]))
    return "::".join(path)


def dense_attribute(chance: random.Random, depth: int) -> str:
    element = chance.choice(ELEMENTS + ("index", *_SIGNED) + ("i1", "f32", "i32", "i64") * 4)
    sizes = shape(chance)
    container = "vector" if sizes and 0 not in sizes and element in ("f32", "i8", "index") else "tensor"
    container = chance.choice([container, "tensor", "tensor"])
    kind = f"{container}<{''.join(f'{size}x' for size in sizes)}{element}>"
    return f"dense<{dense(chance, sizes, element)}> : {kind}"


def dense_strings(chance: random.Random, depth: int) -> str:
    count = chance.randrange(1, 4)
    return f"dense<{literals.nested((count,), lambda: string(chance))}> : tensor<{count}x!stablehlo.token>"


def dense_array(chance: random.Random, depth: int) -> str:
    kind = chance.choice(["i1", "i8", "i16", "i32", "i64", "f32", "f64"])
    elements = [
        chance.choice(["true", "false"])
        if kind == "i1"
        else (str(chance.randint(-100, 100)) if kind.startswith("i") else number(chance, kind))
        for _ in range(chance.randrange(5))
    ]
    return f"array<{kind}: {', '.join(elements)}>" if elements else f"array<{kind}>"


sparse = one_of(
    "sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>",
    "sparse<0, 1.5> : tensor<4xf32>",
    "sparse<[[3]], true> : tensor<5xi1>",
    "sparse<> : tensor<2x2xf32>",
)
affine_map = one_of(
    "affine_map<() -> ()>",
    "affine_map<(d0, d1) -> (d1, d0)>",
    "affine_map<(d0)[s0] -> (d0 + s0)>",
    "affine_map<(d0, d1)[s0] -> (d0 * 2 + s0 floordiv 3, d1 mod 4)>",
)


def dictionary(chance: random.Random, depth: int) -> str:
    return f"{{{entries(chance, depth, chance.randrange(4))}}}"


def entries(chance: random.Random, depth: int, count: int) -> str:
    """`count` entries of a dictionary with different names."""
    names = dict.fromkeys([literals.word(chance) for _ in range(count)])  # in an order that depends on nothing else
    return ", ".join([entry(chance, name, depth - 1) for name in names])


def entry(chance: random.Random, name: str, depth: int) -> str:
    """One entry: a unit attribute may be its name alone, and the name may be in quotes."""
    key = f'"{name}"' if chance.random() < 0.1 else name
    if chance.random() < 0.2:
        return chance.choice([key, f"{key} = unit"])
    return f"{key} = {attribute(chance, depth)}"


# --- attributes of dialects ------------------------------------------------------------------------------------------


_MNEMONICS = {
    definition.cls: (dialect.namespace, definition.mnemonic)
    for dialect in map(REGISTRY.dialect, ("stablehlo", "chlo"))
    if dialect is not None
    for definition in dialect.attribute_named.values()
}


def words_of(cls: type[hlo.EnumAttr]) -> Maker:
    """An enumeration: `#stablehlo<precision HIGH>`."""
    namespace, mnemonic = _MNEMONICS[cls]

    def make(chance: random.Random, depth: int) -> str:
        case = chance.choice(cls.cases)
        return f"#{namespace}<{mnemonic} {case if chance.random() < 0.8 else string_token(case)}>"

    return make


def _numbers(chance: random.Random, most: int = 4) -> str:
    return literals.i64_list([chance.randrange(9) for _ in range(chance.randrange(most))])


def parameters_of(cls: type[Attribute]) -> Maker:
    """Dimension numbers: any of the fields, in any order, lists or one number."""
    name, fields = ".".join(_MNEMONICS[cls]), cls.fields

    def make(chance: random.Random, depth: int) -> str:
        chosen = chance.sample(fields, chance.randrange(len(fields) + 1))
        items = [
            f"{field} = {_numbers(chance) if cls.defaults[field] == () else chance.randrange(9)}" for field in chosen
        ]
        comma = "," if items and chance.random() < 0.1 else ""
        return f"#{name}<{', '.join(items)}{comma}>"

    return make


def result_accuracy(chance: random.Random, depth: int = 0) -> str:
    """With or without tolerances, which only one mode has."""
    mode = chance.choice(hlo.ResultAccuracyMode.cases)
    items = []
    if mode == "TOLERANCE":
        items = [
            item
            for item in (
                f"atol = {chance.choice(['1.0e-5', '0.0', '2.5', '0.1', '0x3FF0000000000000'])}",
                f"rtol = {chance.choice(['1.0e-3', '0.0', '0.25', '1.0e10'])}",
                f"ulps = {chance.randrange(20)}",
            )
            if chance.random() < 0.6
        ]
    return f"#stablehlo.result_accuracy<{', '.join([*items, f'mode = #stablehlo.result_accuracy_mode<{mode}>'])}>"


def in_any_order(chance: random.Random, mnemonic: str, *items: str) -> str:
    """Returns an attribute of StableHLO with these parameters."""
    listed = [*items]
    chance.shuffle(listed)
    return f"#stablehlo.{mnemonic}<{', '.join(listed)}>"


def channel_handle(chance: random.Random, depth: int) -> str:
    number, kind = f"handle = {chance.randrange(-3, 99)}", f"type = {chance.randrange(4)}"
    return in_any_order(chance, "channel_handle", number, kind)


def dot_algorithm_parameters(chance: random.Random) -> str:
    """The parameters of an algorithm that some hardware has."""
    lhs, rhs, accumulation, operations, imprecise = chance.choice(
        [
            ("f16", "f16", "f16", 1, "false"),
            ("f16", "f16", "f32", 1, "false"),
            ("bf16", "bf16", "bf16", 1, "false"),
            ("bf16", "bf16", "f32", chance.choice([1, 3, 6, 9]), "false"),
            ("tf32", "tf32", "f32", chance.choice([1, 3]), "false"),
            ("f32", "f32", "f32", 1, "false"),
            ("f64", "f64", "f64", 1, "false"),
            ("f8E5M2", "f8E4M3FN", "f32", 1, chance.choice(["true", "false"])),
        ]
    )
    return (
        f"<lhs_precision_type = {lhs}, rhs_precision_type = {rhs}, accumulation_type = {accumulation}, "
        f"lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = {operations}, "
        f"allow_imprecise_accumulation = {imprecise}>"
    )


def dot_algorithm(chance: random.Random, depth: int) -> str:
    return f"#stablehlo.dot_algorithm{dot_algorithm_parameters(chance)}"


def output_operand_alias(chance: random.Random, depth: int) -> str:
    return (
        f"#stablehlo.output_operand_alias<output_tuple_indices = {_numbers(chance, 3)}, "
        f"operand_index = {chance.randrange(4)}, operand_tuple_indices = {_numbers(chance, 3)}>"
    )


def conv_dimension_numbers(chance: random.Random, depth: int) -> str:
    spatial = range(chance.randrange(4))
    lists = []
    for first, second in ("bf", "io", "bf"):
        labels = [first, second, *map(str, spatial)]
        chance.shuffle(labels)
        lists.append(f"[{', '.join(labels)}]")
    return f"#stablehlo.conv<{lists[0]}x{lists[1]}->{lists[2]}>"


def bounds(chance: random.Random, depth: int) -> str:
    return f"#stablehlo.bounds<{', '.join(chance.choice(['?', '3', '128']) for _ in range(chance.randrange(4)))}>"


def mesh(chance: random.Random, depth: int) -> str:
    axes = [f'<name = "{name}", size = {size}>' for name, size in (("x", 2), ("y", 4), ("z", 1))]
    ids = chance.choice(["", "", ", device_ids = dense<[1, 0]> : tensor<2xi64>"])
    return f"#stablehlo.mesh<axes = [{', '.join(axes[: chance.randrange(1, 4)])}]{ids}>"


def mesh_axis(chance: random.Random, depth: int) -> str:
    return in_any_order(chance, "mesh_axis", f"name = {string(chance)}", f"size = {chance.randrange(9)}")


def axis_ref(chance: random.Random, depth: int) -> str:
    is_part = chance.random() < 0.5
    part = [f"sub_axis_info = ({chance.randrange(1, 4)}){chance.randrange(1, 4)}"] if is_part else []
    return in_any_order(chance, "axis_ref", 'name = "x"', *part)


def replica_group_mesh_axes(chance: random.Random, depth: int) -> str:
    axes = ", ".join([axis_ref(chance, depth) for _ in range(chance.randrange(3))])
    return (
        f"#stablehlo.replica_group_mesh_axes<mesh = {chance.choice(['@mesh', mesh(chance, depth)])}, axes = [{axes}]>"
    )


_WORDS = (
    *(hlo.Precision, hlo.ComparisonDirection, hlo.ComparisonType, hlo.FftType, hlo.Transpose, hlo.RngDistribution),
    *(hlo.RngAlgorithm, chlo.Precision, chlo.ComparisonDirection, chlo.ComparisonType),
)
_NUMBERED: tuple[type[Attribute], ...] = (
    *(hlo.DotDimensionNumbers, chlo.RaggedDotDimensionNumbers, hlo.GatherDimensionNumbers),
    hlo.ScatterDimensionNumbers,
)
_DIALECTS: tuple[Maker, ...] = (
    *map(words_of, _WORDS),
    lambda chance, depth: f"#stablehlo.result_accuracy_mode<{chance.choice(hlo.ResultAccuracyMode.cases)}>",
    *map(parameters_of, _NUMBERED),
    result_accuracy,
    channel_handle,
    dot_algorithm,
    output_operand_alias,
    conv_dimension_numbers,
    bounds,
    mesh,
    mesh_axis,
    axis_ref,
    replica_group_mesh_axes,
)


def dialect_attribute(chance: random.Random, depth: int) -> str:
    return chance.choice(_DIALECTS)(chance, depth)


_ATTRIBUTES: tuple[Maker, ...] = (
    integer_attribute,
    integer_attribute,
    float_attribute,
    string_attribute,
    symbol,
    dense_attribute,
    dense_attribute,
    dense_strings,
    dense_array,
    sparse,
    affine_map,
    any_type,
    dialect_attribute,
    dialect_attribute,
    lambda chance, depth: location(chance, depth - 1),
)
_NESTED_ATTRIBUTES: tuple[Maker, ...] = (array, dictionary)


def attribute(chance: random.Random, depth: int) -> str:
    """An attribute of any kind."""
    return chance.choice(_ATTRIBUTES + _NESTED_ATTRIBUTES if depth > 0 else _ATTRIBUTES)(chance, depth)


# --- locations -------------------------------------------------------------------------------------------------------


def location(chance: random.Random, depth: int = 2) -> str:
    """`loc(…)`."""
    return f"loc({location_body(chance, depth)})"


def location_body(chance: random.Random, depth: int) -> str:
    """The text between the parentheses."""
    form = chance.randrange(8 if depth > 0 else 5)
    name = chance.choice(['"a.py"', '"dir/b.cc"', '"name"', '"jit(f)/add"', '"with \\22 quote"'])
    line, column = chance.randrange(100), chance.randrange(80)
    match form:
        case 0 | 1:
            return f"{name}:{line}:{column}"
        case 2:
            return chance.choice(
                [f"{name}:{line}:{column} to :{column + 5}", f"{name}:{line}:{column} to {line + 1}:2"]
            )
        case 3:
            return name
        case 4:
            return "unknown"
        case 5:
            return f"{name}({location_body(chance, depth - 1)})"
        case 6:
            return f"callsite({location_body(chance, depth - 1)} at {location_body(chance, depth - 1)})"
        case _:
            parts = [location_body(chance, depth - 1) for _ in range(chance.randrange(1, 4))]
            metadata = f"<{attribute(chance, 0)}>" if chance.random() < 0.4 else ""
            return f"fused{metadata}[{', '.join(parts)}]"
