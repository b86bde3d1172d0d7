"""What a file of `jax.export` says besides its program: platforms, calling convention, types and shardings."""

from __future__ import annotations

from collections.abc import Iterator

from sdyopt.bytecode.exported import FlatTable, module_of

(
    _FUNCTION_NAME,
    _PLATFORMS,
    _CALLING_CONVENTION,
    _KEPT_INPUTS,
    _DEVICES,
    _TYPES,
    _MESHES,
    _SHARDINGS,
    _INPUT_TYPES,
    _OUTPUT_TYPES,
    _INPUT_SHARDINGS,
    _OUTPUT_SHARDINGS,
    _JAX_VERSION,
) = (1, 9, 14, 15, 18, 19, 20, 21, 22, 23, 24, 25, 26)
"""The numbers of fields."""

_ELEMENT_TYPES = (
    *("bool", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64"),
    *("f16", "f32", "f64", "complex64", "complex128", "bf16", "i4", "ui4"),
    *("f8e4m3b11fnuz", "f8e4m3fn", "f8e4m3fnuz", "f8e5m2", "f8e5m2fnuz", "float0"),
    *("f8e4m3", "f8e3m4", "f8e8m0fnu", "f4e2m1fn"),
)

_MOST = 20
"""The number of inputs, or outputs, that a note lists."""


def exported_notes(data: bytes) -> Iterator[str]:
    """Yields lines about the file of `jax.export` that `data` is; none for another file, or one that is damaged."""
    if module_of(data) is None:
        return
    try:
        root = FlatTable.root(data)
        yield _heading(root)
        yield from _values(root, "input", _INPUT_TYPES, _INPUT_SHARDINGS)
        yield from _values(root, "output", _OUTPUT_TYPES, _OUTPUT_SHARDINGS)
        kept, inputs = root.numbers(_KEPT_INPUTS, 2), root.numbers(_INPUT_TYPES, 4)
        if inputs and len(kept) < len(inputs):
            yield f"the program has {len(kept)} of the {len(inputs)} inputs: {_listed(kept)}"
    except ValueError:
        return


def _heading(root: FlatTable) -> str:
    version = root.string(_JAX_VERSION)
    devices = root.number(_DEVICES, 4)
    return (
        f"exported by JAX{f' {version}' if version else ''}: function {root.string(_FUNCTION_NAME)}, "
        f"for {', '.join(root.strings(_PLATFORMS))}, on {devices} device{'' if devices == 1 else 's'}, "
        f"calling convention {root.number(_CALLING_CONVENTION, 2)}"
    )


def _values(root: FlatTable, what: str, types: int, shardings: int) -> Iterator[str]:
    """Yields a line about the inputs, or the outputs."""
    known_types, known_shardings = root.tables(_TYPES), root.tables(_SHARDINGS)
    meshes = root.tables(_MESHES)
    places = root.numbers(shardings, 4)
    texts = []
    for number, place in enumerate(root.numbers(types, 4)):
        if place >= len(known_types):
            return
        text = _type_text(known_types[place])
        sharding = places[number] if number < len(places) else 0
        if 0 < sharding <= len(known_shardings):
            text += f" {_sharding_text(known_shardings[sharding - 1], meshes)}"
        texts.append(text)
    if texts:
        left_out = f", and {len(texts) - _MOST} more" if len(texts) > _MOST else ""
        yield f"{what}{'' if len(texts) == 1 else 's'}: {', '.join(texts[:_MOST])}{left_out}"


def _type_text(type: FlatTable) -> str:
    """Returns `f32[b,4]`, in which a size may be an expression."""
    number = type.number(2, 1)
    name = _ELEMENT_TYPES[number] if number < len(_ELEMENT_TYPES) else "key"
    return f"{name}[{','.join(type.strings(1))}]"


def _sharding_text(sharding: FlatTable, meshes: list[FlatTable]) -> str:
    """Returns `P('x', None) on ["x"=2, "y"=4]`."""
    spec = sharding.table(1)
    parts = [] if spec is None else [_partition_text(part.strings(0)) for part in spec.tables(0)]
    mesh = sharding.table(0)
    place = sharding.number(3, 4)
    if mesh is None and place < len(meshes):
        mesh = meshes[place]
    text = f"P({', '.join(parts)})"
    if mesh is None:
        return text
    axes = [f'"{name}"={size}' for name, size in zip(mesh.strings(1), mesh.numbers(0, 4), strict=False)]
    return f"{text} on [{', '.join(axes)}]"


def _partition_text(axes: list[str]) -> str:
    if not axes:
        return "None"
    quoted = [f"'{axis}'" for axis in axes]
    return quoted[0] if len(quoted) == 1 else f"({', '.join(quoted)})"


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers)) or "none"
