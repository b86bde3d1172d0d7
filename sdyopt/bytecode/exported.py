"""Files of `jax.export`: a flatbuffer, in which the program is a portable artifact.

The schema is that of `jax/_src/export/serialization.fbs`.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator

from sdyopt.bytecode.container import MAGIC

MODULE = 13
"""The number of the field with the program."""

_MIN_FIELDS, _MAX_FIELDS = 14, 64


class FlatTable:
    """A table of a flatbuffer. Raises ValueError for an offset outside of the data."""

    def __init__(self, data: bytes, position: int) -> None:
        self.data = data
        self.position = position
        self._fields = position - self._number(position, 4, signed=True)
        if not 0 <= self._fields <= len(data) - 4:
            raise ValueError("a table without fields")
        self._size = self._number(self._fields, 2)

    @staticmethod
    def root(data: bytes) -> FlatTable:
        """Returns the first table."""
        position = int.from_bytes(data[:4], "little")
        if not 4 <= position <= len(data) - 4:
            raise ValueError("not a flatbuffer")
        return FlatTable(data, position)

    @property
    def field_count(self) -> int:
        return (self._size - 4) // 2

    @property
    def is_plausible(self) -> bool:
        """Whether the list of fields is inside the data and of a likely size."""
        return (
            self._size % 2 == 0
            and _MIN_FIELDS <= self.field_count <= _MAX_FIELDS
            and self._fields + self._size <= len(self.data)
            and self._number(self._fields + 2, 2) >= 4
        )

    def number(self, field: int, size: int, default: int = 0) -> int:
        """Returns a field that is an unsigned number of this size in bytes."""
        place = self._place(field)
        return default if place is None else self._number(place, size)

    def string(self, field: int) -> str:
        """Returns a field that is a string; empty if there is none."""
        return self.bytes(field).decode("utf-8", "replace")

    def bytes(self, field: int) -> bytes:
        """Returns a field that is a vector of bytes."""
        found = self._vector(field, 1)
        return b"" if found is None else self.data[found[0] : found[0] + found[1]]

    def numbers(self, field: int, size: int) -> list[int]:
        """Returns a field that is a vector of unsigned numbers of this size in bytes."""
        start, count = self._vector(field, size) or (0, 0)
        return [self._number(start + size * index, size) for index in range(count)]

    def strings(self, field: int) -> list[str]:
        """Returns a field that is a vector of strings."""
        found = []
        for place in self._targets(field):
            size = self._number(place, 4)
            self._check(place + 4, size)
            found.append(self.data[place + 4 : place + 4 + size].decode("utf-8", "replace"))
        return found

    def tables(self, field: int) -> list[FlatTable]:
        """Returns a field that is a vector of tables."""
        return [FlatTable(self.data, place) for place in self._targets(field)]

    def table(self, field: int) -> FlatTable | None:
        """Returns a field that is a table, if there is one."""
        place = self._place(field)
        return None if place is None else FlatTable(self.data, place + self._number(place, 4))

    def _targets(self, field: int) -> list[int]:
        start, count = self._vector(field, 4) or (0, 0)
        places = [start + 4 * index for index in range(count)]
        return [place + self._number(place, 4) for place in places]

    def _place(self, field: int) -> int | None:
        """Returns where a field is, or None if it is missing."""
        if field >= self.field_count:
            return None
        offset = self._number(self._fields + 4 + 2 * field, 2)
        return self.position + offset if offset else None

    def _vector(self, field: int, size: int) -> tuple[int, int] | None:
        """Returns where the elements of a vector begin, and their number; None if it is missing."""
        if (place := self._place(field)) is None:
            return None
        start = place + self._number(place, 4)
        count = self._number(start, 4)
        self._check(start + 4, size * count)
        return start + 4, count

    def _check(self, start: int, size: int) -> None:
        if start + size > len(self.data):
            raise ValueError("a part outside of the data")

    def _number(self, place: int, size: int, signed: bool = False) -> int:
        self._check(place, size)
        return int.from_bytes(self.data[place : place + size], "little", signed=signed)


def module_of(data: bytes) -> bytes | None:
    """Returns the portable artifact in a file of `jax.export`, or None for any other file."""
    try:
        root = FlatTable.root(data)
        module = root.bytes(MODULE) if root.is_plausible else b""
    except ValueError:
        return None
    return module if module.startswith(MAGIC) else None


# What a file of `jax.export` says besides its program: platforms, calling convention, types and shardings.

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


# Files that are not text, recognized by their first bytes, and what is in containers.

GZIP = b"\x1f\x8b"
ZIP = b"PK\x03\x04"

MAX_SIZE = 1 << 30
"""The number of bytes that a container may have once it is decompressed."""


def unpacked(data: bytes) -> bytes | str | None:
    """Returns the text of a program, or its bytes in binary form; None for what is not a program in binary form.

    A container is opened if it is valid; otherwise its own bytes are returned.
    """
    if data.startswith((GZIP, ZIP)):
        try:
            contents = contents_of(data)
        except ValueError:
            return data
        if contents.startswith(MAGIC) or module_of(contents) is not None:
            return contents
        return contents.decode("utf-8-sig", "surrogateescape")
    return data if data.startswith(MAGIC) or module_of(data) is not None else None


def is_of_newer(data: bytes) -> bool:
    """Whether bytecode, an artifact or a file of `jax.export` was written by a newer version than the reference."""
    return _NEWER_PRODUCER.match(module_of(data) or data) is not None


_NEWER_PRODUCER = re.compile(rb"ML\xefR[\x01-\xff](?:MLIR(?:2[4-9]|[3-9]\d)\.|StableHLO_v1\.(?:1[89]|[2-9]\d)\.)")


def contents_of(data: bytes) -> bytes:
    """Returns what is in a container. Raises ValueError."""
    return _decompressed(data) if data.startswith(GZIP) else _member(data)


def _decompressed(data: bytes) -> bytes:
    """Returns the contents of a gzip file."""
    found = bytearray()
    while data:
        stream = zlib.decompressobj(16 + zlib.MAX_WBITS)
        try:
            found += stream.decompress(data, MAX_SIZE - len(found) + 1)
        except zlib.error as error:
            raise ValueError(f"invalid gzip file: {error}") from None
        if len(found) > MAX_SIZE:
            raise ValueError(f"a gzip file of more than {MAX_SIZE} bytes")
        if not stream.eof:
            raise ValueError("invalid gzip file: it ends early")
        data = stream.unused_data.lstrip(b"\0")
        if not data.startswith(GZIP):
            break
    return bytes(found)


def _member(data: bytes) -> bytes:
    """Returns the only member of a zip file that is a program."""
    import io
    import zipfile

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = [info for info in archive.infolist() if not info.is_dir()]
            if sum([info.file_size for info in names]) > MAX_SIZE:
                raise ValueError(f"a zip file of more than {MAX_SIZE} bytes")
            found: list[bytes] = []
            for info in names:
                with archive.open(info) as member:
                    contents = member.read(info.file_size)
                is_text = info.filename.endswith(".mlir")
                if is_text or contents.startswith(MAGIC) or module_of(contents) is not None:
                    found.append(contents)
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError, RuntimeError) as error:
        raise ValueError(f"invalid zip file: {error}") from None
    if len(found) != 1:
        listed = ", ".join([info.filename for info in names[:20]])
        raise ValueError(f"a zip file with {len(found) or 'no'} programs among its {len(names)} files: {listed}")
    return found[0]
