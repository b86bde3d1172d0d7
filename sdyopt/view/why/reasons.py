"""Why a tensor takes as much as it does on each device, in words."""

from __future__ import annotations

from collections.abc import Iterator

from sdyopt.cost.sizes.share import Share
from sdyopt.dialects.sdy.printing import axis_ref
from sdyopt.dialects.sdy.shardings.axes import Axes
from sdyopt.display.wording import counted, share_text
from sdyopt.view.model import TensorView


def reasons(tensor: TensorView) -> str:
    """`replicated over "x", "y": 512 copies; 12.5% padding`; nothing if each device holds a block of its own.

    Of tensors with the same name and place, it begins with the number: `1 of 2 of this name`.
    """
    if not tensor.is_held:
        return "not held: the partitioner has removed the reshard"
    copy = "" if tensor.copy is None else f"{tensor.copy[0]:,} of {tensor.copy[1]:,} of this name"
    return "; ".join(filter(None, (copy, share_reasons(tensor.share), "donated" if tensor.donated else "")))


def share_reasons(share: Share) -> str:
    """Returns why a device holds as much as it does, without what is known of arguments alone."""
    return "; ".join(_reasons(share))


def _reasons(share: Share) -> Iterator[str]:
    if share.shape is None:
        yield "rank not known" if share.type.startswith("tensor<") else "no tensor"
        return
    yield from _distribution(share)
    if share.manual_axes and not share.is_local:
        yield f"local along manual {_listed(share.manual_axes)}"
    if share.unreduced_axes:
        yield f"unreduced over {_listed(share.unreduced_axes)}"
    if share.padding_share:
        yield f"{share_text(share.padding_share)} padding"
    if share.bytes is None:
        yield _unknown(share)
    elif share.bounds != share.shape:
        yield "counted at its bounds"


def _unknown(share: Share) -> str:
    """Why it is not known how many bytes there are."""
    dynamic = [str(number) for number, size in enumerate(share.bounds or ()) if size is None]
    if dynamic:
        return f"size of dimension {', '.join(dynamic)} not known"
    if share.element_bits is None:
        return f"size of element type {share.element_type} not known"
    return "exceeds 64-bit integers"


def _distribution(share: Share) -> Iterator[str]:
    """On how many devices the same is, and why."""
    copies = counted(share.copies, "copy", "copies") if share.copies > 1 else ""
    if share.only_device is not None:
        yield f"all on device {share.only_device}"
    elif not share.is_decided:
        what = "no sharding" if share.sharding is None else "empty mesh"
        yield f"{what}: {copies}" if copies else what
    elif copies:
        yield f"replicated over {_listed(share.replicated_axes)}: {copies}"


def _listed(axes: Axes) -> str:
    return ", ".join(map(axis_ref, axes))
