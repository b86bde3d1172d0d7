"""The top level of a text: operations, definitions of aliases, and resources after them."""

from __future__ import annotations

from sdyopt.ir.resources import ALIGNMENT_DIGITS, Blob
from sdyopt.mlir.patterns import pattern
from sdyopt.mlir.read.operations import Operations
from sdyopt.mlir.read.tokens import Failed

_HEX_DIGITS = pattern("[0-9a-fA-F]*+")


class TopLevel(Operations):
    """Reads a whole text."""

    def parse_file(self) -> None:
        """Reads all up to the end of the text."""
        while self.kind != "EOF" or self.open_blocks:
            if self.kind == "ERROR":
                raise Failed
            if self.open_blocks:
                self.parse_next(0)
            elif self.kind == "HASH" and self.templates is not None and self._take_location_lines():
                continue
            elif self.kind in ("HASH", "BANG"):
                self._parse_alias(self.kind == "BANG")
            elif self.token == "{-#":
                self._parse_metadata()
            else:
                self.parse_next(0)

    def _take_location_lines(self) -> bool:
        """Reads lines that define aliases of locations as JAX writes them; returns whether there was one."""
        from sdyopt.mlir.read.location_lines import define_location_aliases

        resumed = define_location_aliases(self, self.start)
        if resumed is not None:
            self.reset(resumed)
        return resumed is not None

    def _parse_alias(self, is_type: bool) -> None:
        name, kind = self.token[1:], "type" if is_type else "attribute"
        if name in (self.type_aliases if is_type else self.attribute_aliases):
            raise self.error_here(f"redefinition of {kind} alias id '{name}'")
        if "." in name:
            raise self.error_here(f"{kind} names with a '.' are reserved for dialect-defined names")
        self.consume()
        self.parse_token("=", f"expected '=' in {kind} alias definition")
        if is_type:
            self.type_aliases[name] = self.parse_type()
        else:
            self.attribute_aliases[name] = self.parse_attribute()

    # Resources.

    def _parse_metadata(self) -> None:
        self.consume()
        self.parse_list_until("#-}", self._parse_section)

    def _parse_section(self) -> None:
        at, key = self.start, self.token
        if self.kind != "WORD":
            raise self.error_here("expected identifier key in file metadata dictionary")
        self.consume()
        self.parse_token(":", "expected ':'")
        if key not in ("dialect_resources", "external_resources"):
            raise self.error_at(f"unknown key '{key}' in file metadata dictionary", at)
        self.parse_token("{", "expected '{'")
        self.parse_list_until("}", self._parse_dialect if key == "dialect_resources" else self._parse_external_group)

    def _parse_group_name(self) -> str:
        name = self.token
        if self.kind != "WORD":
            raise self.error_here("expected identifier key for 'resource' entry")
        self.consume()
        return name

    def _parse_dialect(self) -> None:
        at = self.start
        name = self._parse_group_name()
        self.parse_token(":", "expected ':'")
        self.parse_token("{", "expected '{'")
        if name not in self.registry.namespaces:
            raise self.error_at(f"dialect '{name}' is unknown", at)
        if name != "builtin":
            raise self.error_here(f"unexpected 'resource' section for dialect '{name}'")
        self.parse_list_until("}", self._parse_resource_entry)

    def _parse_resource_entry(self) -> None:
        """Reads a resource. Of those with the same key the last counts."""
        key = self.parse_resource_key()
        self.parse_token(":", "expected ':'")
        start, end = self.start, self.end
        self.consume()
        self.resources[key] = self._blob(key, start, end)

    def _parse_external_group(self) -> None:
        group = self.external_resources.setdefault(self._parse_group_name(), {})
        self.parse_token(":", "expected ':'")
        self.parse_token("{", "expected '{'")
        self.parse_list_until("}", lambda: self._parse_external_entry(group))

    def _parse_external_entry(self, group: dict[str, str]) -> None:
        """Reads an external resource, whatever token it is."""
        key = self.parse_resource_key("external_resources")
        self.parse_token(":", "expected ':'")
        group[key] = self.token
        self.consume()

    def _blob(self, key: str, value_start: int, value_end: int) -> Blob:
        """Returns the bytes that a hex string holds, which begin with an alignment; that of no bytes may be none."""
        text = self.text
        start, end = value_start + len('"0x'), value_end - 1
        is_hex = text.startswith('"0x', value_start) and _HEX_DIGITS.fullmatch(text, start, end)
        expected = f"expected hex string blob for key '{key}'"
        if not is_hex or (end - start) % 2:
            raise self.error_at(expected, value_start)
        if end - start < ALIGNMENT_DIGITS:
            raise self.error_at(f"{expected} to encode alignment in first 4 bytes", value_start)
        blob = Blob(text, start, end)
        alignment = blob.alignment
        if alignment & (alignment - 1) or (alignment == 0 and end - start > ALIGNMENT_DIGITS):
            message = f"{expected} to encode alignment in first 4 bytes, but got non-power-of-2 value: {alignment}"
            raise self.error_at(message, value_start)
        return blob
