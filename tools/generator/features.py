"""The features of modules of the mixed generator, besides all operations: each by its text in a module."""

from __future__ import annotations

import re

from sdyopt.ir.operation import Operation

NAMED = {
    "several meshes": r"sdy\.mesh .*\n(.*\n)*?sdy\.mesh ",
    "meshes with an order of devices": r"= <\[.+\], device_ids=\[",
    "maximal meshes": r"= <\[\], device_ids=\[\d+\]>",
    "empty meshes": r"= <\[\]>",
    "inlined meshes": r"<mesh<\[",
    "axes of size one": r'"=1[,\]]',
    "sub-axes": r'":\(\d+\)\d+',
    "open and closed dimensions": r"\{\?\}",
    "priorities": r"\}p\d",
    "replicated axes": r"replicated=\{",
    "unreduced axes": r"unreduced=\{",
    "shardings of arguments": r"\{sdy\.sharding = #sdy\.sharding<",
    "shardings of any operation": r"sdy\.sharding = #sdy\.sharding_per_value<",
    "sharding rules": r"#sdy\.op_sharding_rule<",
    "records of propagation": r"#sdy\.propagation_edges<",
    "constraints": r"sdy\.sharding_constraint",
    "reshards": r"sdy\.reshard",
    "barriers": r"sdy\.propagation_barrier",
    "groups": r"sdy\.sharding_group",
    "edges": r"sdy\.data_flow_edge",
    "edges of functions": r"sdy\.func_data_flow_edge",
    "collectives": r"sdy\.(all_gather|all_slice|all_to_all|all_reduce|reduce_scatter|collective_permute)",
    "collectives that leave sums open": r"sdy\.(sharded|replicated)_to_unreduced",
    "collectives of StableHLO over meshes": r"replica_group_mesh_axes<mesh = @",
    "manual computations": r"sdy\.manual_computation",
    "named computations": r"sdy\.named_computation",
    "loops": r"stablehlo\.while",
    "cases": r"stablehlo\.case",
    "calls": r"\bcall @",
    "nested modules": r"module @nested",
    "tuples and tokens": r"stablehlo\.(tuple|create_token)",
    "sizes that are not known": r"tensor<\?x",
    "locations": r" loc\(",
    "aliases": r"^#alias\d",
    "generic form": r'"stablehlo\.\w+"\(',
}
"""Features by what the text of a module has."""


def has_nested_manual_computations(module: Operation) -> bool:
    return any(
        op is not inner and inner.name == "sdy.manual_computation"
        for op in module.walk()
        if op.name == "sdy.manual_computation"
        for inner in op.walk()
    )


def has_chains(module: Operation) -> bool:
    """Constraints on the results of constraints."""
    return any(
        user.name == "sdy.sharding_constraint"
        for op in module.walk()
        if op.name == "sdy.sharding_constraint"
        for user in op.result.users
    )


def has_shared_constants(module: Operation) -> bool:
    return any(len(op.result.users) > 1 for op in module.walk() if op.name in ("stablehlo.constant", "sdy.constant"))


def has_sdy_within_stablehlo(module: Operation) -> bool:
    """Operations of SDY in regions of StableHLO's, and the other way round."""
    pairs = {(op.parent_op.name.partition(".")[0], op.name.partition(".")[0]) for op in module.walk() if op.parent_op}
    return {("stablehlo", "sdy"), ("sdy", "stablehlo")} <= pairs


BUILT = {
    "nested manual computations": has_nested_manual_computations,
    "chains of constraints": has_chains,
    "constants that several share": has_shared_constants,
    "operations of each dialect in regions of the other": has_sdy_within_stablehlo,
}
"""Features that the operations tell."""

FEATURES = (*NAMED, *BUILT)


def features(text: str, module: Operation) -> set[str]:
    """Which of FEATURES a module has, that stands in `text`."""
    named = {name for name, pattern in NAMED.items() if re.search(pattern, text, re.MULTILINE)}
    return named | {name for name, has in BUILT.items() if has(module)}
