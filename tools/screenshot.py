"""Writes a picture of the page of a program: `python -m tools.screenshot examples/head.mlir docs/sdy-view.png`."""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

from sdyopt.view.command import run
from tools.browser import Browser

_ONCE_DRAWN = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


@click.command()
@click.argument("program")
@click.argument("picture", type=click.Path(path_type=Path))
@click.option("--width", default=1320, help="Of the window.")
@click.option("--height", default=1180, help="Of the window.")
@click.option("--dark", is_flag=True, help="As for people who prefer dark pages.")
@click.option("--after", default="0", help="JavaScript that is run before.")
def main(program: str, picture: Path, width: int, height: int, dark: bool, after: str) -> None:
    """Writes a PNG of the page that sdy-view makes of a program."""
    with tempfile.TemporaryDirectory() as folder, Browser() as browser:
        page = Path(folder, "page.html")
        status, _, messages = run([program, "--html", str(page)])
        if status:
            raise click.ClickException(messages.decode())
        browser.open(page, width, height, dark)
        browser.run(after)
        browser.run(_ONCE_DRAWN)
        picture.write_bytes(browser.screenshot())


if __name__ == "__main__":
    main()
