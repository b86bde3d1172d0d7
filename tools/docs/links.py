"""Links of documents in the repository, adapted to the site."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping

_LINK = re.compile(r"(?<!\\)(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
_CODE = re.compile(r"^(```|~~~).*?^\1|``[^`].*?``|`[^`]*`", re.MULTILINE | re.DOTALL)


def relinked(text: str, folder: str, page: str, pages: Mapping[str, str]) -> str:
    """Returns the text of a document in a `folder` of the repository, with the links of `page`.

    `pages` are those of the site, by their files in the repository. A link to another file is replaced by its text,
    because readers of the site do not have the file.
    """

    def link(found: re.Match[str]) -> str:
        picture, label, target = found.groups()
        path, hash, anchor = target.partition("#")
        if re.match(r"[a-z]+:", target) or not path:
            return found[0]
        meant = pages.get(posixpath.normpath(posixpath.join(folder, path)))
        if meant is None:
            return label
        return f"{picture}[{label}]({posixpath.relpath(meant, posixpath.dirname(page) or '.')}{hash}{anchor})"

    parts, start = [], 0
    for code in _CODE.finditer(text):
        if text[code.start() - 1] == "[":  # the text of a link
            continue
        parts += [_LINK.sub(link, text[start : code.start()]), code[0]]
        start = code.end()
    return "".join([*parts, _LINK.sub(link, text[start:])])


def anchors(text: str) -> set[str]:
    """Returns the anchors of a page's headings."""
    without_code = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    return {slug(title) for title in re.findall(r"^#+ (.*)", without_code, re.MULTILINE)}


def slug(title: str) -> str:
    """Returns the anchor of a heading."""
    return re.sub(r"\W+", "-", title.lower()).strip("-")
