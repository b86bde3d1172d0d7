"""Texts that sdy-opt and newer versions of Shardy accept, and the older reference refuses.

Each entry is the message of an error that only the reference has, for runs of a pass, and a part of the text without
which there would be no such error. Where the reference has others, these are sdy-opt's as well. At such an error it has
stopped, and nothing can be compared: sdy-opt accepts the program or finds something else.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from tools.differential import Answer, ComparedRemark, Run
from tools.reference import RELEASE


class Newer(NamedTuple):
    """An error that a newer version of Shardy does not have: its message as a pattern, the pass, a part of texts."""

    message: str
    in_pass: str
    part: str


PADDING = "sdy-pad-for-divisibility"
_NOT_LEGALIZED = "failed to legalize operation '{}' that was explicitly marked illegal"
_COLLECTIVES = "all_gather|all_reduce|all_to_all|reduce_scatter|replicated_to_unreduced|sharded_to_unreduced"

NEWER: tuple[Newer, ...] = (
    Newer(r"replica_groups: mesh symbol .* not found", "sdy-", "mesh"),
    Newer(_NOT_LEGALIZED.format(r"sdy\.reshard"), "sdy-", "<[], device_ids=["),
    Newer(r"'sdy\.func_data_flow_edge' op expected a value ref to have an operand index", "sdy-", "func"),
    Newer(_NOT_LEGALIZED.format(r"stablehlo\.pad"), PADDING, "stablehlo.pad"),
    Newer(r"'stablehlo\.pad' op (inferred type\(s\)|failed to infer)", PADDING, "stablehlo.pad"),
    Newer(_NOT_LEGALIZED.format(r"stablehlo\.convolution"), PADDING, "stablehlo.convolution"),
    Newer(r"op requires compatible types for all operands and results", PADDING, "stablehlo.convolution"),
    Newer(r"inferred shape '.*' is incompatible with return type", PADDING, "stablehlo.convolution"),
    Newer(rf"'sdy\.({_COLLECTIVES})' op collective on operand without sharding", PADDING, "sdy."),
    Newer(r"'sdy\.all_reduce' op operand and result shardings are not equivalent", PADDING, "sdy."),
    Newer(r"'sdy\.reduce_scatter' op result sharding doesn't match expected sharding", PADDING, "sdy."),
)

REFUSED_EARLIER = (
    r"reduces by '\w+' what each device has reduced by|"
    r"failed to legalize operation 'stablehlo\.(convolution|pad)'"
)
"""Errors of sdy-opt while padding converts what older versions of Shardy do not: these go on, to other errors."""


def is_accepted_by_newer(found: Answer, expected: Answer, text: str, run: Run) -> bool:
    """Returns whether our answer may be that of the reference without the errors of older versions."""
    known = [each for each in NEWER if each.part in text and any(name.startswith(each.in_pass) for name in run.passes)]

    def is_older(remark: ComparedRemark) -> bool:
        return any(re.search(each.message, remark.message) for each in known)

    if expected.accepted or not known or run.release != RELEASE:
        return False
    if PADDING in run.passes and any(re.search(REFUSED_EARLIER, remark.message) for remark in _errors(found)):
        return True
    errors = _errors(expected)
    left = [remark for remark in errors if not is_older(remark)]
    if len(left) == len(errors):
        return False
    return set(left) <= set(_errors(found))


def _errors(answer: Answer) -> list[ComparedRemark]:
    """Returns the errors of a refusal, without notes."""
    first = ComparedRemark(answer.line, answer.column, answer.message)
    later = [remark._replace(message=remark.message.removeprefix("error: ")) for remark in answer.later]
    return [first, *later]
