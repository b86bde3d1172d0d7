"""Headless Chromium, driven by its DevTools protocol over two pipes: what a page looks like, and what it does.

It needs nothing but the program, which Debian calls `chromium`.
"""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "chrome")

_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",  # without a network
    "--disable-features=IsolateSandboxedIframes",  # so that pages in frames are drawn, and report errors, too
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)
_COMMANDS, _MESSAGES = 3, 4
"""The file descriptors that Chromium reads from and writes to."""

_KEYS = {"Tab": 9, "Enter": 13, "End": 35, "Home": 36, "ArrowRight": 39, "ArrowDown": 40}
"""The numbers that keys go by."""

_PATIENCE = 120
"""Seconds without a message after which a browser hangs."""

Object = dict[str, Any]


class BrowserError(Exception):
    """A browser that ended, a command that it refused, or an expression that failed in a page."""


def program() -> str | None:
    """Where Chromium is; None if there is none."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


class Browser:
    """A browser with one page. Raises BrowserError if there is none, or it does not start."""

    def __init__(self) -> None:
        if (path := program()) is None:
            raise BrowserError("there is no Chromium")
        self._folder = tempfile.mkdtemp(prefix="sdy-opt-browser-")
        self._process, self._commands, self._messages = _start(path, self._folder)
        self._received = bytearray()
        self._number = 0
        self._session: str | None = None
        self.events: list[Object] = []
        """The events that the page has reported since it was opened: `method` and `params`."""
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self._call(f"{domain}.enable")

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Ends the browser, and removes what it has written."""
        self._process.kill()
        self._process.wait()
        os.close(self._commands)
        os.close(self._messages)
        shutil.rmtree(self._folder, ignore_errors=True)

    def open(self, page: Path | str, width: int = 1280, height: int = 900, dark: bool = False) -> None:
        """Shows a file, or what is at an address, once it is loaded, in a window of this size."""
        self.events.clear()
        self._call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._call("Emulation.setEmulatedMedia", features=[scheme])
        self._call("Page.navigate", url=page if isinstance(page, str) else page.resolve().as_uri())
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self._receive()

    def run(self, expression: str) -> Any:
        """The value of an expression of JavaScript in the page, waited for if it is a promise."""
        found = self._call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in found:
            raise BrowserError(json.dumps(found["exceptionDetails"]))
        return found["result"].get("value")

    def press(self, key: str) -> None:
        """Presses a key, one of `_KEYS`, where the focus is."""
        text = {"text": "\r"} if key == "Enter" else {}
        for kind in ("keyDown", "keyUp"):
            self._call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=_KEYS[key], **text)

    def screenshot(self) -> bytes:
        """Returns what is to be seen, as PNG."""
        return base64.b64decode(self._call("Page.captureScreenshot", format="png")["data"])

    @property
    def complaints(self) -> list[str]:
        """Errors and warnings of the page so far, and exceptions in it."""
        self.run("0")
        found = []
        for event in self.events:
            said = event["params"]
            if event["method"] == "Runtime.exceptionThrown":
                found.append(str(said["exceptionDetails"]))
            elif event["method"] == "Log.entryAdded":
                found.append(str(said["entry"]["text"]))
            elif event["method"] == "Runtime.consoleAPICalled":
                found.append(str(said["args"]))
        return found

    @property
    def requests(self) -> list[str]:
        """The addresses that were asked for so far, that of the page first."""
        return [e["params"]["request"]["url"] for e in self.events if e["method"] == "Network.requestWillBeSent"]

    def _call(self, method: str, **params: Any) -> Object:
        self._number = number = self._number + 1
        command = {"id": number, "method": method, "params": params}
        if self._session is not None:
            command["sessionId"] = self._session
        _write(self._commands, json.dumps(command).encode() + b"\0")
        while True:
            message = self._receive()
            if message.get("id") == number:
                if "error" in message:
                    raise BrowserError(f"{method}: {message['error']}")
                result: Object = message["result"]
                return result

    def _receive(self) -> Object:
        """The next message; if it is an event, it is kept."""
        while b"\0" not in self._received:
            if not select.select([self._messages], [], [], _PATIENCE)[0]:
                raise BrowserError(f"the browser has said nothing for {_PATIENCE} seconds")
            if not (data := os.read(self._messages, 1 << 16)):
                raise BrowserError("the browser has ended")
            self._received += data
        text, _, rest = self._received.partition(b"\0")
        self._received = rest
        message: Object = json.loads(text)
        if "method" in message:
            self.events.append(message)
        return message


def _start(path: str, folder: str) -> tuple[subprocess.Popen[bytes], int, int]:
    """Chromium, and our ends of the pipes: where commands go in, and where messages come out."""
    with _pipe() as (commands_in, commands), _pipe() as (messages, messages_out):
        # A shell puts them where Chromium looks for them, whatever numbers they have here.
        command = f'exec "$@" {_COMMANDS}<&{commands_in} {_MESSAGES}>&{messages_out}'
        process = subprocess.Popen(
            ["bash", "-c", command, "bash", path, *_FLAGS, f"--user-data-dir={folder}"],
            pass_fds=(commands_in, messages_out),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        kept = os.dup(commands), os.dup(messages)
    return process, *kept


@contextmanager
def _pipe() -> Iterator[tuple[int, int]]:
    ends = os.pipe()
    try:
        yield ends
    finally:
        for end in ends:
            os.close(end)


def _write(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]
