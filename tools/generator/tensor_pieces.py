"""Operations of tensor and shape on values of other generators, as pieces of `tools.generator.insertion`.

Each but the last of them begins with a tensor of static shape and ends with one of the same type, which operations of
the other generator may use then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, cast

from sdyopt.ir.types import RankedTensorType
from tools.generator.insertion import InsertionPlace, Maker, Piece


class PieceTensor(NamedTuple):
    """A type of tensors: the texts of pieces have these."""

    type: str
    element: str
    rank: int
    sizes: tuple[int, ...]

    def of(self, *sizes: int | str) -> str:
        """Returns the type with other sizes."""
        return f"tensor<{''.join([f'{size}x' for size in sizes])}{self.element}>"

    @property
    def indices(self) -> str:
        """An index for each dimension, all the same."""
        return ", ".join(["%${id}i"] * self.rank)

    def listed(self, number: object) -> str:
        """The number for each dimension."""
        return ", ".join([str(number)] * self.rank)

    @property
    def block(self) -> str:
        """The header of a block whose arguments are indices."""
        arguments = ", ".join([f"%${{id}}j{number}: index" for number in range(self.rank)])
        return f"^${{id}}body({arguments}):\n" if self.rank else ""


INDEX = "%${id}i = arith.constant 0 : index\n"

CHAINS: Mapping[str, Callable[[PieceTensor], str]] = {
    "cast": lambda t: (
        f"%${{id}}d = tensor.cast $v0 : {t.type} to {t.of(*['?'] * t.rank)}\n"
        f"$out = tensor.cast %${{id}}d : {t.of(*['?'] * t.rank)} to {t.type}"
    ),
    "cast of nothing": lambda t: f"$out = tensor.cast $v0 : {t.type} to {t.type}",
    "splat": lambda t: f"{_element(t)}$out = tensor.splat %${{id}}x : {t.type}",
    "insert": lambda t: f"{_element(t)}$out = tensor.insert %${{id}}x into $v0[{t.indices}] : {t.type}",
    "generate": lambda t: (
        f"{_element(t)}$out = tensor.generate {{\n{t.block}tensor.yield %${{id}}x : {t.element}\n}} : {t.type}"
    ),
    "pad": lambda t: (
        f"{_element(t)}$out = tensor.pad $v0 low[{t.listed(0)}] high[{t.listed(0)}] {{\n"
        f"{t.block}tensor.yield %${{id}}x : {t.element}\n}} : {t.type} to {t.type}"
    ),
    "slices": lambda t: (
        f"%${{id}}s = tensor.extract_slice $v0[{t.listed(0)}] [{t.listed(1)}] [{t.listed(1)}] "
        f": {t.type} to {t.of(*[1] * t.rank)}\n"
        f"$out = tensor.insert_slice %${{id}}s into $v0[{t.listed(0)}] [{t.listed(1)}] [{t.listed(1)}] "
        f": {t.of(*[1] * t.rank)} into {t.type}"
    ),
    "empty": lambda t: f"$out = tensor.empty() : {t.type}",
    "reshape": lambda t: (
        f"%${{id}}s = shape.shape_of $v0 : {t.type} -> tensor<{t.rank}xindex>\n"
        f"$out = tensor.reshape $v0(%${{id}}s) : ({t.type}, tensor<{t.rank}xindex>) -> {t.type}"
    ),
    "rank": lambda t: (
        f"%${{id}}n = tensor.rank $v0 : {t.type}\n"
        f"%${{id}}m = shape.index_to_size %${{id}}n\n"
        f"{_element(t)}$out = tensor.splat %${{id}}x : {t.type}"
    ),
    "assuming": lambda t: (
        f"%${{id}}w = shape.const_witness true\n"
        f"$out = shape.assuming %${{id}}w -> ({t.type}) {{\n"
        f"%${{id}}y = stablehlo.optimization_barrier $v0 : {t.type}\nshape.assuming_yield %${{id}}y : {t.type}\n}}"
    ),
    "assuming of a constraint": lambda t: (
        f"%${{id}}s = shape.shape_of $v0 : {t.type} -> tensor<{t.rank}xindex>\n"
        f"%${{id}}w = shape.cstr_eq %${{id}}s, %${{id}}s : tensor<{t.rank}xindex>, tensor<{t.rank}xindex>\n"
        f"$out = shape.assuming %${{id}}w -> ({t.type}) {{\nshape.assuming_yield $v0 : {t.type}\n}}"
    ),
    "shapes": lambda t: (
        f"%${{id}}s = shape.shape_of $v0 : {t.type} -> !shape.shape\n"
        "%${id}c = shape.const_shape [1, 2] : !shape.shape\n"
        "%${id}b = shape.broadcast %${id}s, %${id}c : !shape.shape, !shape.shape -> !shape.shape\n"
        "%${id}n = shape.num_elements %${id}b : !shape.shape -> !shape.size\n"
        "%${id}k = shape.const_size 3\n"
        "%${id}a = shape.add %${id}n, %${id}k : !shape.size, !shape.size -> !shape.size\n"
        f"$out = tensor.empty() : {t.type}"
    ),
    "reduction": lambda t: (
        "%${id}c = shape.const_shape [2, 3] : tensor<2xindex>\n%${id}i = arith.constant 1 : index\n"
        "%${id}r = shape.reduce(%${id}c, %${id}i) : tensor<2xindex> -> index {\n"
        "^${id}body(%${id}j: index, %${id}k: index, %${id}a: index):\n"
        "%${id}p = shape.mul %${id}k, %${id}a : index, index -> index\nshape.yield %${id}p : index\n}\n"
        f"$out = tensor.empty() : {t.type}"
    ),
    "value with a shape": lambda t: (
        f"%${{id}}s = shape.shape_of $v0 : {t.type} -> !shape.shape\n"
        f"%${{id}}w = shape.with_shape $v0, %${{id}}s : {t.type}, !shape.shape\n"
        f"$out = shape.value_of %${{id}}w : {t.type}"
    ),
}
"""Texts of pieces for tensors of any rank."""

RANKED_CHAINS: Mapping[str, Callable[[PieceTensor], str]] = {
    "dim": lambda t: (
        f"{INDEX}%${{id}}n = tensor.dim $v0, %${{id}}i : {t.type}\n"
        f"%${{id}}d = tensor.splat %${{id}}n : tensor<4xindex>\n$out = tensor.empty() : {t.type}"
    ),
    "concat": lambda t: f"$out = tensor.concat dim(0) $v0 : ({t.type}) -> {t.type}",
    "reassociation": lambda t: (
        f"%${{id}}s = tensor.collapse_shape $v0 [[{', '.join(map(str, range(t.rank)))}]] "
        f": {t.type} into {t.of(_product(t.sizes))}\n"
        f"$out = tensor.expand_shape %${{id}}s [[{', '.join(map(str, range(t.rank)))}]] "
        f"output_shape [{', '.join(map(str, t.sizes))}] : {t.of(_product(t.sizes))} into {t.type}"
    ),
    "gather": lambda t: (
        f"%${{id}}g = tensor.empty() : tensor<{t.sizes[0]}x1xi32>\n"
        f"$out = tensor.gather $v0[%${{id}}g] gather_dims([0]) : ({t.type}, tensor<{t.sizes[0]}x1xi32>) -> {t.type}"
    ),
}
"""Texts of pieces for tensors that have dimensions."""


def _element(t: PieceTensor) -> str:
    """The operations that take an element out of the tensor."""
    return f"{INDEX if t.rank else ''}%${{id}}x = tensor.extract $v0[{t.indices}] : {t.type}\n"


def _product(sizes: tuple[int, ...]) -> int:
    result = 1
    for size in sizes:
        result *= size
    return result


def chain(place: InsertionPlace) -> Piece | None:
    """Operations on a tensor with a result of the same type."""
    value = place.tensor()
    if value is None or 0 in cast(RankedTensorType, value.type).shape:
        return None
    type = cast(RankedTensorType, value.type)
    known = PieceTensor(str(type), str(type.element_type), len(type.shape), type.shape)
    chains = [*CHAINS.values(), *(RANKED_CHAINS.values() if known.rank else ())]
    return Piece(place.random.choice(chains)(known), [value], [type])


MAKERS: tuple[Maker, ...] = (chain,)
