"""What `sdy-view` prints: a table of tensors, and one of what each function takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sdyopt.cost.origins.sources import source_text
from sdyopt.cost.sizes.share import Sizes
from sdyopt.display.tables import Column, Table
from sdyopt.display.wording import counted, printable
from sdyopt.view.model import DeviceSum, FunctionView, MeshView, ModuleView, TensorView
from sdyopt.view.render.amounts import UNKNOWN, exact, short
from sdyopt.view.why.reasons import reasons

_ONLY_RESULT = "result"
"""What JAX calls the result of a program that has one."""

_LONGEST_SHARDING = 200
"""Characters of a sharding that are shown: an inlined mesh may list thousands of devices."""


def heading(view: ModuleView) -> str:
    """`program.mlir, as written: 512 devices, mesh ["x"=16, "y"=32]`."""
    devices = f"{view.file}, {view.stage.value}: {counted(view.devices, 'device')}"
    with_name = len(view.meshes) > 1
    return printable(", ".join([devices, *[_mesh_text(mesh, with_name) for mesh in view.meshes]]))


def _mesh_text(mesh: MeshView, with_name: bool) -> str:
    axes = ", ".join([f'"{name}"={size}' for name, size in mesh.axes])
    order = f", device_ids=[{_numbers(mesh.device_ids)}]" if mesh.device_ids else ""
    name = f" @{mesh.name}" if with_name else ""
    return f"mesh{name} [{axes}]{order}"


def _numbers(numbers: Sequence[int], most: int = 8) -> str:
    shown = ",".join(map(str, numbers[:most]))
    return f"{shown},…" if len(numbers) > most else shown


def tensor_table(view: ModuleView, tensors: Sequence[TensorView]) -> Table:
    """A line for each of `tensors`."""
    several = len({tensor.function for tensor in view.tensors}) > 1
    has_stacks = any(frame.function for tensor in tensors for frame in tensor.source)
    columns = [Column("function", style="cyan")] if several else []
    columns += [
        Column("name", style="cyan"),
        Column("kind"),
        Column("source", below=True) if has_stacks else Column("line", right=True),
        Column("type", below=True),
        Column("sharding", below=True),
        Column("local shape"),
        Column("shards", right=True),
        Column("copies", right=True),
        Column("bytes a device", right=True, style="bold"),
    ]
    columns += [Column(f"in {view.tiles}", right=True, style="bold")] if view.tiles else []
    columns.append(Column("why", below=True, style="yellow"))
    return Table(columns, [list(_tensor_row(view, tensor, several, has_stacks)) for tensor in tensors])


def _tensor_row(view: ModuleView, tensor: TensorView, with_function: bool, has_stacks: bool) -> Iterator[str]:
    share = tensor.share
    if with_function:
        yield f"@{tensor.function}" if tensor.function else UNKNOWN
    yield tensor.name if tensor.label in ("", _ONLY_RESULT) else f"{tensor.name} {tensor.label}"
    yield tensor.kind.value
    yield _source(tensor, view, has_stacks)
    yield share.type if share.shape is None else share.type.removeprefix("tensor<").removesuffix(">")
    yield _sharding(share.sharding_text or UNKNOWN, view)
    yield _sizes(share.local_shape)
    yield UNKNOWN if share.shape is None else f"{share.shards:,}"
    yield UNKNOWN if share.shape is None else f"{share.copies:,}"
    yield exact(share.bytes)
    if view.tiles:
        yield exact(share.tiled_bytes)
    yield reasons(tensor)


def function_table(view: ModuleView, functions: Sequence[FunctionView]) -> Table:
    """A line for each of `functions`, or, where devices differ, for each run of devices that do not."""
    names = ["devices", "arguments", "bytes", "results", "bytes", "together, a device"]
    names += [f"in {view.tiles}"] if view.tiles else []
    columns = [Column("function", style="cyan"), *[Column(name, right=True) for name in names], Column("", below=True)]
    rows = [list(_function_row(view, function, sums)) for function in functions for sums in function.sums]
    return Table(columns, rows)


def _function_row(view: ModuleView, function: FunctionView, sums: DeviceSum) -> Iterator[str]:
    yield f"@{function.name}"
    yield str(sums.first) if sums.first == sums.last else f"{sums.first}–{sums.last}"
    yield f"{function.arguments:,}"
    yield exact(sums.arguments)
    yield f"{function.results:,}"
    yield exact(sums.results)
    yield exact(sums.bytes)
    if view.tiles:
        yield exact(sums.tiled_bytes)
    yield "; ".join(_remarks(function, sums))


def _remarks(function: FunctionView, sums: DeviceSum) -> Iterator[str]:
    if sums.donated and function.shared:
        yield f"{short(sums.bytes)}, {short(max(0, sums.bytes - function.shared))} after donation"
    elif sums.donated:
        yield f"{exact(sums.donated)} donated, but no result has that size"
    if sums.undecided and sums.devices > 1:
        yield f"{exact(sums.undecided)} have no sharding"
    if function.constraints:
        yield f"not summed: {counted(function.constraints, 'constraint')}"
    if function.unknown:
        yield f"not summed: {function.unknown} of unknown size"


def _source(tensor: TensorView, view: ModuleView, has_stacks: bool) -> str:
    """The line of the input, or the place in the source with the way to it."""
    place = tensor.place
    if place is None:
        return UNKNOWN
    if place.file == view.file:
        return f"line {place.line}" if has_stacks else str(place.line)
    return source_text(tensor.source, view.frames)


def _sizes(sizes: Sizes | None) -> str:
    if sizes is None:
        return UNKNOWN
    return "x".join(["?" if size is None else str(size) for size in sizes]) or "scalar"


def _sharding(text: str, view: ModuleView) -> str:
    """A sharding as it is written, but without the name of a mesh if there is only one."""
    if len(view.meshes) == 1:
        prefix = f"<@{view.meshes[0].name}, "
        text = text.removeprefix(prefix).removesuffix(">") if text.startswith(prefix) else text
    return text if len(text) <= _LONGEST_SHARDING else f"{text[: _LONGEST_SHARDING - 1]}…"
