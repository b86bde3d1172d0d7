"""The syntax of the parameters of collectives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sdyopt.dialects.sdy import attributes as sdy
from sdyopt.dialects.sdy.syntax.axes import some_axes
from sdyopt.dialects.sdy.syntax.parts import part, unread, unread_list

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser

_AXES = unread_list("AllToAllParamAttr", "axes", "AxisRefAttr")
_SOURCE = unread("AllToAllParamAttr", "src_dim", "int64_t")
_TARGET = unread("AllToAllParamAttr", "tgt_dim", "int64_t")
_PARAMS = unread_list("AllToAllParamList", "value", "AllToAllParamAttr")


def all_to_all_param(parser: Parser) -> sdy.AllToAllParam:
    """`{"x"}: 0->1`: what an all-to-all moves from one dimension to another."""
    axes = some_axes(parser, _AXES)
    parser.parse_token(":", "expected ':'")
    source = parser.parameter(_SOURCE, parser.parse_integer)
    parser.parse_token("->", "expected '->'")
    return sdy.AllToAllParam(axes, source, parser.parameter(_TARGET, parser.parse_integer))


def all_to_all_param_list(parser: Parser) -> Any:
    """`[{"x"}: 0->1]`."""
    parser.parse_token("[", "expected '['")
    params: list[Any] = []
    if not parser.consume_if("]"):
        params = parser.elements(_PARAMS, part(sdy.AllToAllParam, all_to_all_param))
        parser.parse_token("]", "expected ']'")
    return sdy.AllToAllParamList(tuple(params))


part_all_to_all_param_list = part(sdy.AllToAllParamList, all_to_all_param_list)
