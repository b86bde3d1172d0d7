"""The tensors of a view as plain dictionaries."""

from __future__ import annotations

from typing import Any

from sdyopt.view.model import ModuleView, TensorView
from sdyopt.view.why.reasons import reasons


def plain_rows(view: ModuleView) -> list[dict[str, Any]]:
    """Returns a dictionary for each tensor of a view, in their order; what is not known is None."""
    return [_row(tensor) for tensor in view.tensors]


def _row(tensor: TensorView) -> dict[str, Any]:
    share = tensor.share
    is_tensor = share.shape is not None
    return {
        "function": tensor.function,
        "name": tensor.name,
        "label": tensor.label,
        "kind": tensor.kind.value,
        "file": None if tensor.place is None else tensor.place.file,
        "line": None if tensor.place is None else tensor.place.line,
        "type": share.type,
        "sharding": share.sharding_text,
        "shape": share.shape,
        "local_shape": share.local_shape,
        "shards": share.shards if is_tensor else None,
        "copies": share.copies if is_tensor else None,
        "bytes": share.bytes,
        "tiled_bytes": share.tiled_bytes,
        "donated": tensor.donated,
        "why": reasons(tensor),
    }
