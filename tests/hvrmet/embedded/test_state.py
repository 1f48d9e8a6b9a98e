"""Where the embedded installation puts its data."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from hvrmet.embedded.binaries import find_postgres
from hvrmet.embedded.credentials import load_credentials
from hvrmet.embedded.errors import EmbeddedError
from hvrmet.embedded.identity import ServerUser, server_user
from hvrmet.embedded.state import SOCKET_PATH_LIMIT, StatePaths, remove_state, state_paths

from tests.requirements import needs

AS_ROOT = os.geteuid() == 0
needs_root = needs("root", there=AS_ROOT, missing="only root has servers of another user")


@pytest.fixture(autouse=True)
def no_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HVRMET_STATE_DIR", "HVRMET_RUNTIME_DIR", "HVRMET_SERVER_USER"):
        monkeypatch.delenv(name, raising=False)


def test_state_is_in_the_project(short_folder: Path) -> None:
    paths = state_paths(short_folder)
    assert paths.root == short_folder / ".hvrmet"
    assert len(os.fsencode(paths.postgres_socket / ".s.PGSQL.65535.lock")) <= SOCKET_PATH_LIMIT


def test_checkouts_do_not_share_sockets(short_folder: Path) -> None:
    (short_folder / "a").mkdir()
    (short_folder / "b").mkdir()
    runtimes = {state_paths(short_folder / name).runtime for name in ("a", "b")}
    assert len(runtimes) == 2


@needs_root
def test_unreachable_project_keeps_state_elsewhere(short_folder: Path) -> None:
    short_folder.chmod(0o700)
    paths = state_paths(short_folder)
    try:
        assert paths.root.parent == Path("/var/tmp")
        assert not (short_folder / ".hvrmet").exists()
        assert stat.S_IMODE(short_folder.stat().st_mode) == 0o700
    finally:
        remove_state(paths)


@needs_root
def test_programs_are_copied_where_their_user_can_reach_them(
    paths: StatePaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HVRMET_POSTGRES", "wheel")  # the system's are where everybody can
    user = server_user()
    reach = ServerUser.can_reach

    def only_state(self: ServerUser, path: Path) -> bool:
        return path.is_relative_to(paths.root) and reach(self, path)

    monkeypatch.setattr(ServerUser, "can_reach", only_state)
    programs = find_postgres(user, paths.binaries)
    assert programs.folder.is_relative_to(paths.binaries)
    assert programs.version >= 15
    assert user.can_reach(programs.folder / "postgres")
    assert find_postgres(user, paths.binaries).folder == programs.folder


def test_named_folder_is_used_or_refused(
    short_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HVRMET_STATE_DIR", str(short_folder / "named"))
    assert state_paths(short_folder).root == short_folder / "named"
    (short_folder / "file").touch()
    monkeypatch.setenv("HVRMET_STATE_DIR", str(short_folder / "file" / "below"))
    with pytest.raises(EmbeddedError) as caught:
        state_paths(short_folder)
    assert caught.value.code == "state_folder_unusable"


def test_long_runtime_folder_is_told(short_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HVRMET_RUNTIME_DIR", str(short_folder / ("long" * 20)))
    with pytest.raises(EmbeddedError, match="107") as caught:
        state_paths(short_folder)
    assert caught.value.code == "socket_path_too_long"


def test_foreign_runtime_folder_is_refused(short_folder: Path) -> None:
    (short_folder / "elsewhere").mkdir()
    (short_folder / "run").symlink_to(short_folder / "elsewhere")
    with pytest.raises(EmbeddedError) as caught:
        StatePaths(short_folder / "state", short_folder / "run").prepare(server_user())
    assert caught.value.code == "foreign_folder"


@needs_root
@pytest.mark.parametrize("name", ["root", "nobody-of-that-name"])
def test_server_user_must_be_unprivileged(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HVRMET_SERVER_USER", name)
    with pytest.raises(EmbeddedError) as caught:
        server_user()
    assert caught.value.code == "no_account"


def test_credentials_are_made_once_and_private(tmp_path: Path) -> None:
    path = tmp_path / "credentials.json"
    first = load_credentials(path)
    assert load_credentials(path) == first
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len({first.postgres, first.hvrmet_owner, first.hvrmet_app}) == 3
    assert len(first.secret_key) >= 50
    path.write_text("{")
    with pytest.raises(EmbeddedError) as caught:
        load_credentials(path)
    assert caught.value.code == "credentials_damaged"
    assert list(tmp_path.iterdir()) == [path]
