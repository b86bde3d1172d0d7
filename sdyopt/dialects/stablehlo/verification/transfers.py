"""Transfers between devices and their host: channels, tokens, layouts."""

from __future__ import annotations

from sdyopt.dialects.stablehlo.attributes import ChannelHandle
from sdyopt.dialects.stablehlo.types import TokenType
from sdyopt.dialects.stablehlo.verification.reporting import fail, fail_inference
from sdyopt.ir.attributes import TRUE, ArrayAttr, IntegerAttr
from sdyopt.ir.operation import Operation
from sdyopt.mlir.verify.inferred_types import quoted
from sdyopt.mlir.verify.verification import Verification
from sdyopt.mlir.write.attributes import text_of

_DEVICE_TO_DEVICE, _DEVICE_TO_HOST, _HOST_TO_DEVICE = 1, 2, 3


def _wrong_channel(op: Operation, host_channel: int) -> str | None:
    """What is wrong with the type of the channel."""
    channel = op.properties["channel_handle"]
    assert isinstance(channel, ChannelHandle)
    to_host = op.properties.get("is_host_transfer") is TRUE
    if channel.type == (host_channel if to_host else _DEVICE_TO_DEVICE):
        return None
    if not to_host:
        return "channel_type should be DEVICE_TO_DEVICE when is_host_transfer is false"
    direction = "DEVICE_TO_HOST" if host_channel == _DEVICE_TO_HOST else "HOST_TO_DEVICE"
    return f"channel_type should be {direction} when is_host_transfer is true"


def send(op: Operation, context: Verification) -> None:
    """The channel is one between devices or one to the host."""
    wrong = _wrong_channel(op, _DEVICE_TO_HOST)
    if wrong is not None:
        fail_inference(op, wrong)


def recv(op: Operation, context: Verification) -> None:
    """The channel is one between devices or one from the host; the results are tensors and a token."""
    wrong = _wrong_channel(op, _HOST_TO_DEVICE)
    if wrong is not None:
        fail(op, wrong)
    _check_token_is_last(op, "everything but the last element of result types is expected to be of tensor type")


def _check_token_is_last(op: Operation, message: str) -> None:
    types = op.signature.result_types
    if not types:
        fail(op, "result is expected to be at least of size 1, but got 0")
    for type in types[:-1]:
        if isinstance(type, TokenType):
            fail(op, f"{message}, but got {quoted([type])}")
    if not isinstance(types[-1], TokenType):
        fail(op, f"last element of result types is expected to be of token type, but got {quoted(types[-1:])}")


def infeed(op: Operation, context: Verification) -> None:
    """The results are tensors and a token; each tensor may have a layout, a list of numbers."""
    _check_token_is_last(op, "all elements of result types, except the last element, are expected to be of tensor type")
    layout = op.properties.get("layout")
    if not isinstance(layout, ArrayAttr):
        return
    count = len(op.results) - 1
    if len(layout) != count:
        fail(
            op,
            f"layout-attribute size must be {count} (which is the number of op-results - 1 (for token result)), but "
            f"got {len(layout)}",
        )
    for dimensions in layout:
        if not isinstance(dimensions, ArrayAttr):
            fail(op, f"layout-attribute expected to have elements of type array, but got {text_of(dimensions)}")
        for dimension in dimensions:
            if not isinstance(dimension, IntegerAttr):
                fail(
                    op,
                    "layout-attribute's leaf elements are expected to be of type integer, "
                    f"but got {text_of(dimension)}",
                )
