"""The program `transformer_deep` of the corpus with any number of layers, without JAX.

Its lines are a prologue, the layers forwards, the loss, the layers backwards, and the update of each layer's weights;
the first and the last layer apart, those of a layer are those of another with other names. So a program of another
depth is made of the lines of three: the first, one from the middle, and the last. It is the text that JAX writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import sdyopt
from sdyopt.ir.attribute import checked
from tools import corpus

FEWEST_LAYERS = 3
"""A program has a first layer, a last one, and others between."""

_NAME = re.compile(r"%[\w$.-]+")
_MAIN = re.compile(r"(?P<head>.*@main\()(?P<arguments>.*)(?P<arrow>\) -> \()(?P<results>.*)(?P<brace>\) \{)")
_ITEM = re.compile(r"(?:%\w+: )?tensor<[^>]*>(?: \{(?:[^{}]|\{[^}]*\})*\})?")
_LAYER = re.compile(r"\['layers'\]\[\d+\]")


class _Stretch(NamedTuple):
    """Lines from `start` on, `period` for each layer."""

    start: int
    period: int


class _LayerPart(NamedTuple):
    """The lines of a layer in one place, and the lines that follow the parts of all layers there."""

    layers: list[list[str]]
    """By layers, whatever their order in the text is."""
    rest: list[str]
    backwards: bool = False


def transformer(layers: int) -> str:
    """The training step of a transformer with so many layers. Raises ValueError if these are too few."""
    if layers < FEWEST_LAYERS:
        raise ValueError(f"a deep transformer has at least {FEWEST_LAYERS} layers")
    lines = corpus.text("transformer_deep").splitlines()
    (at,) = [index for index, line in enumerate(lines) if "@main(" in line]
    end = lines.index("  }", at)
    main = checked(re.Match, _MAIN.fullmatch(lines[at]))
    arguments, results = _ITEM.findall(main["arguments"]), _ITEM.findall(main["results"])
    body = lines[at + 1 : end - 1]
    known = sum("['layers']" in result and "['ln1']" in result for result in results)
    width = sum("['layers'][0]" in result for result in results)
    renamed = _LayerRenaming(layers, known)

    prologue, parts = _parts(body, known)
    for layer, names in enumerate(_in_layers(arguments, width, known)):
        renamed.add_layer(layer, [_NAME.findall(item)[0] for item in names])
    for part in parts:
        for layer, part_lines in enumerate(part.layers):
            renamed.add_layer(layer, [name for line in part_lines for name in _defined(line)])

    returned, types = lines[end - 1].removeprefix("    return ").split(" : ")
    listed = [
        ", ".join(_with_layers(renamed, items, width, known))
        for items in (arguments, results, returned.split(", "), _ITEM.findall(types))
    ]
    text = [*lines[:at], f"{main['head']}{listed[0]}{main['arrow']}{listed[1]}{main['brace']}", *prologue]
    for part in parts:
        numbers = range(layers)
        for layer in reversed(numbers) if part.backwards else numbers:
            text += renamed.layer(part.layers, layer)
        text += [renamed.outside(line) for line in part.rest]
    text += [f"    return {listed[2]} : {listed[3]}", *lines[end:]]
    return str(sdyopt.parse("\n".join(text)))


def _parts(body: Sequence[str], known: int) -> tuple[list[str], list[_LayerPart]]:
    """The lines before the first layer, and what comes then: layers forwards, layers backwards, updates."""
    stretches = sorted(_stretches([_NAME.sub("%", line) for line in body], known))
    assert len(stretches) == 3
    ends = [stretch.start for stretch in stretches[1:]] + [len(body)]
    parts = []
    for number, ((start, period), end) in enumerate(zip(stretches, ends, strict=True)):
        stop = start + known * period
        layers = [list(body[place : place + period]) for place in range(start, stop, period)]
        is_backwards = number == 1
        parts.append(_LayerPart(layers[::-1] if is_backwards else layers, list(body[stop:end]), is_backwards))
    return list(body[: stretches[0].start]), parts


def _stretches(shapes: Sequence[str], repetitions: int) -> Iterator[_Stretch]:
    """Where lines of the same shapes return exactly so many times."""
    for period in range(1, len(shapes) // repetitions):
        start = 0
        for place in range(len(shapes) - period + 1):
            if place + period < len(shapes) and shapes[place] == shapes[place + period]:
                continue
            if place - start == period * (repetitions - 1):
                yield _Stretch(start, period)
            start = place + 1


def _defined(line: str) -> list[str]:
    """The name that a line gives to its results, if it has any."""
    left, equals, _ = line.partition(" = ")
    return _NAME.findall(left) if equals else []


def _in_layers(items: Sequence[str], width: int, known: int) -> list[list[str]]:
    """Of the items of a list those that belong to layers: all but the first and the last."""
    return [list(items[1 + layer * width : 1 + (layer + 1) * width]) for layer in range(known)]


def _with_layers(renamed: _LayerRenaming, items: Sequence[str], width: int, known: int) -> list[str]:
    """The items of a list, repeated for each layer."""
    in_layers = _in_layers(items, width, known)
    inside: list[str] = []
    for layer in range(renamed.layers):
        inside += [_LAYER.sub(f"['layers'][{layer}]", item) for item in renamed.layer(in_layers, layer)]
    return [renamed.outside(items[0]), *inside, *[renamed.outside(item) for item in items[1 + known * width :]]]


class _LayerRenaming:
    """Names of values in a program of `layers` layers, made from one of `known` layers."""

    def __init__(self, layers: int, known: int) -> None:
        self.layers = layers
        self.known = known
        self._places: dict[str, tuple[int, str]] = {}
        self._first: list[str] = []

    def add_layer(self, layer: int, names: Sequence[str]) -> None:
        """The values that `layer` has; those of the first layer must come first, the same of others in its order."""
        if layer == 0:
            self._first = list(names)
        for name, first in zip(names, self._first, strict=True):
            self._places[name] = (layer, first)

    def layer(self, by_layers: Sequence[list[str]], layer: int) -> list[str]:
        """The lines of a layer, those of its model with the values of its own and of its neighbours."""
        model = self._model(layer)
        return [self._renamed(line, layer - model) for line in by_layers[model]]

    def outside(self, line: str) -> str:
        """A line that belongs to no layer. It uses values of the last layers, or of the first ones."""
        further = self.layers - self.known
        return _NAME.sub(lambda name: self._name(name[0], further if self._is_late(name[0]) else 0), line)

    def _model(self, layer: int) -> int:
        if layer == 0:
            return 0
        return self.known - 1 if layer == self.layers - 1 else self.known // 2

    def _is_late(self, name: str) -> bool:
        return name in self._places and self._places[name][0] > self.known // 2

    def _renamed(self, line: str, further: int) -> str:
        return _NAME.sub(lambda name: self._name(name[0], further), line)

    def _name(self, name: str, further: int) -> str:
        place = self._places.get(name)
        return name if place is None else f"%layer{place[0] + further}.{place[1][1:]}"
