"""For people who work on sdy-opt: run these from the project's folder, `python -m tools.NAME`."""
