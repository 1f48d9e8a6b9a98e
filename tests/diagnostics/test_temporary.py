"""Temporary files are gone when their owner is, even one that is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from diagnostics import temporary
from tests.left_files import left_files

OWNER = """
import os, signal, sys
from pathlib import Path
from diagnostics.temporary import owned_folder, process_folder, use_process_folder
folder = process_folder("unpacked")
(folder / "1-case.nc").write_bytes(b"x")
child = os.fork()
if child == 0:
    use_process_folder("worker")
    assert process_folder("unpacked") != folder
    os._exit(0)  # as a process of a pool ends
os.waitpid(child, 0)
if sys.argv[1] == "killed":
    os.kill(os.getpid(), signal.SIGKILL)
"""


def run(end: str, folder: Path) -> int:
    environment = {**os.environ, "TMPDIR": str(folder), "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(
        [sys.executable, "-c", OWNER, end], env=environment, check=False
    ).returncode


def test_the_next_start_removes_what_a_killed_process_left(tmp_path: Path) -> None:
    assert run("killed", tmp_path) == -signal.SIGKILL
    assert len(list(tmp_path.iterdir())) == 2
    assert run("ended", tmp_path) == 0
    (left,) = tmp_path.iterdir()
    assert left.name.startswith("hvrmet-worker-"), "of its own child, which ended last"
    assert left_files(tmp_path) == []
    assert not left.exists()


def test_what_is_in_use_or_not_ours_stays(tmp_path: Path) -> None:
    others = [tmp_path / name for name in ("hvrmet-unpacked-notes", "hvrmet-x", "else-a-1-b")]
    for folder in others:
        folder.mkdir()
    target = tmp_path / "target"
    target.mkdir()
    link = tmp_path / "hvrmet-unpacked-1-link"
    link.symlink_to(target)
    with temporary.owned_folder("unpacked", tmp_path) as folder:
        assert temporary.sweep(tmp_path) == []
        assert folder.is_dir()
        assert f"-{os.getpid()}-" in folder.name
        assert left_files(tmp_path) == sorted([*(item.name for item in others), "target"])
    assert not folder.exists()
    assert all(item.exists() for item in (*others, target, link))


def test_a_packed_file_is_unpacked_to_a_folder_of_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(temporary, "_made", {})
    monkeypatch.setattr(temporary.tempfile, "tempdir", str(tmp_path))
    folder = temporary.process_folder("unpacked")
    assert folder.parent == tmp_path
    assert temporary.process_folder("unpacked") == folder
