"""The canonicalization patterns of the dialects."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from importlib import import_module

from sdyopt.rewriting.canonicalization import collectives, control_flow, manual_computations, reshards
from sdyopt.rewriting.patterns import Pattern, PatternSet

PATTERNS: tuple[Pattern, ...] = (
    *control_flow.PATTERNS,
    *manual_computations.PATTERNS,
    *reshards.PATTERNS,
    *collectives.PATTERNS,
)
"""All of them; of those with the same root and benefit an earlier one is tried first."""


DIALECTS: Mapping[str, tuple[str, ...]] = {
    "arith": (
        "arith_constant_chains",
        "arith_extended",
        "arith_casts",
        "arith_selections",
        "arith_floats",
        "arith_float_comparisons",
        "bitcasts",
    ),
    "cf": ("cf",),
    "complex": ("complex_numbers", "bitcasts"),
    "shape": ("shape_broadcasts", "shape_constraints", "shape_sizes"),
    "tensor": (
        "shape_tensors",
        "tensor_casts",
        "tensor_elements",
        "tensor_slices",
        "tensor_reshapes",
        "tensor_paddings",
    ),
}
"""The modules with the patterns whose roots are of the dialects that are imported when a program names them."""


def canonicalization_patterns(
    enabled: Collection[str] = (), disabled: Collection[str] = (), dialects: Collection[str] = ()
) -> PatternSet:
    """Returns the patterns that are enabled and not disabled, by name or label, and of `dialects` if any are given."""

    def chosen(patterns: Iterable[Pattern]) -> list[Pattern]:
        return [one for one in patterns if not dialects or (one.dialect or one.root.dialect) in dialects]

    def patterns_of(dialect: str) -> list[Pattern]:
        modules = [import_module(f"{__name__}.{name}") for name in DIALECTS.get(dialect, ())]
        return chosen([one for module in modules for one in module.PATTERNS if one.root.dialect == dialect])

    return PatternSet(chosen(PATTERNS), enabled, disabled, patterns_of)
