"""Reading numbers and bytes one after another."""

from __future__ import annotations

PADDING = 0xCB
"""The byte in front of aligned data."""

WORD = (1 << 64) - 1

LENGTHS = bytes([(first & -first).bit_length() or 9 for first in range(256)])
"""The bytes of a number that begins with a byte."""


class BytecodeError(ValueError):
    """Data that is invalid at `offset` in the whole file, if that is known."""

    def __init__(self, message: str, offset: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset


class Cursor:
    """A part of the data, from `position` to `end`, which is read in order. Reading beyond `end` is an error."""

    __slots__ = ("data", "end", "position")

    def __init__(self, data: bytes, position: int = 0, end: int | None = None) -> None:
        self.data = data
        self.position = position
        self.end = len(data) if end is None else end

    @property
    def left(self) -> int:
        """The number of bytes that have not been read."""
        return self.end - self.position

    def error(self, message: str) -> BytecodeError:
        """Returns an error at the current position."""
        return BytecodeError(message, self.position)

    def byte(self) -> int:
        if self.position >= self.end:
            raise self.error("attempting to parse a byte at the end of the bytecode")
        self.position += 1
        return self.data[self.position - 1]

    def take(self, size: int) -> bytes:
        """Returns the next bytes."""
        return self.data[self.skip(size) : self.position]

    def skip(self, size: int) -> int:
        """Moves past the next bytes, and returns where they start."""
        if size > self.left:
            raise self.error(f"attempting to parse {size} bytes when only {self.left} remain")
        self.position += size
        return self.position - size

    def varint(self) -> int:
        """An unsigned number of 64 bits, whose length in bytes is in the low bits of the first byte."""
        position = self.position
        if position >= self.end:
            raise self.error("attempting to parse a byte at the end of the bytecode")
        first = self.data[position]
        self.position = position + 1
        if first & 1:  # as most are
            return first >> 1
        if first & 2 and position + 1 < self.end:
            self.position = position + 2
            return (first | self.data[position + 1] << 8) >> 2
        if first == 0:
            return int.from_bytes(self.take(8), "little")
        more = (first & -first).bit_length() - 1
        return (first | int.from_bytes(self.take(more), "little") << 8) >> (more + 1)

    def flagged(self) -> tuple[int, bool]:
        """A number, and the flag in its lowest bit."""
        number = self.varint()
        return number >> 1, bool(number & 1)

    def svarint(self) -> int:
        """A signed number, zigzag encoded."""
        number = self.varint()
        return (number >> 1) ^ -(number & 1)

    def count(self) -> int:
        """The number of items that follow, of which each takes at least a byte."""
        number = self.varint()
        if number > self.left:
            raise self.error(f"attempting to parse {number} items when only {self.left} bytes remain")
        return number

    def nul_string(self) -> bytes:
        """The bytes before the next zero byte."""
        end = self.data.find(0, self.position, self.end)
        if end < 0:
            raise self.error("malformed null-terminated string, no null character found")
        found = self.data[self.position : end]
        self.position = end + 1
        return found

    def blob(self) -> bytes:
        return self.take(self.varint())

    def part(self, size: int) -> Cursor:
        """Returns a cursor over the next bytes."""
        start = self.skip(size)
        return Cursor(self.data, start, self.position)

    def align(self, alignment: int) -> None:
        """Skips padding up to a multiple of `alignment` in the whole file."""
        if not 0 < alignment < 1 << 32 or alignment & (alignment - 1):
            raise self.error("expected alignment to be a power-of-two")
        while self.position % alignment:
            padding = self.byte()
            if padding != PADDING:
                raise BytecodeError(f"expected alignment byte (0xCB), but got: '0x{padding:02x}'", self.position - 1)

    def section(self) -> tuple[int, Cursor]:
        """Returns the id of the next section, and its contents."""
        id = self.byte()
        size = self.varint()
        if id & 0x80:
            self.align(self.varint())
        return id & 0x7F, self.part(size)

    def sizes(self) -> tuple[int, ...]:
        """A list of numbers of which only some may be written: the sizes of segments."""
        count, is_sparse = self.flagged()
        if not is_sparse:
            if count > self.left:
                raise self.error("sparse array is longer than the data")
            return tuple([self.varint() for _ in range(count)])
        if not count:
            return ()
        bits = self.varint()
        if bits > 8:
            raise self.error(f"index bit size too large: {bits}")
        found: dict[int, int] = {}
        for _ in range(count):
            value = self.varint()
            found[value & ((1 << bits) - 1)] = value >> bits
        return tuple([found.get(index, 0) for index in range(max(found) + 1)])

    def known_width(self, width: int) -> int:
        """The bits of a number of a type of that many bits."""
        if width <= 8:
            return self.byte() & ((1 << width) - 1)
        if width <= 64:
            return self.svarint() & ((1 << width) - 1)
        words = [self.svarint() & WORD for _ in range(self.count())]
        return sum([word << 64 * index for index, word in enumerate(words)]) & ((1 << width) - 1)


class Output:
    """Bytes that are written one after another: the opposite of Cursor."""

    def __init__(self) -> None:
        self.data = bytearray()

    def byte(self, value: int) -> None:
        self.data.append(value)

    def varint(self, value: int) -> None:
        if value < 0x80:
            self.data.append(value << 1 | 1)
            return
        size = (value.bit_length() + 6) // 7
        if size > 8:
            self.data.append(0)
            self.data += value.to_bytes(8, "little")
        else:
            self.data += ((value << 1 | 1) << size - 1).to_bytes(size, "little")

    def flagged(self, value: int, flag: bool) -> None:
        self.varint(value << 1 | flag)

    def svarint(self, value: int) -> None:
        self.varint((value << 1 ^ value >> 63) & WORD)

    def blob(self, data: bytes) -> None:
        self.varint(len(data))
        self.data += data

    def nul_string(self, data: bytes) -> None:
        self.data += data + b"\0"

    def align(self, alignment: int, start: int = 0) -> None:
        """Pads up to a multiple of `alignment`, where this output begins at `start`."""
        self.data += bytes([PADDING]) * (-(start + len(self.data)) % alignment)

    def section(self, id: int, contents: bytes) -> None:
        self.byte(id)
        self.varint(len(contents))
        self.data += contents

    def aligned_section(self, id: int, contents: bytes, alignment: int) -> None:
        """Writes a section whose contents begin at a multiple of `alignment`."""
        plain = Output()
        plain.varint(len(contents))
        if (len(self.data) + 1 + len(plain.data)) % alignment == 0:
            self.section(id, contents)
            return
        self.byte(id | 0x80)
        self.varint(len(contents))
        self.varint(alignment)
        self.align(alignment)
        self.data += contents

    def sizes(self, sizes: tuple[int, ...]) -> None:
        """The sizes of segments, of which those that are not zero are written with their places if that is shorter."""
        written = [(index, size) for index, size in enumerate(sizes) if size]
        last = written[-1][0] if written else 0
        is_sparse = last < 256 and len(written) <= len(sizes) // 2
        self.flagged(len(written) if is_sparse else len(sizes), is_sparse)
        if not is_sparse:
            for size in sizes:
                self.varint(size)
        elif written:
            bits = last.bit_length()
            self.varint(bits)
            for index, size in written:
                self.varint(size << bits | index)

    def known_width(self, bits: int, width: int) -> None:
        if width <= 8:
            self.byte(bits & 0xFF)
        elif width <= 64:
            self.svarint(bits - (1 << 64) if bits >> 63 else bits)
        else:
            words = max((bits.bit_length() + 63) // 64, 1)
            self.varint(words)
            for index in range(words):
                self.known_width(bits >> 64 * index & WORD, 64)
