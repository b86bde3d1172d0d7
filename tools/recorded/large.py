"""The programs in lit_tests/large."""

from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "lit_tests" / "large"
MACHINES = {"gpu": "gpu-h100:8", "tpu": "tpu-v5e:2x4"}
