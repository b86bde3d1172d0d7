"""The meaning of traits: from the docstrings of their verifiers or, without a verifier, from a table."""

from __future__ import annotations

from sdyopt.mlir.verify.checks import PLACE_TRAITS, REGION_TRAITS, SIGNATURE_TRAITS, STRUCTURAL_TRAITS
from tools.docs.declarations import first_paragraph

_UNVERIFIED = {
    "AffineScope": "Values from outside are symbols of affine maps inside.",
    "AlwaysSpeculatableImplTrait": "It may be done without need, and before it is known whether it is needed.",
    "AutomaticAllocationScope": "What is allocated on the stack inside is given back at its end.",
    "Commutative": "The order of the operands does not matter.",
    "ConstantLike": "It has no operands, and gives the same value always.",
    "Elementwise": "It is applied to each element by itself.",
    "FunctionOpInterface": "It is a function: it has a type, and attributes for each argument and result.",
    "HasOnlyGraphRegion": "In its regions the order of operations means nothing: a value may be used before it.",
    "NoTerminator": "Its blocks end without an operation for that.",
    "Pure": "It has no effect but its results: without uses it may be removed.",
    "BroadcastingElementwise": "It is applied to each element by itself, after broadcasting.",
    "RecursiveMemoryEffects": "It has the effects of the operations inside.",
    "RecursivelySpeculatableImplTrait": "It may be done without need if the operations inside may.",
    "ReturnLike": "It gives its operands to what is around it.",
    "SameVariadicOperandSize": "All groups of operands have the same number.",
}


def meaning(trait: str) -> str:
    """Returns what a trait requires or states about an operation."""
    name, _, parameter = trait.partition("<")
    meanings = [_UNVERIFIED[name]] if name in _UNVERIFIED else []
    for table in (STRUCTURAL_TRAITS, SIGNATURE_TRAITS, PLACE_TRAITS, REGION_TRAITS):
        if name in table:
            sentence = first_paragraph(table[name].__doc__)
            meanings.append(
                sentence.replace("`parent`", f"`{parameter[:-1]}`").replace("`terminator`", f"`{parameter[:-1]}`")
            )
    return " ".join(dict.fromkeys(meanings))
