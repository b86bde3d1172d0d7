"""The options of `sdy-view` that make variants of a program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from sdyopt.cli.flags import Flag, JobsFlag, ValueFlag

if TYPE_CHECKING:
    from sdyopt.view.variants.edits import Edit

VARIANT_FLAGS = (
    ValueFlag(
        "shard",
        "Give an argument or a result, by label, %name, number or 'result N', another sharding: "
        "\"p['w1']=None,tensor\". In labels, * stands for any part. Alternatives are separated by ;, and - keeps the "
        "sharding.",
        "NAME=SPEC[;…]",
        multiple=True,
    ),
    ValueFlag(
        "constraint",
        "Put a sharding constraint on a value or on the last value of a line: decoder.py:13=fsdp,tensor,None.",
        "PLACE=SPEC[;…]",
        multiple=True,
    ),
    ValueFlag(
        "mesh",
        "Give the mesh other axes, sizes, or another order of devices: fsdp=8,tensor=32, or x=2,y=2:0,2,1,3.",
        "AXIS=SIZE,…[;…]",
        multiple=True,
    ),
    Flag("drop-shardings", "Drop the shardings and constraints of the program, in variants."),
    ValueFlag("between", "Compare two variants, by their numbers in the table, as --diff does.", "I,J"),
    JobsFlag("Measure N variants at a time; by default, 0 or auto: as many as there are processors.", default=0),
    ValueFlag("o", "Write the programs of variants to this folder.", "FOLDER"),
)
"""The options."""

_NAMES = ("shard", "constraint", "mesh", "drop_shardings", "between", "o")


def wants_variants(given: Mapping[str, Any]) -> bool:
    """Whether any of the options is given."""
    return any(given[name] for name in _NAMES)


def edits_of(given: Mapping[str, Any]) -> tuple[list[Edit], list[list[Edit | None]]]:
    """Returns the changes that all variants have, and alternatives of which each variant has one. Raises UsageError.

    Options that name the same thing are alternatives of one another, and so are those of --mesh.
    """
    from sdyopt.view.variants.edits import Constraint, DropShardings, NewMesh, Shard
    from sdyopt.view.variants.specs import AS_IT_IS, Spec, SpecError, mesh_of_text

    alternatives: dict[tuple[str, str], list[Edit | None]] = {}

    def add(key: tuple[str, str], edit: Edit | None) -> None:
        alternatives.setdefault(key, []).append(edit)

    try:
        for text in _listed(given["mesh"]):
            add(("mesh", ""), None if text == AS_IT_IS else NewMesh(mesh_of_text(text)))
        for option, make in (("shard", Shard), ("constraint", Constraint)):
            for text in given[option]:
                name, equals, specs = text.rpartition("=")
                if not equals or not name:
                    raise SpecError(f"'{text}' is not of the form NAME=SPEC, as in \"p['w1']=None,tensor\"")
                for spec in specs.split(";"):
                    add((option, name), None if spec.strip() == AS_IT_IS else make(name, Spec.of(spec)))
    except SpecError as error:
        raise click.UsageError(str(error)) from None
    always: list[Edit] = [DropShardings()] if given["drop_shardings"] else []
    return always, list(alternatives.values())


def _listed(texts: Sequence[str]) -> list[str]:
    return [part.strip() for text in texts for part in text.split(";")]


def between_of(text: str | None, count: int) -> tuple[int, int] | None:
    """Returns the numbers of two of `count` variants; None for no text. Raises UsageError."""
    if text is None:
        return None
    parts = [part.strip() for part in text.split(",")]
    numbers = [str(number) for number in range(count)]
    if len(parts) != 2 or not all(part in numbers for part in parts):
        raise click.UsageError(f"--between: '{text}' is not two numbers of variants, from 0 to {count - 1}")
    return int(parts[0]), int(parts[1])
