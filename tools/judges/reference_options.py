"""MLIR's own command-line options, inside the reference: all of mlir-opt's that have to do with printing.

The bindings offer some of them only, but the library has the code for all, and reads them as mlir-opt does. It exports
none of that; where the functions are stands in its table of symbols.
"""

from __future__ import annotations

import ctypes
import functools
import mmap
import struct
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

_EXPORTED = "Wrapped_PyInit__sdy"
"""A function that the library exports: its address there says where the library is loaded."""

_OPTIONS = "_ZL9clOptions"
_CREATOR = "_ZN4llvm14object_creatorIN12_GLOBAL__N_117AsmPrinterOptionsEE4callEv"
_DELETER = "_ZN4llvm14object_deleterIN12_GLOBAL__N_117AsmPrinterOptionsEE4callEPv"
_REGISTER = "_ZNK4llvm17ManagedStaticBase21RegisterManagedStaticEPFPvvEPFvS1_E"
_RESET = "_ZN4llvm2cl25ResetAllOptionOccurrencesEv"
_PARSE = "_ZN4llvm2cl23ParseCommandLineOptionsEiPKPKcNS_9StringRefEPNS_11raw_ostreamEPNS_3vfs10FileSystemES2_b"
_SYMBOLS = (_EXPORTED, _OPTIONS, _CREATOR, _DELETER, _REGISTER, _RESET, _PARSE)
_SOURCE_FILE = "AsmPrinter.cpp"
"""Several source files have a `clOptions`; this one's is meant."""

_CONTENT, _SYMBOL_TABLE, _FILE_SYMBOL = 1, 2, 4
"""How ELF numbers these kinds of a section and of a symbol."""

_USE, _LOADED = 0b111, 0b010
"""Flags of a section: whether it can be written, is loaded, can be executed; constants are loaded only."""


class _Section(NamedTuple):
    """A section of an ELF file, as its header describes it."""

    name: int
    kind: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    alignment: int
    entry_size: int

    def of(self, data: mmap.mmap) -> bytes:
        return data[self.offset : self.offset + self.size]


def set_options(words: Sequence[str]) -> None:
    """Makes the reference in this process print with these options, each as on mlir-opt's command line, and no others.

    A wrong option ends the process, as it does mlir-opt.
    """
    reset, parse = _functions()
    reset()
    arguments = [b"mlir-opt", *[word.encode() for word in words]]
    parse(len(arguments), (ctypes.c_char_p * (len(arguments) + 1))(*arguments, None), b"", 0, None, None, None, False)


@functools.cache
def _functions() -> tuple[Callable[..., object], Callable[..., object]]:
    """Returns what sets all options back, and what reads a command line; the options for printing are registered."""
    import jaxlib

    path = Path(next(iter(jaxlib.__path__))) / "libjax_common.so"
    addresses = _addresses(path)
    exported = ctypes.cast(getattr(ctypes.CDLL(str(path)), _EXPORTED), ctypes.c_void_p).value
    assert exported is not None
    base = exported - addresses[_EXPORTED]
    at = {name: base + address for name, address in addresses.items()}
    pointer, text = ctypes.c_void_p, ctypes.c_char_p
    register = ctypes.CFUNCTYPE(None, pointer, pointer, pointer)(at[_REGISTER])
    register(at[_OPTIONS], at[_CREATOR], at[_DELETER])
    boolean, words = ctypes.c_bool, ctypes.POINTER(text)
    parse = ctypes.CFUNCTYPE(boolean, ctypes.c_int, words, text, ctypes.c_size_t, pointer, pointer, text, boolean)
    return ctypes.CFUNCTYPE(None)(at[_RESET]), parse(at[_PARSE])


def constants(path: Path) -> Iterator[bytes]:
    """Yields the parts of the library that hold constants, its texts among them."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        for section in _sections(data):
            if section.kind == _CONTENT and section.flags & _USE == _LOADED:
                yield section.of(data)


def _sections(data: mmap.mmap) -> list[_Section]:
    (start,) = struct.unpack_from("<Q", data, 0x28)
    size, count = struct.unpack_from("<HH", data, 0x3A)
    return [_Section(*struct.unpack_from("<IIQQQQIIQQ", data, start + i * size)) for i in range(count)]


def _addresses(path: Path) -> dict[str, int]:
    """Where the symbols are, counted from where the library is loaded to. Raises LookupError for one that is not."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        sections = _sections(data)
        if (table := next((section for section in sections if section.kind == _SYMBOL_TABLE), None)) is None:
            raise LookupError(f"{path} has no table of symbols")
        symbols, strings = table.of(data), sections[table.link].of(data)
    names = {strings.find(b"\0%s\0" % name.encode()) + 1: name for name in _SYMBOLS}
    source_file = strings.find(b"\0%s\0" % _SOURCE_FILE.encode()) + 1
    found: dict[str, int] = {}
    is_in_source_file = False
    for name, info, _, _, value, _ in struct.iter_unpack("<IBBHQQ", symbols):
        if info & 15 == _FILE_SYMBOL:
            is_in_source_file = name == source_file
        elif name in names and (is_in_source_file or names[name] != _OPTIONS):
            found[names[name]] = value
    if missing := [name for name in _SYMBOLS if name not in found]:
        raise LookupError(f"{path} has no symbol {missing[0]}")
    return found
