"""The passes, by their stage; `sdyopt.pipeline.registry` lists the file of each. An engine of a pass has a folder.

The package is `sdyopt.passes`. In a checkout this folder is also importable as `passes`, with the same modules.
"""

if __name__ == "passes":
    import sys
    from collections.abc import Sequence
    from importlib import import_module
    from importlib.abc import Loader, MetaPathFinder
    from importlib.machinery import ModuleSpec
    from types import ModuleType

    class _SameModules(MetaPathFinder, Loader):
        """Imports `passes.x` as `sdyopt.passes.x`, so that each pass has a single class."""

        def find_spec(
            self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
        ) -> ModuleSpec | None:
            return ModuleSpec(fullname, self) if fullname.startswith("passes.") else None

        def create_module(self, spec: ModuleSpec) -> ModuleType:
            module = import_module(f"sdyopt.{spec.name}")
            spec.loader_state = module.__spec__
            return module

        def exec_module(self, module: ModuleType) -> None:
            assert module.__spec__ is not None
            module.__spec__ = module.__spec__.loader_state

    sys.meta_path.insert(0, _SameModules())
