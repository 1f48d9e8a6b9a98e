"""Where an embedded installation keeps its data, and where its sockets are."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import stat
from dataclasses import dataclass
from pathlib import Path

from hvrmet.embedded.errors import EmbeddedError
from hvrmet.embedded.identity import ServerUser, server_user

STATE_FOLDER = ".hvrmet"
SHARED_STATE = Path("/var/tmp")  # noqa: S108  survives a restart, every user can reach it
SOCKET_PATH_LIMIT = 107
_LONGEST_SOCKET_NAME = "postgres/.s.PGSQL.65535.lock"
_OWNER_ONLY = 0o700
_PASSAGE = 0o711


@dataclass(frozen=True)
class StatePaths:
    """The folders of one checkout's embedded installation.

    Attributes
    ----------
    root : Path
        Kept between runs: databases, logs, stored files, credentials.
    runtime : Path
        Sockets only; short, because a socket's path is limited to 107 bytes.
    """

    root: Path
    runtime: Path

    @property
    def postgres(self) -> Path:
        """The database cluster and what belongs to it; owned by the servers' user."""
        return self.root / "postgres"

    @property
    def valkey(self) -> Path:
        """The broker's append-only file; owned by the servers' user."""
        return self.root / "valkey"

    @property
    def binaries(self) -> Path:
        """Copies of server programs that the servers' user could not reach otherwise."""
        return self.root / "bin"

    @property
    def logs(self) -> Path:
        """Output of every process."""
        return self.root / "logs"

    @property
    def artifacts(self) -> Path:
        """Figures and derived fields of the embedded file storage."""
        return self.root / "artifacts"

    @property
    def sources(self) -> Path:
        """Generated sample cases."""
        return self.root / "sources"

    @property
    def data(self) -> Path:
        """A folder for each centre, with data that it registers itself."""
        return self.root / "data"

    @property
    def reports(self) -> Path:
        """Reports that the demonstration took away, with their figures."""
        return self.root / "reports"

    @property
    def credentials(self) -> Path:
        """Generated passwords and keys, readable by their owner only."""
        return self.root / "credentials.json"

    @property
    def lock(self) -> Path:
        """Held by the supervisor of this state folder."""
        return self.root / "supervisor.lock"

    @property
    def services(self) -> Path:
        """Addresses of the running servers; exists while they run."""
        return self.root / "services.json"

    @property
    def pid_files(self) -> tuple[Path, ...]:
        """What the servers write while they run, and remove when they stop in order."""
        return self.postgres / "data" / "postmaster.pid", self.valkey / "valkey.pid"

    @property
    def postgres_socket(self) -> Path:
        """Folder of the database's socket."""
        return self.runtime / "postgres"

    @property
    def valkey_socket(self) -> Path:
        """Folder of the broker's socket."""
        return self.runtime / "valkey"

    def prepare(self, user: ServerUser) -> None:
        """Make every folder, with the rights that its owner needs and no more.

        Raises
        ------
        EmbeddedError
            When a folder cannot be made, or belongs to somebody else.
        """
        passage = _PASSAGE if user.switched else _OWNER_ONLY
        for folder in (self.root, self.runtime):
            _make_private(folder, passage)
        for folder in (self.logs, self.artifacts, self.sources, self.data, self.reports):
            _make_private(folder, _OWNER_ONLY)
        _make_private(self.binaries, 0o755)
        for folder in (self.postgres, self.valkey, self.postgres_socket, self.valkey_socket):
            folder.mkdir(mode=_OWNER_ONLY, exist_ok=True)
            user.own(folder)


def checkout_folder() -> Path:
    """Return the folder of the project's checkout, or the working directory without one."""
    for folder in Path(__file__).resolve().parents:
        if (folder / "manage.py").is_file() and (folder / "pyproject.toml").is_file():
            return folder
    return Path.cwd()


def state_paths(checkout: Path | None = None, *, user: ServerUser | None = None) -> StatePaths:
    """Choose the state folder of a checkout.

    ``HVRMET_STATE_DIR`` names it; else it is ``.hvrmet`` in the checkout when the servers' user
    can reach and own folders there; else a folder of this checkout's own below ``/var/tmp``.

    Raises
    ------
    EmbeddedError
        When none can be used.
    """
    checkout = (checkout or checkout_folder()).resolve()
    user = user or server_user()
    named = os.environ.get("HVRMET_STATE_DIR")
    if named:
        root = Path(named).expanduser().resolve()
        if not _usable(root, user):
            raise EmbeddedError(
                f"HVRMET_STATE_DIR={root} cannot hold the servers' data: it must be writable, and "
                f"user {user.name!r} must be able to reach it",
                cure="name another folder, e.g. below /var/tmp",
                code="state_folder_unusable",
            )
        return StatePaths(root, _runtime_folder(root))
    name = f"hvrmet-{os.geteuid()}-{_short_digest(checkout)}"
    candidates = (checkout / STATE_FOLDER, SHARED_STATE / name)
    for root in candidates:
        if _usable(root, user):
            return StatePaths(root, _runtime_folder(root))
    raise EmbeddedError(
        "no folder can hold the servers' data; tried " + ", ".join(map(str, candidates)),
        cure="set HVRMET_STATE_DIR to a writable folder",
        code="state_folder_unusable",
    )


def remove_state(paths: StatePaths) -> None:
    """Delete the data of an embedded installation that is not running."""
    for folder in (paths.root, paths.runtime):
        if folder.exists():
            shutil.rmtree(folder)


def _usable(root: Path, user: ServerUser) -> bool:
    """Try it: file systems exist that accept neither owners nor modes."""
    existed = root.exists()
    probe = root / f".probe-{os.getpid()}"
    try:
        _make_private(root, _PASSAGE if user.switched else _OWNER_ONLY)
        probe.mkdir(mode=_OWNER_ONLY)
    except (EmbeddedError, OSError):
        return False
    try:
        user.own(probe)
        found = probe.stat()
        kept = found.st_uid == user.uid and stat.S_IMODE(found.st_mode) == _OWNER_ONLY
        reachable = kept and user.can_reach(probe)
    except OSError:
        reachable = False
    finally:
        probe.rmdir()
    if not reachable and not existed:
        root.rmdir()
    return reachable


def _runtime_folder(root: Path) -> Path:
    """Name a short folder for sockets that no other checkout or user shares."""
    named = os.environ.get("HVRMET_RUNTIME_DIR")
    base = Path(named).expanduser().resolve() if named else Path("/tmp")  # noqa: S108  short
    folder = base / f"hvrmet-{os.geteuid()}-{_short_digest(root)}"
    length = len(os.fsencode(folder / _LONGEST_SOCKET_NAME))
    if length > SOCKET_PATH_LIMIT:
        raise EmbeddedError(
            f"sockets below {folder} would have paths of {length} bytes; the system allows "
            f"{SOCKET_PATH_LIMIT}",
            cure="set HVRMET_RUNTIME_DIR to a shorter folder, e.g. /tmp",
            code="socket_path_too_long",
        )
    return folder


def _make_private(folder: Path, mode: int) -> None:
    """Make a folder of ours, or refuse one that somebody else put there."""
    try:
        folder.mkdir(mode=mode, parents=True, exist_ok=True)
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
            raise EmbeddedError(
                f"{folder} belongs to somebody else or is not a folder",
                cure="remove it, or set HVRMET_STATE_DIR and HVRMET_RUNTIME_DIR to folders of "
                "your own",
                code="foreign_folder",
            )
        if stat.S_IMODE(found.st_mode) != mode:
            folder.chmod(mode)
    except OSError as error:
        reason = errno.errorcode.get(error.errno or 0, "error")
        raise EmbeddedError(
            f"{folder} cannot be prepared: {error.strerror} ({reason})",
            cure="free space or rights there, or set HVRMET_STATE_DIR to another folder",
            code="state_folder_unusable",
        ) from error


def _short_digest(path: Path) -> str:
    return hashlib.sha256(os.fsencode(path)).hexdigest()[:8]
