"""A compiled module as a whole."""

from __future__ import annotations

import errno
import gzip
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from filecmp import cmp
from pathlib import Path

from sdyopt.hlo.attributes import EntrySizes, HloFrame, SourcePlaces, device_counts, entry_sizes
from sdyopt.hlo.collectives import AssumedRuns, HloCollective, collectives_in
from sdyopt.hlo.executions import executions
from sdyopt.hlo.peak import HloPeak, peak_of
from sdyopt.hlo.text import HloError, HloText, scan
from sdyopt.ir.records import NamedTuple


class HloModule(NamedTuple):
    """The collectives of a compiled program, and the types of its arguments and results."""

    name: str
    replicas: int
    partitions: int
    """It runs on `replicas * partitions` devices."""
    sizes: EntrySizes | None
    collectives: tuple[HloCollective, ...]
    shardings: tuple[str, ...]
    """Those of the program's parameters and result, as text: `{devices=[2,4]<=[8]}`."""
    is_scheduled: bool
    """Whether instructions run in the order of the text, as after all of XLA's optimizations."""
    peak: HloPeak | None = None
    """The most memory that a device needs at one time, if that was asked for."""
    cycles: tuple[HloCycles, ...] = ()
    """The compiler's estimates, in the order of the text; there are none in a program for CPUs or GPUs."""


class HloCycles(NamedTuple):
    """The cycles that XLA's compiler for TPUs expects an instruction to take in one run of the program."""

    op_name: str
    """JAX's name for the operation that it comes from."""
    source: tuple[HloFrame, ...]
    cycles: int
    """An instruction in a loop of unknown length counts once."""


class HloTotals(NamedTuple):
    """The bytes that one device sends in one run of the program. Collectives of unknown executions are not counted."""

    bytes_sent: int
    by_kind: dict[str, int]
    by_line: dict[str, int]
    """By the innermost place in the source, as `file:line`; "" is what has none."""
    unknown_executions: int
    """How many collectives are not counted."""


def parse_hlo(text: str, with_peak: bool = False, assumed: AssumedRuns | None = None) -> HloModule:
    """Returns the module that HLO text describes, such as `jax.jit(f).lower(...).compile().as_text()`.

    Loops of unknown length run as often as is `assumed` of their place in the source.
    Raises HloError for text that is none, at the place where that shows, and, for the peak, if the program is not
    scheduled. Only what communication and sizes need is parsed; everything else in the text is skipped.
    """
    module = scan(text)
    replicas, partitions = device_counts(module)
    return HloModule(
        name=module.name,
        replicas=replicas,
        partitions=partitions,
        sizes=entry_sizes(module),
        collectives=collectives_in(module, assumed),
        shardings=tuple(_shardings(module)),
        is_scheduled=module.is_scheduled,
        peak=peak_of(module) if with_peak else None,
        cycles=tuple(_cycles(module)),
    )


_CYCLES = re.compile(r'"estimated_cycles":"(\d{1,18})"')


def _cycles(module: HloText) -> Iterator[HloCycles]:
    """Yields the estimates that the configurations of instructions have. Raises HloError."""
    if '"estimated_cycles"' not in module.text:
        return
    places = SourcePlaces(module.tables)
    found = [
        (computation.name, number, int(noted[1]))
        for computation in module.computations.values()
        for number in computation.lines
        if (noted := _CYCLES.search(module.lines[number]))
    ]
    runs = executions(module, {name for name, _, _ in found})
    for name, number, cycles in found:
        metadata = module.instruction(number).metadata
        yield HloCycles(metadata.get("op_name", ""), places.frames(metadata), cycles * (runs[name].times or 1))


def _shardings(module: HloText) -> Iterator[str]:
    """Yields the shardings of the parameters and of the result of the entry computation, where they can be read."""
    for number in module.entry.lines:
        line = module.lines[number]
        if "sharding={" in line and ("ROOT " in line or "parameter(" in line):
            try:
                found = module.instruction(number).attribute("sharding")
            except HloError:
                continue
            if found:
                yield found


def collectives(text: str) -> tuple[HloCollective, ...]:
    """Returns the collectives of HLO text in their order. Raises HloError."""
    return parse_hlo(text).collectives


def totals(collectives: Iterable[HloCollective]) -> HloTotals:
    """Returns the sums over collectives, each multiplied by its executions."""
    by_kind: Counter[str] = Counter()
    by_line: Counter[str] = Counter()
    unknown = 0
    for collective in collectives:
        if collective.executions is None:
            unknown += 1
            continue
        sent = collective.bytes_sent * collective.executions
        by_kind[collective.kind] += sent
        frame = collective.source[0] if collective.source else None
        by_line[f"{frame.file}:{frame.line}" if frame is not None else ""] += sent
    return HloTotals(by_kind.total(), dict(by_kind), dict(by_line), unknown)


# What XLA dumps of the modules that it compiles (`--xla_dump_to=FOLDER`): their text, and what it allocates for
# them.

_TEXT = "after_optimizations.txt"
_UNCOMPILED = "before_optimizations.txt"
_BUFFERS = "-buffer-assignment.txt"

_PROGRAM = "module.mlir"

_SHARDY = "00.input_module.mlir"

_COMPRESSED = ".gz"

_MAX_READ = 1 << 30
"""The characters of a text that are read."""

_MODULE = re.compile(r"^module @([\w$.-]+)", re.MULTILINE)
_BEGINNING = 1 << 20
"""The characters in which the name of a module is looked for: aliases come before it."""

_KERNEL = re.compile(r"^module_\d+\..*-(pre-optimization|post-optimization|post-lowering)\.mlir")
"""The names of the files to which XLA for CPUs dumps the kernels of a program."""

_NUMBER = re.compile(r"module_(\d{1,18})\.")
_NAME = re.compile(r"HloModule ([^\s,]+)")
_ALLOCATION = re.compile(r"^allocation \d+: (?:0x[0-9a-f]+, )?size (\d{1,18}), (.*):$", re.MULTILINE)


class Allocated(NamedTuple):
    """The buffers of a program on one device, in bytes, as in JAX's `memory_analysis()`."""

    arguments: int
    results: int
    aliased: int
    """Of both, what results share with donated arguments."""
    temporaries: int

    @property
    def bytes(self) -> int:
        """All of them together."""
        return self.arguments + self.results - self.aliased + self.temporaries


class DumpedModule(NamedTuple):
    """A module that XLA has compiled and dumped."""

    name: str
    path: Path
    """The text of the compiled module."""


def dumped_modules(folder: Path) -> list[DumpedModule]:
    """Returns the compiled modules in a folder in the order of their compilation. Raises OSError."""
    return _modules_in(folder, _TEXT)


def _modules_in(folder: Path, ending: str) -> list[DumpedModule]:
    """Returns the modules whose texts have names with that ending. Raises OSError."""
    found = []
    for path in filter(Path.is_file, folder.iterdir()):
        if _plain_name(path).endswith(ending) and (match := _NAME.match(_text_of(path, 4096))) is not None:
            number = _NUMBER.search(path.name)
            found.append((int(number[1]) if number else 0, path.name, DumpedModule(match[1], path)))
    return [module for _, _, module in sorted(found, key=lambda each: each[:2])]


class DumpedProgram(NamedTuple):
    """A program in a folder, and the text that XLA has made of it."""

    name: str
    """That of its module, or of its file if the module has none."""
    program: Path | None
    """The MLIR text, or else the HLO text from before XLA's optimizations; None if neither is in the folder."""
    compiled: DumpedModule | None


def dumped_programs(folder: Path) -> list[DumpedProgram]:
    """Returns the programs that JAX or XLA have dumped to a folder, in the order of their names. Raises OSError.

    A program is XLA's text of the same number, or else of the same name: of several the one of the same place among
    them, or the last. A program that both have dumped to the folder is JAX's. The folder may also be that of all
    programs, or of one, that XLA has given to Shardy.
    """
    if (folder / _SHARDY).is_file():
        return [DumpedProgram(_module_name(folder / _SHARDY), folder / _SHARDY, None)]
    modules = dumped_modules(folder)
    by_number = {number: module for module in modules if (number := _number_in(module.path)) is not None}
    found: list[DumpedProgram] = []
    seen: dict[str, int] = {}
    patterns = ["*.mlir", f"*/{_PROGRAM}"]
    for path in sorted([path for each in patterns for end in ("", _COMPRESSED) for path in folder.glob(each + end)]):
        if _KERNEL.search(path.name) or not path.is_file():
            continue
        name = _module_name(path)
        number = _number_in(path.parent) if _plain_name(path) == _PROGRAM else None
        own = None if number is None else by_number.get(number)
        of_name = [module for module in modules if module.name == name]
        if number is None and of_name:
            own = of_name[min(seen.get(name, 0), len(of_name) - 1)]
            seen[name] = seen.get(name, 0) + 1
        if number is None or not any(each.compiled is own and _are_equal(path, each.program) for each in found):
            found.append(DumpedProgram(name, path, own))
    stages = shardy_stages(folder)
    for number, path in stages.items():
        own = by_number.get(number)
        if own is None or all(each.compiled is not own for each in found):
            found.append(DumpedProgram(_module_name(path), path, own))
    known = {*stages} | {
        _number_in(path.parent) for end in ("", _COMPRESSED) for path in folder.glob(f"*/{_PROGRAM}{end}")
    }
    taken = {each.compiled for each in found}
    for uncompiled in _modules_in(folder, _UNCOMPILED):
        number = _number_in(uncompiled.path)
        own = None if number is None else by_number.get(number)
        if (number is None or number not in known) and (own is None or own not in taken):
            found.append(DumpedProgram(uncompiled.name, uncompiled.path, own))
    taken |= {each.compiled for each in found}
    return found + [DumpedProgram(module.name, None, module) for module in modules if module not in taken]


def shardy_stages(folder: Path) -> dict[int, Path]:
    """Returns the programs that XLA has given to Shardy and dumped (`--xla_dump_hlo_pass_re=shardy`), by number."""
    paths = [path for pattern in ("shardy/*", "*") for path in folder.glob(f"{pattern}/{_SHARDY}")]
    found = {_number_in(path.parent): path for path in paths}
    return dict(sorted([(number, path) for number, path in found.items() if number is not None]))


def _are_equal(path: Path, other: Path | None) -> bool:
    return other is not None and path.name != other.name and cmp(path, other, shallow=False)


def _number_in(path: Path) -> int | None:
    number = _NUMBER.match(path.name)
    return int(number[1]) if number else None


def _module_name(path: Path) -> str:
    """Returns the name of the module in a text."""
    match = _MODULE.search(_text_of(path, _BEGINNING))
    return Path(_plain_name(path)).stem if match is None else match[1]


def _plain_name(path: Path) -> str:
    """Returns the name of a file before it was compressed."""
    return path.name.removesuffix(_COMPRESSED)


def _text_of(path: Path, length: int = _MAX_READ) -> str:
    """Returns the first characters of a text, which may be compressed. Raises OSError."""
    compressed = path.name.endswith(_COMPRESSED)
    try:
        with (gzip.open if compressed else open)(path, "rt", encoding="utf-8", errors="replace") as file:
            return str(file.read(length))
    except (EOFError, zlib.error) as error:
        raise OSError(errno.EINVAL, f"{path.name} is an invalid gzip file: {error}", str(path)) from None


def allocated_beside(path: Path) -> Allocated | None:
    """Returns what XLA allocates for the module of a text; None if there is no list beside it. Raises OSError."""
    if not _plain_name(path).endswith(_TEXT):
        return None
    name = _plain_name(path).removesuffix(".txt") + _BUFFERS
    paths = [path.with_name(name), path.with_name(name + _COMPRESSED)]
    found = next((each for each in paths if each.is_file()), None)
    return None if found is None else allocated_in(_text_of(found))


def allocated_in(text: str) -> Allocated | None:
    """Returns the sums of the allocations of a buffer assignment; None if the text lists none.

    Constants and what a thread needs for scalars do not count, as in `memory_analysis()`.
    """
    arguments = results = aliased = temporaries = 0
    allocations = _ALLOCATION.findall(text)
    for number, uses in allocations:
        size, is_argument, is_result = int(number), uses.startswith("parameter "), "maybe-live-out" in uses
        arguments += size if is_argument else 0
        results += size if is_result else 0
        aliased += size if is_argument and is_result else 0
        temporaries += size if "preallocated-temp" in uses else 0
    return Allocated(arguments, results, aliased, temporaries) if allocations else None
