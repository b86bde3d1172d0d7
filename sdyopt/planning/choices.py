"""Plans: for each class of arguments the axes of its dimensions, as it is stored and as heavy operations see it.

Axes are numbers in the mesh. Within a dimension they stand in mesh order, after those that the program fixes: other
orders cost nothing in Shardy, and much in XLA's partitioner.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, product
from math import prod

from sdyopt.ir.attributes import FloatType
from sdyopt.ir.records import NamedTuple
from sdyopt.planning.grouping import ArgumentClass
from sdyopt.planning.target import batching_dimensions

Axes = tuple[int, ...]
"""Axes of a dimension, by number in the mesh."""
Placement = tuple[Axes, ...]
"""The axes of each dimension."""


class ClassChoice(NamedTuple):
    """The choice of a plan for a class."""

    storage: Placement
    at_use: Placement | None = None
    """The placement that heavy operations see; None if propagation decides it."""
    is_tied: bool = True
    """Whether results that are tied to arguments of the class are stored alike; if not, propagation shards them."""

    @property
    def dimensions(self) -> Placement:
        """The axes of each dimension as it is stored, then of each as it is used."""
        return (*self.storage, *(self.at_use or ()))

    def with_each(self, change: Callable[[Placement], Placement]) -> ClassChoice:
        """Returns the choice with another placement as it is stored, and as it is used if that is said."""
        at_use = None if self.at_use is None else change(self.at_use)
        return self._replace(storage=change(self.storage), at_use=at_use)


Choices = tuple[ClassChoice, ...]
"""A choice for each class."""

_SEQUENCES = 2
"""Colours of data that count as sequences."""
_FIRST = 3
"""Colours that are tried before the best of them is taken."""

Action = tuple[str, Axes]
"""A colour, and the axes to append to the dimensions of that colour."""


class Space:
    """The plans for some classes on a mesh whose axes have these `sizes`."""

    def __init__(
        self,
        classes: Sequence[ArgumentClass],
        sizes: Sequence[int],
        with_at_use: bool = True,
        kinds: Sequence[object] | None = None,
    ) -> None:
        """Axes of one kind are interchangeable where plans use some of them; by default each has its own kind."""
        self.classes = tuple(classes)
        self.sizes = tuple(sizes)
        self.axes = tuple([axis for axis, size in enumerate(sizes) if size > 1])
        """Those that have more than one device."""
        self.axis_sets = list(dict.fromkeys([*[(axis,) for axis in self.axes], self.axes]))
        """Each of these, and all."""
        self._with_at_use = with_at_use
        self._kinds = list(range(len(sizes))) if kinds is None else [kinds.index(kind) for kind in kinds]
        """For each axis the first one of its kind."""
        self.by_bytes = sorted(range(len(classes)), key=lambda number: (-classes[number].bytes, number))
        """The numbers of classes, those that take most first."""

    @property
    def start(self) -> Choices:
        """The plan that shards nothing beyond what is fixed."""
        return tuple([ClassChoice(tuple([fixed.axes for fixed in each.fixed])) for each in self.classes])

    @property
    def nothing(self) -> Choices:
        """The plan that replicates all, whatever is fixed."""
        return tuple([ClassChoice(((),) * len(each.shape)) for each in self.classes])

    def untied(self, plan: Choices) -> Choices:
        """Returns `plan` with all results left to propagation."""
        pairs = zip(self.classes, plan, strict=True)
        return tuple([choice._replace(is_tied=not each.results) for each, choice in pairs])

    def colours(self) -> list[str]:
        """Returns the colours of dimensions that an axis may go to, in the order of the classes."""
        found = [
            colour
            for number, each in enumerate(self.classes)
            for dimension, colour in enumerate(each.colours)
            if any(self.added(number, self.start[number].storage, dimension, axis) for axis in self.axes)
        ]
        return list(dict.fromkeys(found))

    def actions(self) -> list[list[Action]]:
        """Returns all actions, in the order of colours: those with all axes if there are several, then with one."""
        colours = self.colours()
        together = [[(colour, self.axes) for colour in colours]] if len(self.axes) > 1 else []
        return [*together, [(colour, (axis,)) for colour in colours for axis in self.axes]]

    def single_colours(self) -> list[Choices]:
        """Returns for each colour the plan with all axes on it that fit."""
        return [self.act(self.start, (colour, self.axes)) or self.start for colour in self.colours()]

    def act(self, plan: Choices, action: Action) -> Choices | None:
        """Returns `plan` with axes on the first dimension of a colour, in each class those that fit; None for none."""
        colour, axes = action
        choices = list(plan)
        for number, each in enumerate(self.classes):
            if colour in each.colours:
                storage = plan[number].storage
                for axis in axes:
                    storage = self.added(number, storage, each.colours.index(colour), axis) or storage
                choices[number] = plan[number]._replace(storage=storage)
        changed = tuple(choices)
        return None if changed == plan else changed

    def canonical(self, plan: Choices) -> Choices:
        """Returns the plan that has the first axes of each kind instead; it costs the same.

        It is the plan itself if the axes would then stand in another order, or if no two axes are of one kind.
        """
        if len(set(self._kinds)) == len(self.sizes):
            return plan
        used = sorted({axis for choice in plan for axes in choice.dimensions for axis in axes})
        first: dict[int, int] = {}
        for axis in used:
            alike = [other for other in self.axes if self._kinds[other] == self._kinds[axis]]
            first[axis] = next(other for other in alike if other not in first.values())
        if list(first.values()) != sorted(first.values()) or all(axis == other for axis, other in first.items()):
            return plan

        def on_first(placement: Placement) -> Placement:
            return tuple([tuple([first[axis] for axis in axes]) for axes in placement])

        return tuple([choice.with_each(on_first) for choice in plan])

    def added(self, number: int, storage: Placement, dimension: int, axis: int) -> Placement | None:
        """Returns the axes of a class with one more on a dimension; None if it is there already, or does not fit."""
        if any(axis in axes for axes in storage):
            return None
        each = self.classes[number]
        fixed = each.fixed[dimension]
        free = sorted([*storage[dimension][len(fixed.axes) :], axis])
        axes = (*fixed.axes, *free)
        size = prod([self.sizes[one] for one in axes])
        if fixed.is_closed or each.shape[dimension] % size:
            return None
        return (*storage[:dimension], axes, *storage[dimension + 1 :])

    def removed(self, number: int, storage: Placement, axis: int) -> Placement:
        """Returns the axes of a class without one, unless that is fixed."""
        pairs = zip(storage, self.classes[number].fixed, strict=True)
        return tuple([axes if axis in kept.axes else tuple([x for x in axes if x != axis]) for axes, kept in pairs])

    def moves(self, number: int, choice: ClassChoice) -> Iterator[ClassChoice]:
        """Yields the choices for a class in which one axis is on another dimension, on one more, or on none."""
        storage = choice.storage
        found: dict[Placement, None] = {}
        for axis in self.axes:
            without = self.removed(number, storage, axis)
            found[without] = None
            for dimension in range(len(storage)):
                if (added := self.added(number, without, dimension, axis)) is not None:
                    found[added] = None
        changed: dict[ClassChoice, None] = {}
        for stored in [choice._replace(storage=each) for each in (storage, *found)]:
            changed[stored] = None
            if self._with_at_use and self.classes[number].uses:
                changed[stored._replace(at_use=None)] = None
                changed[stored._replace(at_use=storage)] = None
        changed.pop(choice, None)
        yield from changed

    def all_placements(self, number: int) -> list[Placement]:
        """Returns all ways to store a class, in the order of the dimensions that the axes go to."""
        rank = len(self.classes[number].shape)
        found: dict[Placement, None] = {}
        for places in product([None, *range(rank)], repeat=len(self.axes)):
            storage: Placement | None = self.start[number].storage
            for axis, dimension in zip(self.axes, places, strict=True):
                if dimension is not None and storage is not None:
                    storage = self.added(number, storage, dimension, axis)
            if storage is not None:
                found[storage] = None
        return list(found)

    def plans_without_at_use(self) -> int:
        """Returns how many plans there are that say nothing of uses."""
        return prod([len(self.all_placements(number)) for number in range(len(self.classes))])

    def all_plans(self) -> Iterator[Choices]:
        for storages in product(*[self.all_placements(number) for number in range(len(self.classes))]):
            yield tuple([ClassChoice(storage) for storage in storages])

    def zero(self, plan: Choices, axes: Sequence[int], with_heavy: bool) -> Choices:
        """Returns `plan` with axes on the state that no heavy operation uses, and if wanted on all weights: heavy
        classes, and numbers that stay as they are and have no axes, as frozen tables, and weights that others change.

        Axes that a class does not have go to its largest dimension on a device that they divide.
        Heavy operations see the class as it was stored.
        """
        choices = list(plan)
        for number, each in enumerate(self.classes):
            is_frozen = isinstance(each.type.element_type, FloatType) and not any(plan[number].storage)
            if with_heavy if each.uses else each.is_state or (with_heavy and is_frozen):
                choices[number] = self.spread(number, plan[number], axes)
        return tuple(choices)

    def smaller(self, plan: Choices, saved: Mapping[str, float]) -> Iterator[list[Choices]]:
        """Yields plans that may take less memory than `plan`, those first that are likely to win most.

        `saved` has the bytes that axes on colours would save at the peak.
        """
        colours = sorted([colour for colour in self.colours() if colour in saved], key=lambda each: -saved[each])
        several = dict.fromkeys([self.axes, *self.axis_sets])
        for some in (colours[:_FIRST], colours[_FIRST : 2 * _FIRST]):
            actions = [(colour, axes) for colour in some for axes in several]
            yield [self.act(plan, each) or plan for each in actions] + [self._placed(plan, *each) for each in actions]

    def _placed(self, plan: Choices, colour: str, axes: Axes) -> Choices:
        """Returns `plan` with axes on a colour in place of other dimensions of the classes that have it."""
        having = [colour in each.colours for each in self.classes]
        moved = self._moved(plan, colour, axes) or plan
        return tuple(
            [new._replace(at_use=None) if has else old for old, new, has in zip(plan, moved, having, strict=True)]
        )

    def spread_out(self, plan: Choices) -> list[Choices]:
        """Returns `plan` with all axes on weights and state, and on all arguments."""
        stored, seen = self._sharded(plan)
        return [stored, tuple([self.spread(number, choice, self.axes) for number, choice in enumerate(plan)]), seen]

    def _sharded(self, plan: Choices) -> list[Choices]:
        """Returns `plan` with all axes on weights and state, which products see as before, or, as people write it, as
        propagation decides.
        """
        stored = self.zero(plan, self.axes, True)
        pairs = zip(stored, plan, strict=True)
        return [stored, tuple([each._replace(at_use=choice.at_use) for each, choice in pairs])]

    def spread(self, number: int, choice: ClassChoice, axes: Sequence[int]) -> ClassChoice:
        """Returns the choice for a class with the axes that it has not on the largest dimension that they fit together,
        as XLA reduce-scatters along one; else each on the one that is largest then.

        Heavy operations see the class as it was stored.
        """
        at_use = choice.at_use
        storage = self._spread(number, choice.storage, axes)
        for axis in axes if storage == choice.storage else ():
            storage = self._spread(number, storage, (axis,))
        if storage == choice.storage:
            return choice
        if self.classes[number].uses and at_use is None and self._with_at_use:
            at_use = choice.storage
        return choice._replace(storage=storage, at_use=at_use)

    def all_batches(self, plan: Choices) -> Choices:
        """Returns `plan` with the axes of a dimension of data also on that dimension of other data of its size.

        A step returns all else: if it returns nothing, it is not known what is data.
        """
        data = [number for number, each in enumerate(self.classes) if not each.is_state]
        data = data if len(data) < len(self.classes) else []
        for one, other in product(data, data):
            each = self.classes[other]
            pairs = zip(self.classes[one].shape, each.shape, each.colours, plan[one].storage, strict=False)
            for size, has, colour, axes in pairs if not any(plan[other].storage) else ():
                plan = self.act(plan, (colour, axes)) or plan if axes and size == has else plan
        return plan

    def usual(self, plan: Choices) -> dict[str, list[Choices]]:
        """Returns what people write beside data parallelism, which is `plan`, by the names of the rows of results."""
        tensor = [self._tensor_parallel(plan, axes) for axes in self.axis_sets]
        sequence = [self._moved(plan, colour, (axis,)) for colour in self._sequences(plan) for axis in self.axes]
        experts = [(colour, axes) for colour in self._experts(plan) for axes in self.axis_sets]
        beside = [each for action in experts if (each := self.act(plan, action)) is not None]
        instead = [each for action in experts if (each := self._moved(plan, *action)) is not None]
        return {
            "fsdp": [*self._sharded(plan), self.zero(plan, self.axes, False)],
            "tensor_parallel": [*tensor, *chain(*map(self._sharded, tensor))],
            "sequence_parallel": [each for each in sequence if each is not None],
            "expert_parallel": [*beside, *chain(*map(self._sharded, beside)), *instead],
        }

    def shards_data(self, plan: Choices) -> bool:
        """Returns whether a plan shards an argument that a step does not return."""
        return any(any(choice.storage) and not each.is_state for each, choice in zip(self.classes, plan, strict=True))

    def _sequences(self, plan: Choices) -> list[str]:
        """Returns colours that dimensions of data have beside the one with axes: those of sequences."""
        pairs = [(each, choice.storage) for each, choice in zip(self.classes, plan, strict=True) if any(choice.storage)]
        data = [zip(each.colours, storage, strict=True) for each, storage in pairs if not each.is_state]
        colours = dict.fromkeys([colour for dimensions in data for colour, axes in dimensions if not axes])
        return [colour for colour in colours if colour in self.colours()][:_SEQUENCES]

    def _experts(self, plan: Choices) -> list[str]:
        """Returns the colours of weights along which products have a weight for each index: those of experts."""
        uses = [(each, use) for each in self._whole_weights(plan) for use in each.uses]
        return list(dict.fromkeys([each.colours[at] for each, use in uses for at in batching_dimensions(use)]))

    def _whole_weights(self, plan: Choices) -> list[ArgumentClass]:
        """Returns the classes that products use, and that a plan does not shard."""
        return [each for each, choice in zip(self.classes, plan, strict=True) if each.uses and not any(choice.storage)]

    def _without(self, plan: Choices, axes: Sequence[int]) -> Choices:
        for axis in axes:
            storages = [self.removed(number, choice.storage, axis) for number, choice in enumerate(plan)]
            plan = tuple([choice._replace(storage=storage) for choice, storage in zip(plan, storages, strict=True)])
        return plan

    def _moved(self, plan: Choices, colour: str, axes: Axes) -> Choices | None:
        """Returns a plan with axes on a colour in place of those that have them; None if they do not fit."""
        return self.act(self._without(plan, axes), (colour, axes))

    def _tensor_parallel(self, plan: Choices, axes: Axes) -> Choices:
        """Returns a plan with axes on weights instead of data, but not on what they have in common with most others."""
        heavy = self._whole_weights(plan)
        shared = Counter([colour for each in heavy for colour in each.colours])
        found = self._without(plan, axes)
        for each in heavy:
            used = sorted({number for use in each.uses for number in use.dimensions if number is not None})
            counts = [shared[each.colours[number]] for number in used]
            place = next((place for place, count in enumerate(counts) if count < max(counts)), 0)
            found = self.act(found, (each.colours[used[place]], axes)) or found if used else found
        return found

    def savings(self, number: int, choice: ClassChoice) -> Iterator[ClassChoice]:
        """Yields the choices for a class that may take less memory: moves that take no axis away, and all axes."""
        devices = self.devices(choice.storage)
        found = dict.fromkeys([each for each in self.moves(number, choice) if self.devices(each.storage) >= devices])
        spread = self.spread(number, choice, self.axes)
        found[spread] = None
        found[spread._replace(at_use=choice.at_use)] = None
        found.pop(choice, None)
        yield from found

    def devices(self, placement: Placement) -> int:
        """Returns over how many devices a class is split."""
        return prod([self.sizes[axis] for axes in placement for axis in axes])

    def _spread(self, number: int, storage: Placement, axes: Sequence[int]) -> Placement:
        """Returns the axes of a class with the missing ones on one dimension; unchanged if they fit on none."""
        shape, used = self.classes[number].shape, {axis for each in storage for axis in each}
        local = [size // prod([self.sizes[one] for one in axes]) for size, axes in zip(shape, storage, strict=True)]
        for dimension in sorted(range(len(shape)), key=lambda dimension: (-local[dimension], dimension)):
            added: Placement | None = storage
            for axis in axes:
                if axis not in used and added is not None:
                    added = self.added(number, added, dimension, axis)
            if added is not None:
                return added
        return storage

    def complexity(self, plan: Choices) -> tuple[int, int]:
        """Returns how many axes a plan uses, and on how many dimensions, over all classes."""
        used = [len(axes) for choice in plan for axes in choice.dimensions if axes]
        return sum(used), len(used)


def replaced(plan: Choices, number: int, choice: ClassChoice) -> Choices:
    """Returns a plan with another choice for one class."""
    return (*plan[:number], choice, *plan[number + 1 :])


def order_of(plan: Choices) -> tuple[object, ...]:
    """Returns the place of a plan in the canonical order: axes on earlier dimensions of earlier classes come first."""
    return tuple(
        [
            (_order(choice.storage), choice.at_use is not None, _order(choice.at_use or ()), not choice.is_tied)
            for choice in plan
        ]
    )


def _order(placement: Placement) -> tuple[tuple[bool, Axes], ...]:
    return tuple([(not axes, axes) for axes in placement])
