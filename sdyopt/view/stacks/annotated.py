"""The Python source of a program with what each of its lines costs beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from sdyopt.cost.origins.sources import shown_frame
from sdyopt.cost.program.errors import ViewError
from sdyopt.driver.diagnostics.frames import FrameChoice
from sdyopt.view.render.amounts import short, time
from sdyopt.view.stacks.samples import Metric, Sample


class SourceError(ViewError):
    """A source file that does not exist, or that no line of the program is from."""


def annotated_lines(path: str, samples: Sequence[Sample], frames: FrameChoice) -> Iterator[str]:
    """Yields the lines of a source file, each with its memory at the peak, bytes sent, and time.

    The file is the one at `path`, or where the program says that it is. Raises SourceError.
    """
    costs: dict[int, dict[Metric, float]] = {}
    files: dict[str, None] = {}
    for sample in samples:
        frame = shown_frame(sample.frames, frames)
        if frame is None or not _is_same(frame.file, path):
            continue
        files[frame.file] = None
        line = costs.setdefault(frame.line, {})
        line[sample.metric] = line.get(sample.metric, 0.0) + sample.amount
    text = _read(path, list(files))
    if not costs:
        known = dict.fromkeys([frame.file for each in samples if (frame := shown_frame(each.frames, frames))])
        raise SourceError(f"no operation is from '{path}': they are from {', '.join(known) or 'no known place'}")
    columns = [metric for metric in Metric if any(metric in line for line in costs.values())]
    texts = {metric: [metric.value, *[_amount(metric, line) for line in costs.values()]] for metric in columns}
    widths = {metric: max(map(len, texts[metric])) for metric in columns}
    yield "  ".join([metric.value.rjust(widths[metric]) for metric in columns]) + "  │ line"
    for number, code in enumerate(text.splitlines(), 1):
        line = costs.get(number, {})
        cells = [_amount(metric, line).rjust(widths[metric]) for metric in columns]
        yield f"{'  '.join(cells)}  │ {number:4} {code}".rstrip()


def _amount(metric: Metric, line: dict[Metric, float]) -> str:
    if metric not in line:
        return ""
    return time(line[metric]) if metric is Metric.TIME else short(int(line[metric]))


def _is_same(file: str, wanted: str) -> bool:
    """Whether two paths are those of one file: one ends with the other, or the wanted one is there and has its name."""
    if Path(file).name != Path(wanted).name:
        return False
    return file.endswith(wanted) or wanted.endswith(file) or Path(wanted).exists()


def _read(path: str, files: Sequence[str]) -> str:
    for candidate in (path, *files):
        try:
            return Path(candidate).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            continue
    raise SourceError(f"'{path}' cannot be read, and neither can {', '.join(files) or 'a file of the program'}")
