"""Recipes of partitioned operations: how the first of equal ones was partitioned, repeated for the others."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.cost.partitioner.shards import (
    Collective,
    HeldValue,
    MadeStep,
    Room,
    Shapes,
    StepKey,
    local_shapes,
    steps_between,
)
from sdyopt.cost.partitioner.tilings import Tiled
from sdyopt.ir.attribute import remembered_table
from sdyopt.ir.records import NamedTuple


class RecipeStep(NamedTuple):
    """A step of a recipe."""

    key: StepKey
    operands: tuple[int, ...]
    """The numbers of operands, and after those of steps."""
    collective: Collective | None
    is_doubtful: bool


class RecipeResult(NamedTuple):
    """A result of a recipe."""

    shape: tuple[int, ...]
    item: int
    tiling: Tiled
    is_filled: bool
    step: int


class Recipe(NamedTuple):
    """How an operation is partitioned: what is the same for all that are like it, as those of the layers of a model."""

    steps: tuple[RecipeStep, ...]
    results: tuple[RecipeResult, ...]

    moving: tuple[tuple[int, int | None], ...]
    """The numbers of the steps that are collectives or doubtful, and of the operands that they move."""
    local: Shapes
    """The shapes on a device of the operands and the result of what is computed; empty if that is not known."""
    has_own: bool
    """Whether some steps are of the operation itself, and not of those like it."""
    forms: tuple[tuple[int, RecipeResult], ...]
    """The numbers of the steps of results, and values in other tilings or shapes that these are of."""

    def repeated(self, room: Room, made: list[MadeStep], itself: object) -> tuple[list[HeldValue], list[MadeStep]]:
        """Returns the results of another operation like it, and the steps from the operands on, which are `made`."""
        known, has_own = room.computation.known, self.has_own
        for key, numbers, collective, is_doubtful in self.steps:
            if has_own and _ITSELF in key.parts:
                key = StepKey(tuple([itself if part is _ITSELF else part for part in key.parts]))
            operands = tuple([made[number] for number in numbers])
            whole = key, operands
            step = known.get(whole)
            if step is None:
                step = known[whole] = MadeStep(key, operands, collective, is_doubtful)
            made.append(step)
        results = [
            _new(HeldValue, (room, shape, item, tiling, made[number], is_filled))
            for shape, item, tiling, is_filled, number in self.results
        ]
        for of, (shape, item, tiling, is_filled, number) in self.forms:
            room.computation.keep_form(made[of], HeldValue(room, shape, item, tiling, made[number], is_filled), shape)
        return results, made


_new = tuple.__new__
"""Makes a named tuple more quickly than its class."""

RECIPES: dict[tuple[object, ...], Recipe] = remembered_table()
"""The recipes of operations by their surroundings, their signatures, and the tilings of their operands."""

_ITSELF = object()
"""Stands for the operation in the keys of the steps of a recipe."""


def recipe_of(operands: Sequence[HeldValue], count: int, results: Sequence[HeldValue]) -> Recipe | None:
    """Returns how results have been made; None if not of the operands alone: `count` of them, and what is behind."""
    computation = results[0].room.computation
    numbers: dict[MadeStep, int] = {}
    for number, each in enumerate(operands):
        numbers.setdefault(each.step, number)
    kept = [
        (each.step, computation.resharded[each.step, *form])
        for each in results
        if each.step not in numbers
        for form in computation.second_forms.get(each.step, ())
    ]
    itself, steps, has_own = computation.itself, list[RecipeStep](), False
    pending = [each.step for each in (*[form for _, form in reversed(kept)], *reversed(results))]
    while pending:
        step = pending[-1]
        before = [] if step in numbers else [each for each in step.operands if each not in numbers]
        if before:
            pending += before
            continue
        pending.pop()
        if step not in numbers:
            if not step.operands and operands:
                return None
            numbers[step] = len(operands) + len(steps)
            key = step.key
            if any(part is itself for part in key.parts):
                key, has_own = StepKey(tuple([_ITSELF if part is itself else part for part in key.parts])), True
            taken = tuple([numbers[each] for each in step.operands])
            steps.append(RecipeStep(key, taken, step.collective, step.is_doubtful))

    def made(value: HeldValue) -> RecipeResult:
        return RecipeResult(value.shape, value.item, value.tiling, value.is_filled, numbers[value.step])

    between = steps_between(operands, [each.step for each in results], ())
    moving = [(numbers[step], None if number is None or number >= count else number) for step, number in between]
    forms = tuple([(numbers[step], made(form)) for step, form in kept])
    return Recipe(tuple(steps), tuple(map(made, results)), tuple(moving), local_shapes(results), has_own, forms)
