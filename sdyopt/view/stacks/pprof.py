"""Samples in the format of pprof, as `jax.profiler.device_memory_profile` returns it: a compressed protocol buffer.

The messages are those of https://github.com/google/pprof/blob/main/proto/profile.proto.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from gzip import compress

from sdyopt.ir.frames import Frame
from sdyopt.view.stacks.samples import Metric, Sample

_SAMPLE_TYPE, _SAMPLE, _MAPPING, _LOCATION, _FUNCTION, _STRINGS, _DEFAULT_TYPE = 1, 2, 3, 4, 5, 6, 14
"""Fields of Profile."""

_NANO = 10**9

_TYPES = (("space", "bytes"), ("sent", "bytes"), ("time", "nanoseconds"))
"""Names and units of values, in the order of the metrics."""


class _Table:
    """Texts, functions and locations by number."""

    def __init__(self) -> None:
        self.strings: dict[str, int] = {"": 0}
        self.functions: dict[tuple[str, str], int] = {}
        self.locations: dict[tuple[int, int], int] = {}

    def string(self, text: str) -> int:
        return self.strings.setdefault(text, len(self.strings))

    def location(self, name: str, file: str, line: int) -> int:
        """Returns the number of a line of a function, from 1."""
        self.string(name), self.string(file)
        function = self.functions.setdefault((name, file), len(self.functions) + 1)
        return self.locations.setdefault((function, line), len(self.locations) + 1)


def pprof_bytes(samples: Sequence[Sample]) -> bytes:
    """Returns the profile, with memory at the peak, bytes sent, and nanoseconds for each stack."""
    table = _Table()
    types = [_message((1, table.string(name)), (2, table.string(unit))) for name, unit in _TYPES]
    stacks: dict[tuple[int, ...], list[int]] = {}
    metrics = list(Metric)
    for sample in samples:
        values = stacks.setdefault(tuple(_locations(sample, table)), [0] * len(metrics))
        amount = sample.amount * _NANO if sample.metric is Metric.TIME else sample.amount
        values[metrics.index(sample.metric)] += round(amount)
    parts = [_bytes(_SAMPLE_TYPE, each) for each in types]
    parts += [
        _bytes(_SAMPLE, _bytes(1, _packed(locations)) + _bytes(2, _packed(values)))
        for locations, values in stacks.items()
    ]
    parts.append(_bytes(_MAPPING, _message((1, 1), (7, 1), (8, 1), (9, 1))))  # all functions and lines are known
    for (function, line), number in table.locations.items():
        place = _bytes(4, _message((1, function), (2, line)))
        parts.append(_bytes(_LOCATION, _message((1, number), (2, 1)) + place))
    for (name, file), number in table.functions.items():
        texts = table.string(name), table.string(name), table.string(file)
        parts.append(_bytes(_FUNCTION, _message((1, number), (2, texts[0]), (3, texts[1]), (4, texts[2]))))
    default = table.string(_TYPES[0][0])
    parts += [_bytes(_STRINGS, text.encode("utf-8", "replace")) for text in table.strings]
    parts.append(_message((_DEFAULT_TYPE, default)))
    return compress(b"".join(parts), mtime=0)


def _locations(sample: Sample, table: _Table) -> Iterable[int]:
    """Yields the numbers of the locations of a sample, innermost first: what costs, then the call stack."""
    frames: Sequence[Frame] = sample.frames
    inner = frames[0] if frames else Frame("", 0, 0)
    yield table.location(sample.name, inner.file, inner.line)
    for frame in frames:
        yield table.location(frame.function or f"{frame.file}:{frame.line}", frame.file, frame.line)


def _message(*fields: tuple[int, int]) -> bytes:
    """Returns integer fields of a message."""
    return b"".join([_varint(number << 3) + _varint(value) for number, value in fields])


def _bytes(number: int, content: bytes) -> bytes:
    """Returns a field of bytes, a text, or a message."""
    return _varint(number << 3 | 2) + _varint(len(content)) + content


def _packed(values: Iterable[int]) -> bytes:
    return b"".join(map(_varint, values))


def _varint(value: int) -> bytes:
    """Returns a natural number in groups of seven bits, the least significant first."""
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    found.append(value)
    return bytes(found)
