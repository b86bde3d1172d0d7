"""Development tools: run them in the project's folder with `python -m tools.NAME`."""
