"""The Landlock rules of each profile: which files a confined process may read, write or execute."""

import functools
import os
import platform
import shutil
import sys
import sysconfig
from pathlib import Path

from solvent.solvers.sandbox.landlock import READ, RUN, Access
from solvent.solvers.sandbox.seccomp import Profile


@functools.cache
def rules(profile: Profile) -> tuple[tuple[Path, Access], ...]:
    """Return the accessible paths of a profile with their rights, computed once; a working directory is added later."""
    if profile == "minizinc":
        return _minizinc_rules()
    # os.path rather than pathlib: a path in a folder that this user may not enter is skipped, not an error.
    paths = {Path(os.path.realpath(path)) for path in (*python_paths(), *library_paths()) if os.path.exists(path)}  # noqa: PTH110
    return tuple((path, READ) for path in sorted(paths) if paths.isdisjoint(path.parents))


def python_paths() -> list[Path]:
    """Return the paths of the standard library, installed packages and this package.

    Neither the whole prefix nor all of `sys.path`, which may contain the user's working directory or, through an
    editable install, a source tree.
    """
    paths = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    paths |= {path for path in sys.path if Path(path).name in {"site-packages", "dist-packages"}}
    return [*(Path(path) for path in sorted(paths)), Path(__file__).resolve().parents[2]]


def library_paths() -> list[Path]:
    """Return the paths of the system's shared libraries, which extension modules load."""
    folder = f"{platform.machine()}-linux-gnu"
    own = sysconfig.get_config_var("LIBDIR")
    paths = [
        Path("/lib", folder),
        Path("/usr/lib", folder),
        Path("/lib64"),
        Path("/usr/lib64"),
        Path("/etc/ld.so.cache"),
    ]
    return [*paths, Path(own)] if own else paths


def loaders() -> list[Path]:
    """Return the paths of the dynamic loaders."""
    names = ("ld-linux*.so*", "ld-musl-*.so*")
    return sorted({loader for place in (Path("/lib64"), Path("/lib")) for name in names for loader in place.glob(name)})


def _minizinc_rules() -> tuple[tuple[Path, Access], ...]:
    """Return the rules for MiniZinc.

    MiniZinc, Gecode's FlatZinc solver and the loader are executable, MiniZinc's library and the system's are readable.
    """
    found = shutil.which("minizinc", path=os.environ.get("PATH") or os.defpath)
    if found is None:
        return ()
    binary = Path(found).resolve()
    prefix = binary.parent.parent
    readable = [prefix / "share" / "minizinc", *library_paths(), Path("/dev/urandom"), Path("/dev/null")]
    if prefix != Path("/usr"):
        readable.append(prefix / "lib")  # a bundle ships its own libraries
    solver = (binary.parent / "fzn-gecode").resolve()
    return tuple((path, RUN) for path in (binary, solver, *loaders())) + tuple((path, READ) for path in readable)
