"""The options of variants: shardings in the words of PartitionSpec, and meshes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from sdyopt.cost import ViewError
from sdyopt.dialects.sdy.attributes import AxisRef, DimensionSharding, Mesh, MeshAxis, Sharding
from sdyopt.display.wording import counted
from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.records import NamedTuple

AS_IT_IS = "-"
"""The alternative that changes nothing."""

_OPEN = "?"
_NAME = re.compile(r"[^\s,()\[\]{}'\"=;]+")


class SpecError(ViewError):
    """A text that is not a sharding, or not a mesh; the message says why."""


class Spec(NamedTuple):
    """A PartitionSpec: the axes of each dimension, or None for one that is open; others are not sharded."""

    dimensions: tuple[tuple[str, ...] | None, ...]

    @classmethod
    def of(cls, text: str) -> Spec:
        """Reads `None,tensor,(data,fsdp)`, `,tensor` or `P(None, 'tensor')`. Raises SpecError."""
        inner = text.strip()
        if inner.startswith(("P(", "PartitionSpec(")) and inner.endswith(")"):
            inner = inner.partition("(")[2][:-1]
        parts = [part.strip() for part in _split(inner, text)]
        return cls(()) if parts == [""] else cls(tuple([_dimension(part, text) for part in parts]))

    @classmethod
    def given(cls, value: Any) -> Spec:
        """Returns what a text, a PartitionSpec or a sequence of axes says; None is a replicated value."""
        if isinstance(value, str):
            return cls.of(value)
        entries = [] if value is None else list(value)
        return cls(tuple([(each,) if isinstance(each, str) else tuple(each or ()) for each in entries]))

    def axes(self) -> Iterator[str]:
        for dimension in self.dimensions:
            yield from dimension or ()

    def sharding(self, mesh_name: str, mesh: Mesh, rank: int, what: str) -> Sharding:
        """Returns the sharding of a value of `rank` dimensions, called `what`. Raises SpecError."""
        if len(self.dimensions) > rank:
            raise SpecError(f"{what} has {counted(rank, 'dimension')}, and '{self}' has {len(self.dimensions)}")
        seen: set[str] = set()
        for axis in self.axes():
            if axis not in mesh.axis_sizes:
                raise SpecError(f"{what}: the mesh has no axis '{axis}': it has {', '.join(mesh.axis_sizes)}")
            if axis in seen:
                raise SpecError(f"{what}: '{self}' has axis '{axis}' twice")
            seen.add(axis)
        padded = (*self.dimensions, *[()] * (rank - len(self.dimensions)))
        return Sharding(
            SymbolRefAttr((mesh_name,)),
            tuple([DimensionSharding(tuple(map(AxisRef, axes or ())), axes is not None) for axes in padded]),
        )

    def __str__(self) -> str:
        """`P(None, 'tensor', ('data', 'fsdp'))`."""
        return f"P({', '.join([_text(dimension) for dimension in self.dimensions])})"


def _text(dimension: tuple[str, ...] | None) -> str:
    if dimension is None:
        return _OPEN
    if not dimension:
        return "None"
    names = [f"'{name}'" for name in dimension]
    return names[0] if len(names) == 1 else f"({', '.join(names)})"


def _split(inner: str, text: str) -> list[str]:
    """Splits at commas that are not in parentheses."""
    parts, depth = [""], 0
    for character in inner:
        depth += (character == "(") - (character == ")")
        if depth not in (0, 1):
            raise SpecError(f"'{text}' is not a sharding: parentheses do not match")
        if character == "," and not depth:
            parts.append("")
        else:
            parts[-1] += character
    if depth:
        raise SpecError(f"'{text}' is not a sharding: parentheses do not match")
    return parts


def _dimension(part: str, text: str) -> tuple[str, ...] | None:
    if part == _OPEN:
        return None
    if part in ("", "None"):
        return ()
    inner = part[1:-1] if part.startswith("(") and part.endswith(")") else part
    names = [name.strip().strip("'\"") for name in inner.split(",") if name.strip()]
    if not names or any(_NAME.fullmatch(name) is None for name in names):
        raise SpecError(f"'{text}' is not a sharding: expected an axis, None or (axis, axis), not '{part}'")
    return tuple(names)


def mesh_of(given: Any) -> Mesh:
    """Returns a mesh: itself, a text of it, its axes with their sizes, or a `jax.sharding.Mesh` or `AbstractMesh`.

    Raises SpecError.
    """
    if isinstance(given, Mesh):
        return given
    if isinstance(given, str):
        return mesh_of_text(given)
    axes = given if isinstance(given, Mapping) else getattr(given, "shape", None)
    if not isinstance(axes, Mapping):
        raise SpecError(f"{given!r:.200} is not a mesh: a mesh is a text, AXIS=SIZE,…, a dictionary, or one of JAX")
    return mesh_of_text(",".join([f"{name}={size}" for name, size in axes.items()]))


def mesh_of_text(text: str) -> Mesh:
    """Reads `fsdp=8,tensor=32`, or with an order of devices `fsdp=2,tensor=2:0,2,1,3`. Raises SpecError."""
    sizes, colon, order = text.partition(":")
    axes: dict[str, int] = {}
    for part in sizes.split(","):
        name, _, size = part.strip().partition("=")
        name = name.strip().strip('"')
        if _NAME.fullmatch(name) is None or not _is_size(size.strip()):
            raise SpecError(f"'{text}' is not a mesh: '{part.strip()}' is not AXIS=SIZE with a size of at least 1")
        if name in axes:
            raise SpecError(f"'{text}' is not a mesh: duplicate axis name: \"{name}\"")
        axes[name] = int(size)
    mesh = Mesh(tuple([MeshAxis(name, size) for name, size in axes.items()]))
    if not colon:
        return mesh
    ids = tuple([int(part) for part in order.split(",") if part.strip().isascii() and part.strip().isdigit()])
    if len(ids) != mesh.device_count or sorted(ids) != list(range(len(ids))):
        raise SpecError(f"'{text}' is not a mesh: its devices are not 0 to {mesh.device_count - 1}, each once")
    return mesh if ids == tuple(range(len(ids))) else Mesh(mesh.axes, ids)


def _is_size(text: str) -> bool:
    return text.isascii() and text.isdigit() and 0 < len(text) <= 9 and int(text) > 0


def mesh_text(mesh: Mesh) -> str:
    """`fsdp=8,tensor=32`."""
    sizes = ",".join([f"{axis.name}={axis.size}" for axis in mesh.axes])
    return f"{sizes}:{','.join(map(str, mesh.device_ids))}" if mesh.device_ids else sizes
