"""Where an instruction comes from: `metadata={op_name="jit(f)/add" stack_frame_id=2}`."""

from __future__ import annotations

import re

from sdyopt.hlo.quoting import unquoted
from sdyopt.hlo_import.errors import fail
from sdyopt.hlo_import.syntax import HloInstruction

_TEXTS = "deduplicated_name|metadata_payload|op_name|op_type|scheduling_name|source_file"
_NUMBERS = "source_column|source_end_column|source_end_line|source_line|stack_frame_id"
_STRING = r"\"(?:[^\"\\]++|\\.)*+\"|'[^'\n]*+'"
_FIELD = re.compile(rf"({_TEXTS}|{_NUMBERS})\s*=\s*({_STRING}|-?\d+)", re.DOTALL)
_METADATA = re.compile(
    rf"\{{\s*(?:(?:(?:{_TEXTS})\s*=\s*(?:{_STRING})|(?:{_NUMBERS})\s*=\s*-?\d{{1,18}}(?!\d)"
    r"|profile_type\s*=\s*\{[\d\s,]*+\})\s*,?\s*)*+\}",
    re.DOTALL,
)


def check_metadata(instruction: HloInstruction) -> None:
    """Raises CompilationError if the metadata of an instruction has another form than XLA's."""
    found = instruction.attributes.get("metadata")
    if found is not None and not _METADATA.fullmatch(found[0]):
        fail('expected metadata, as {op_name="jit(f)/add" stack_frame_id=2}', found[1])


def metadata_of(instruction: HloInstruction) -> dict[str, str]:
    """Returns the fields of the metadata by their names, strings without quotes."""
    text, _ = instruction.attributes.get("metadata", ("", 0))
    return {name: unquoted(value) if value[0] == '"' else value.strip("'") for name, value in _FIELD.findall(text)}
