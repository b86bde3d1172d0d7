"""The operations of VHLO: their versions, and the names of their attributes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.dialect import Registry

Version = tuple[int, int, int]

OLDEST: Version = (0, 9, 0)
REFERENCE: Version = (1, 17, 0)
"""The version of the reference."""
NEWEST_WRITTEN: Version = (1, 22, 0)
"""The newest version that is known: that of jaxlib 0.12."""

SINCE: dict[str, tuple[Version, ...]] = {
    **dict.fromkeys(("all_gather", "all_reduce", "all_to_all"), (OLDEST, (1, 5, 0))),
    **dict.fromkeys(
        ("cbrt", "cosine", "exponential_minus_one", "log", "log_plus_one", "logistic", "rsqrt", "sine", "sqrt", "tanh"),
        (OLDEST, (1, 10, 0)),
    ),
    "exponential": (OLDEST, (1, 9, 0)),
    "tan": ((1, 4, 0), (1, 10, 0)),
    "gather": (OLDEST, (1, 1, 0)),
    "dynamic_gather": (OLDEST, (1, 1, 0)),
    "scatter": (OLDEST, (1, 1, 0)),
    "dot_general": (OLDEST, (1, 6, 0)),
    "dynamic_conv": (OLDEST, (0, 20, 0)),
    "send": (OLDEST, (1, 12, 0)),
    "recv": (OLDEST, (1, 12, 0)),
    "custom_call": (OLDEST, (1, 18, 0)),
    "collective_broadcast": ((0, 16, 0), (1, 20, 0)),
    "composite": ((0, 19, 0), (1, 14, 0)),
    "async_start": ((1, 15, 0),),
    "async_done": ((1, 15, 0),),
    "collective_reduce": ((1, 19, 0),),
}
"""Since when each version of an operation exists; of the others there is one, since the oldest."""

ALGORITHM = (
    "lhs_precision_type",
    "rhs_precision_type",
    "accumulation_type",
    "lhs_component_count",
    "rhs_component_count",
    "num_primitive_operations",
    "allow_imprecise_accumulation",
)
GATHER = (
    "offset_dims",
    "collapsed_slice_dims",
    "operand_batching_dims",
    "start_indices_batching_dims",
    "start_index_map",
    "index_vector_dim",
)
SCATTER = (
    "update_window_dims",
    "inserted_window_dims",
    "input_batching_dims",
    "scatter_indices_batching_dims",
    "scatter_dims_to_operand_dims",
    "index_vector_dim",
)
CONVOLUTION = tuple(
    [
        f"{part}_{name}"
        for part, names in (
            ("input", ("batch_dimension", "feature_dimension", "spatial_dimensions")),
            ("kernel", ("input_feature_dimension", "output_feature_dimension", "spatial_dimensions")),
            ("output", ("batch_dimension", "feature_dimension", "spatial_dimensions")),
        )
        for name in names
    ]
)
DOT = (
    "lhs_batching_dimensions",
    "rhs_batching_dimensions",
    "lhs_contracting_dimensions",
    "rhs_contracting_dimensions",
)
CHANNEL = ("channel_id", "channel_type")

FIELDS: dict[tuple[str, str], tuple[str, ...]] = {
    ("convolution", "dimension_numbers"): CONVOLUTION,
    ("dynamic_conv", "dimension_numbers"): CONVOLUTION,
    ("dot_general", "dot_dimension_numbers"): DOT,
    ("dot_general", "algorithm"): ALGORITHM,
    ("gather", "dimension_numbers"): GATHER,
    ("dynamic_gather", "dimension_numbers"): GATHER,
    ("scatter", "scatter_dimension_numbers"): SCATTER,
    ("send", "channel_handle"): CHANNEL,
    ("recv", "channel_handle"): CHANNEL,
}
"""The attributes that take the place of the fields of one, by operation and attribute of StableHLO."""

_ADDED: dict[str, tuple[str, ...]] = {
    "gather": ("operand_batching_dims", "start_indices_batching_dims"),
    "dynamic_gather": ("operand_batching_dims", "start_indices_batching_dims"),
    "scatter": ("input_batching_dims", "scatter_indices_batching_dims"),
    "dot_general": ALGORITHM,
    "send": ("source_target_pairs",),
    "recv": ("source_target_pairs",),
    "custom_call": ("result_tilings",),
    "collective_broadcast": ("has_dynamic_root",),
}
"""The attributes that the second version of an operation has, but not the first; result_accuracy is another."""

_FUNCTIONS = {
    "func": ("arg_attrs", "function_type", "res_attrs", "sym_name", "sym_visibility"),
    "call": ("callee",),
    "return": (),
}
"""The attributes of what becomes an operation of the dialect `func`."""

_NAME = re.compile(r"vhlo\.([\w-]+)_v(\d+)")


class VersionedName(NamedTuple):
    """The name of an operation in VHLO: `stem` is that in StableHLO."""

    stem: str
    version: int

    @property
    def full_name(self) -> str:
        return f"vhlo.{self.stem}_v{self.version}"

    @property
    def counterpart(self) -> str:
        """The name of the operation that it stands for."""
        return f"func.{self.stem}" if self.stem in ("func", "call") else f"stablehlo.{self.stem}"


def versioned_name(name: str, registry: Registry) -> VersionedName | None:
    """Returns the parts of the name of an operation of VHLO; None if there is no such operation."""
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    made = VersionedName(found[1], int(found[2]))
    is_known = registry.operation(made.counterpart) is not None and 0 < made.version <= len(since(made.stem))
    return made if is_known else None


def since(stem: str) -> tuple[Version, ...]:
    """Returns since when each version of an operation exists."""
    return SINCE.get(stem, (OLDEST,))


def added_names(stem: str) -> Sequence[str]:
    """Returns the names of the attributes that only the second version of an operation has."""
    return ("result_accuracy",) if _has_accuracy(stem) else _ADDED.get(stem, ())


def _has_accuracy(stem: str) -> bool:
    return len(since(stem)) > 1 and stem in _WITH_ACCURACY


_WITH_ACCURACY = frozenset({stem for stem, versions in SINCE.items() if (1, 9, 0) <= versions[-1] <= (1, 10, 0)})


def attribute_names(name: VersionedName, definition: OpDef) -> list[str]:
    """Returns the names of the attributes of an operation in the order in which they are written.

    `definition` is that of the operation that it stands for.
    """
    stem = name.stem
    if stem in _FUNCTIONS:
        return list(_FUNCTIONS[stem])
    names: list[str] = []
    for attribute in definition.attributes:
        fields = FIELDS.get((stem, attribute.name))
        if fields is not None:
            names += fields
        else:
            names.append("channel_id" if attribute.name == "channel_handle" else attribute.name)
    added = added_names(stem)
    if name.version == 1:
        names = [name for name in names if name not in added]
        if stem == "dynamic_conv":
            names.append("padding")
    else:
        names += [name for name in added if name not in names]
    return sorted(names)
