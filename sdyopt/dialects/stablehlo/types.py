"""The types of StableHLO."""

from __future__ import annotations

from sdyopt.ir.attribute import Type
from sdyopt.ir.types import RankedTensorType
from sdyopt.mlir.write.attributes import text_of


class TokenType(Type):
    """`!stablehlo.token`: what orders operations with side effects."""


class FutureType(Type):
    """`!stablehlo.future<tensor<4xf32>>`: what an asynchronous computation will give."""

    types: tuple[Type, ...]

    def check(self) -> None:
        for type in self.types:
            if not isinstance(type, RankedTensorType):
                raise ValueError(f"future element type must be a ranked tensor, but got '{text_of(type)}'")
