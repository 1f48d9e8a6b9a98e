"""Setting up: what is found, what is said, when nothing has to be done."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def bootstrap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script, working on a folder of the test's own."""
    location = ROOT / "scripts" / "bootstrap.py"
    specification = importlib.util.spec_from_file_location("bootstrap", location)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements" / "dev.lock").write_text("uv==1.0 \\\n    --hash=sha256:00\n")
    (tmp_path / "pyproject.toml").touch()
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(module, "LOCK", tmp_path / "requirements" / "dev.lock")
    monkeypatch.setattr(module, "STAMP", tmp_path / ".venv" / "hvrmet-setup.json")
    return module


def make_environment(bootstrap: ModuleType) -> None:
    """Put what a finished run leaves, with this process's interpreter."""
    packages = bootstrap.VENV / "lib" / "python3.11" / "site-packages"
    (packages / "one-1.0.dist-info").mkdir(parents=True)
    (bootstrap.VENV / "bin").mkdir()
    (bootstrap.VENV / "bin" / "hvrmet").touch()
    stamp = {"fingerprint": bootstrap.fingerprint(), "installed": bootstrap.installed()}
    bootstrap.STAMP.write_text(json.dumps(stamp))


def test_an_interpreter_is_found(bootstrap: ModuleType) -> None:
    found = bootstrap.find_python()
    version = bootstrap.probe([found, "-c", "import sys; print(sys.version_info >= (3, 11))"])
    assert version == "True"


def test_missing_venv_module_is_told_with_the_cure(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(command: list[str]) -> str | None:
        if "ensurepip" in command[-1]:
            return None
        return "3.12" if "sep='.'" in command[-1] else "/usr/bin/python3"

    monkeypatch.setattr(bootstrap, "probe", answer)
    with pytest.raises(bootstrap.SetupError, match="apt install python3-venv") as caught:
        bootstrap.find_python()
    assert "python3.12-venv" in str(caught.value)


def test_old_python_is_told_with_the_cure(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "probe", lambda _command: None)
    with pytest.raises(bootstrap.SetupError, match=r"no Python 3\.11 or newer"):
        bootstrap.find_python()


def test_second_run_has_nothing_to_do(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_environment(bootstrap)
    monkeypatch.setattr(bootstrap, "is_healthy", lambda: True)
    monkeypatch.setattr(bootstrap, "run", lambda *_: pytest.fail("something was run"))
    assert bootstrap.main() == 0


@pytest.mark.parametrize("change", ["lock", "package", "command", "interpreter", "stamp"])
def test_every_change_is_noticed(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    make_environment(bootstrap)
    monkeypatch.setattr(bootstrap, "is_healthy", lambda: change != "interpreter")
    if change == "lock":
        bootstrap.LOCK.write_text("uv==2.0 --hash=sha256:00\n")
    elif change == "package":
        next(bootstrap.VENV.rglob("*.dist-info")).rmdir()
    elif change == "command":
        (bootstrap.VENV / "bin" / "hvrmet").unlink()
    elif change == "stamp":
        bootstrap.STAMP.write_text("{")
    assert not bootstrap.is_current()


def test_a_folder_that_is_no_environment_is_left_alone(bootstrap: ModuleType) -> None:
    (bootstrap.VENV / "mine").mkdir(parents=True)
    with pytest.raises(bootstrap.SetupError, match="not a virtual environment"):
        bootstrap.make_venv(sys.executable)
    assert (bootstrap.VENV / "mine").exists()


def test_full_disk_is_reported(bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "BYTES_NEEDED", 10**18)
    with pytest.raises(bootstrap.SetupError, match="free some space"):
        bootstrap.make_venv(sys.executable)


def test_damaged_environment_is_made_again(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    bootstrap.VENV.mkdir()
    (bootstrap.VENV / "pyvenv.cfg").touch()
    (bootstrap.VENV / "rubbish").touch()
    commands: list[list[str]] = []
    monkeypatch.setattr(bootstrap, "run", lambda command, _failure: commands.append(command))
    bootstrap.make_venv(sys.executable)
    assert not bootstrap.VENV.exists()
    assert commands == [[sys.executable, "-m", "venv", str(bootstrap.VENV)]]


def test_uv_is_installed_with_its_hashes(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    bootstrap.LOCK.write_text(
        "six==1.0 --hash=sha256:11\n"
        "uv==1.0 \\\n    --hash=sha256:00 \\\n    --hash=sha256:01\n"
        "uvicorn==2.0 --hash=sha256:22\n"
    )
    seen: list[str] = []

    def answer(command: list[str]) -> str | None:
        if command[-1] == "--version":
            return "uv 1.0 (x)" if seen else None
        seen.append(Path(command[-1]).read_text())
        assert "--require-hashes" in command
        return ""

    monkeypatch.setattr(bootstrap, "probe", answer)
    assert bootstrap.install_uv() == str(bootstrap.VENV / "bin" / "uv")
    assert seen == ["uv==1.0 \\\n    --hash=sha256:00 \\\n    --hash=sha256:01\n"]


def test_pip_takes_over_from_uv(bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[list[str]] = []

    def refuse_uv(command: list[str], failure: str, environment: object = None) -> None:
        commands.append(command)
        if command[0] == "uv":
            raise bootstrap.SetupError(failure)

    monkeypatch.setattr(bootstrap, "run", refuse_uv)
    monkeypatch.setattr(bootstrap, "probe", lambda _command: "")
    bootstrap.install_locked("uv")
    assert [command[0] for command in commands] == ["uv", str(bootstrap.venv_python())]
    assert all("--require-hashes" in command for command in commands)


def test_pip_configuration_reaches_uv(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = "global.index-url='mirror'\n:env:.cert='/etc/cert.pem'\nglobal.timeout='9'"
    monkeypatch.setattr(bootstrap, "probe", lambda _command: answers)
    monkeypatch.delenv("UV_DEFAULT_INDEX", raising=False)
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    environment = bootstrap.uv_environment()
    assert environment["UV_DEFAULT_INDEX"] == "mirror"
    assert environment["SSL_CERT_FILE"] == "/etc/cert.pem"


def test_a_long_step_says_how_far_it_is(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    waited = iter([subprocess.TimeoutExpired("uv", 5), 0])

    class Process:
        def __init__(self, *_: object, **__: object) -> None:
            pass

        def wait(self, _seconds: float) -> int:
            outcome = next(waited)
            if isinstance(outcome, Exception):
                raise outcome
            return outcome

    monkeypatch.setattr(bootstrap.subprocess, "Popen", Process)
    bootstrap.run(["uv"], "uv could not install")
    assert "0 s: 0 of at most 1 packages are installed" in capsys.readouterr().err


def test_progress_says_what_goes_on_when_no_more_packages_come(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "locked", lambda: 246)
    assert "compiled" in bootstrap.progress(238, 238)
    assert "at most 246" in bootstrap.progress(238, 230)
    assert "at most 246" in bootstrap.progress(2, 2)  # a large package is being fetched


def test_the_makefile_works_from_another_folder(tmp_path: Path) -> None:
    # The suite itself may run below make, which tells programs of its own so.
    own = {"MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES"}
    done = subprocess.run(
        ["make", "-f", str(ROOT / "Makefile")],
        cwd=tmp_path,
        env={name: value for name, value in os.environ.items() if name not in own},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("help ")
