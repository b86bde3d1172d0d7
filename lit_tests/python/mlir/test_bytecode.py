"""Bytecode and artifacts: numbers, tables, recognition, containers, and data that is cut or changed."""

from __future__ import annotations

import gzip
import io
import random
import zipfile
from pathlib import Path

import pytest

import sdyopt
from sdyopt import bytecode
from sdyopt.bytecode.container import BytecodeError, Container, Cursor
from sdyopt.bytecode.exported import module_of, unpacked
from sdyopt.ir.attributes import StringAttr
from sdyopt.ir.locations import CallSiteLoc, FileLineColRange
from sdyopt.mlir.diagnostics import CompilationError, Source
from sdyopt.mlir.releases import following
from sdyopt.mlir.write.builtin import PrintOptions
from sdyopt.mlir.write.printer import print_operation
from tools.fuzzing import byte_fuzz

INPUTS = Path(__file__).resolve().parents[2] / "bytecode" / "Inputs"

EMPTY = bytes.fromhex(
    "4D4CEF520D4D4C495232342E302E306769740001 0D0301 03010307 030D050101 05130B 020D170303030505 04170501500101"
    "07040703 0101060301050100 2B07050F11 6275696C74696E00 6D6F64756C6500 2D00 0809 03050101".replace(" ", "")
)
"""`module {}`, as the documentation of the format would have it: every byte by itself."""


def module_bytes() -> bytes:
    return (INPUTS / "regions.mlirbc").read_bytes()


@pytest.mark.parametrize(("data", "number"), [("05", 2), ("0204", 256), ("00FFFFFFFFFFFFFFFF", (1 << 64) - 1)])
def test_numbers_of_the_documentation(data: str, number: int) -> None:
    assert Cursor(bytes.fromhex(data)).varint() == number


def test_an_empty_module_is_these_bytes() -> None:
    """Every section, byte by byte."""
    module = sdyopt.parse("module {}")
    data = bytecode.write(module.operation, locate=module.source.resolve)
    assert data == EMPTY
    with following("0.10.2"):
        older = bytecode.write(module.operation, locate=module.source.resolve)
    assert older == EMPTY.replace(b"MLIR24", b"MLIR23")
    container = Container(data)
    container.read()
    assert (container.version, container.producer, container.dialects) == (6, "MLIR24.0.0git", ["builtin"])
    assert [name.name for name in container.names] == ["builtin.module"]


def test_what_is_used_most_has_the_smallest_numbers() -> None:
    """The numbering of attributes: by falling use, and of those with as many bytes by dialect."""
    text = 'module {\n"d.a"() {x = "rare", y = "often", z = ["often", "often"]} : () -> ()\n}'
    module = sdyopt.parse(text, allow_unregistered_dialect=True)
    data = bytecode.write(module.operation, locate=module.source.resolve)
    container = Container(data)
    container.read()
    first = data[container.entry_starts[0] : container.entry_starts[1]]
    assert first[0] == 2 << 1 | 1
    assert container.string(first[1] >> 1) == "often"


def test_deep_locations_and_arrays() -> None:
    """Entries refer to others 10,000 levels deep, and are read without recursion."""
    module = sdyopt.parse('"d.a"() : () -> ()', allow_unregistered_dialect=True)
    location: CallSiteLoc | FileLineColRange = FileLineColRange("f", 1, 1)
    for line in range(10_000):
        location = CallSiteLoc(FileLineColRange("f", line, 2), location)
    (op,) = module.operation.regions[0].blocks[0].ops
    op.location = location
    read = bytecode.read(bytecode.write(module.operation), allow_unregistered=True)
    (again,) = read.module.regions[0].blocks[0].ops
    assert again.location is location


def test_a_cyclic_attribute_is_an_error() -> None:
    data = bytearray(EMPTY)
    start = Container(EMPTY)
    start.read()
    place = start.entry_starts[0]
    data[place : place + 4] = bytes.fromhex("01050101")  # an array with itself, twice
    with pytest.raises(sdyopt.Error, match="cyclic attribute"):
        sdyopt.parse(bytes(data))


def test_parse_takes_bytes_and_files(tmp_path: Path) -> None:
    data = module_bytes()
    expected = str(sdyopt.parse(data, True))
    file = tmp_path / "program"
    for contents in (data, gzip.compress(data), gzip.compress(expected.encode()), zipped({"a.mlirbc": data, "b": b""})):
        file.write_bytes(contents)
        assert str(sdyopt.parse(file, True)) == expected
        assert str(sdyopt.parse(contents, True)) == expected
    assert str(sdyopt.parse(expected.encode(), True)) == expected


def zipped(members: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, contents in members.items():
            archive.writestr(name, contents)
    return stream.getvalue()


def test_a_zip_file_needs_one_program() -> None:
    with pytest.raises(sdyopt.Error, match="a zip file with no programs among its 1 files: notes"):
        sdyopt.parse(zipped({"notes": b"text"}))
    with pytest.raises(sdyopt.Error, match=r"a zip file with 2 programs among its 2 files: a\.mlir, b\.mlir"):
        sdyopt.parse(zipped({"a.mlir": b"module {}", "b.mlir": b"module {}"}))


def test_containers_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few bytes may not become gigabytes."""
    monkeypatch.setattr("sdyopt.bytecode.exported.MAX_SIZE", 1000)
    with pytest.raises(sdyopt.Error, match="a gzip file of more than 1000 bytes"):
        sdyopt.parse(gzip.compress(bytes(2000)))
    with pytest.raises(sdyopt.Error, match="a zip file of more than 1000 bytes"):
        sdyopt.parse(zipped({"a.mlir": bytes(2000)}))


@pytest.mark.parametrize(
    "data", [b"", b"module {}", b"\x10\0\0\0" * 8, bytes(100), b"PK\x03\x04", b"\x08\0\0\0\0\0\0\0"]
)
def test_other_files_are_not_exported_programs(data: bytes) -> None:
    assert module_of(data) is None


def test_random_bytes_are_not_exported_programs() -> None:
    chance = random.Random(1)
    for _ in range(2000):
        assert module_of(bytes([chance.randrange(40) for _ in range(chance.randrange(120))])) is None


def test_the_module_of_an_exported_program() -> None:
    data = (INPUTS / "exported.jaxexport").read_bytes()
    module = module_of(data)
    assert module is not None
    assert unpacked(data) == data
    assert str(sdyopt.parse(module)) == str(sdyopt.parse(data)) == str(sdyopt.parse(bytearray(data)))


@pytest.mark.parametrize("name", ["regions.mlirbc", "exported.jaxexport", "artifacts.0.9.0.mlirbc"])
def test_every_beginning_is_an_error(name: str) -> None:
    """A file that is cut anywhere is refused, with one error."""
    data = (INPUTS / name).read_bytes()
    for size in range(1, len(data)):
        if module_of(data[:size]) is not None:
            continue  # What follows the program in a file of jax.export does not matter.
        with pytest.raises(sdyopt.Error) as caught:
            sdyopt.parse(data[:size], True)
        assert len(caught.value.diagnostics) == 1


def check_mutations(numbers: range) -> None:
    """Reads changed files, each of which is a program or has errors."""
    contents = byte_fuzz.files(generated=10)
    for number in numbers:
        byte_fuzz.check(number, contents)


def test_changed_files_are_programs_or_errors() -> None:
    check_mutations(range(300))


def outcome(data: bytes, numbers_stay: bool) -> str:
    """Returns a program with its locations, or its errors."""
    source = Source("", data=data)
    try:
        parsed = bytecode.read(data, True, source if numbers_stay else None)
    except CompilationError as error:
        return str(error)
    return print_operation(parsed.module, source, PrintOptions(generic=True, debug_info=True), parsed.resources)


def check_numbers_that_stay(numbers: range) -> None:
    contents = byte_fuzz.files(generated=20)
    for number in numbers:
        data, _ = byte_fuzz.changed_file(number, contents)
        assert outcome(data, True) == outcome(data, False), number


def test_locations_that_are_made_when_they_are_needed_are_the_same() -> None:
    for data in byte_fuzz.files(generated=20):
        assert outcome(data, True) == outcome(data, False)
    check_numbers_that_stay(range(60))


@pytest.mark.long
def test_many_changed_files_are_programs_or_errors() -> None:
    check_mutations(range(1000, 4_000))


def test_a_function_without_a_body_and_equal_reductions() -> None:
    """Regions that are written like one before are equal, except for their locations."""
    reduce = "stablehlo.reduce(%a init: %z) applies stablehlo.NAME across dimensions = [0]"
    reduce += " : (tensor<8xf32>, tensor<f32>) -> tensor<f32>"
    lines = [f"%{i} = {reduce.replace('NAME', name)}" for i, name in enumerate(["add", "maximum", "add", "add"])]
    text = "func.func private @g()\nfunc.func @f(%a: tensor<8xf32>, %z: tensor<f32>) {\n"
    text += "\n".join([*lines, "return", "}"])
    module = sdyopt.parse(text)
    data = bytecode.write(module.operation, locate=module.source.resolve)
    assert str(sdyopt.parse(data)) == str(module)
    form = PrintOptions(generic=True, debug_info=True)
    assert outcome(data, True) == outcome(data, False) == print_operation(module.operation, module.source, form)


def test_a_string_is_kept_byte_for_byte() -> None:
    """Bytes that are not UTF-8 are read and written as they are."""
    module = sdyopt.parse('"d.a"() {x = "\\FF\\00a"} : () -> ()', allow_unregistered_dialect=True)
    read = bytecode.read(bytecode.write(module.operation), allow_unregistered=True)
    (op,) = read.module.regions[0].blocks[0].ops
    assert op.attributes["x"] is StringAttr("\udcff\0a")


def test_an_empty_encoding_is_an_encoding() -> None:
    text = "module attributes {x.a = tensor<3xf32, []>, x.b = tensor<3xf32, {}>} {\n}\n"
    module = sdyopt.parse(text)
    assert str(sdyopt.parse(bytecode.write(module.operation))).strip() == text.strip()


def test_an_error_has_its_offset() -> None:
    with pytest.raises(BytecodeError) as caught:
        Cursor(b"\x02").varint()
    assert caught.value.offset == 1
