"""The syntax of the parameters of collectives."""

from __future__ import annotations

from typing import Any

from sdyopt.dialects.sdy import attributes as sdy
from sdyopt.dialects.sdy.syntax.parts import unread, unread_list
from sdyopt.mlir.formats.messages import missing
from sdyopt.mlir.formats.parse_context import ParseContext
from sdyopt.mlir.formats.syntax import Syntax, made_of_all


class Collectives(Syntax):
    """What an all-to-all moves from one dimension to another."""

    grammar = """
        all_to_all_param: _some_axes ":" int64 "->" int64

        all_to_all_param_list: "[" (part_all_to_all_param ("," part_all_to_all_param)*)? "]"
    """
    messages = {
        " part_all_to_all_param": missing("expected '{'"),
    }
    follow_ups = {
        "all_to_all_param part_axis_ref": unread_list("AllToAllParamAttr", "axes", "AxisRefAttr"),
        "all_to_all_param int64 2": unread("AllToAllParamAttr", "src_dim", "int64_t"),
        "all_to_all_param int64 4": unread("AllToAllParamAttr", "tgt_dim", "int64_t"),
        "all_to_all_param_list part_all_to_all_param": unread_list("AllToAllParamList", "value", "AllToAllParamAttr"),
    }

    all_to_all_param_list = made_of_all(sdy.AllToAllParamList)

    @staticmethod
    def all_to_all_param(context: ParseContext, *parts: Any) -> sdy.AllToAllParam:
        *axes, source, target = parts
        return sdy.AllToAllParam(tuple(axes), source, target)
