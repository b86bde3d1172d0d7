"""Hooks of MkDocs for building the site; `mkdocs.yml` names this file."""

from __future__ import annotations

import sys
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tools.docs.lexers import register
from tools.docs.site import document, generated_pages, navigation, write_playground

register()


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Sets the order of the pages."""
    config.nav = navigation()
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the generated pages."""
    for path, text in generated_pages().items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Adapts the links of files in `docs` to others in the repository."""
    path = page.file.src_uri
    if path == "try.md":  # It takes the width of the window.
        page.meta["hide"] = ["navigation", "toc"]
    return markdown if path in generated_pages() else document(path, markdown)


def on_post_build(config: MkDocsConfig) -> None:
    """Puts what the page "Try it" loads beside it."""
    write_playground(Path(config.site_dir, "try"))
