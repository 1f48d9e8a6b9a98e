"""Make ``.venv`` from the lock file, or see in a moment that it is as it should be.

Needs nothing but Python's standard library, and no more than Python 3.7 to say what is missing.
It installs with uv where uv can be had and with pip where not; both check every hash.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
LOCK = ROOT / "requirements" / "dev.lock"
STAMP = VENV / "hvrmet-setup.json"
MINIMUM = (3, 11)
NEWEST_TRIED = 15
PROGRESS_SECONDS = 5.0
ALMOST_ALL = 0.9  # of the lock
BYTES_NEEDED = 2_500_000_000


class SetupError(Exception):
    """Something that the user has to put right; the message says what and how."""


def say(text: str) -> None:
    """Tell the user what happens, on standard error."""
    sys.stderr.write(f"setup: {text}\n")
    sys.stderr.flush()


def probe(command: list[str]) -> str | None:
    """Return what a short program prints, or None when it fails."""
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.decode().strip()


def find_python() -> str:
    """Return an interpreter that is new enough and can make virtual environments."""
    question = f"import sys; assert sys.version_info[:2] >= {MINIMUM}; print(sys.executable)"
    names = [f"python3.{minor}" for minor in range(MINIMUM[1], NEWEST_TRIED)]
    without_venv = []
    for name in [sys.executable or "python3", *names, "python3"]:
        found = probe([name, "-c", question])
        if found is None:
            continue
        if probe([found, "-c", "import ensurepip, venv"]) is not None:
            return found
        without_venv.append(found)
    if without_venv:
        version = probe(
            [without_venv[0], "-c", "import sys; print(*sys.version_info[:2], sep='.')"]
        )
        raise SetupError(
            f"{without_venv[0]} cannot make virtual environments\n"
            f"  what to do: apt install python3-venv (or python{version}-venv)"
        )
    raise SetupError(
        "no Python {}.{} or newer was found\n"
        "  what to do: apt install python3 python3-venv (Debian 12, Ubuntu 24.04 or newer), or "
        "'make PYTHON=/path/to/python3.12 setup'".format(*MINIMUM)
    )


def fingerprint() -> str:
    """Return a digest of everything that decides what has to be in the environment."""
    digest = hashlib.sha256(str(ROOT).encode())
    for path in (LOCK, ROOT / "pyproject.toml", Path(__file__)):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def installed() -> list[str]:
    """Name what is installed in the environment, by its metadata folders."""
    folders = VENV.glob("lib/python3*/site-packages/*.dist-info")
    return sorted(folder.name for folder in folders)


def locked() -> int:
    """Count what the lock names."""
    return len(re.findall(r"^[\w.-]+==", LOCK.read_text(), re.MULTILINE)) if LOCK.exists() else 0


def venv_python() -> Path:
    """Return the environment's interpreter."""
    return VENV / "bin" / "python"


def is_healthy() -> bool:
    """Say whether the environment's own interpreter runs, and from this folder."""
    prefix = probe([str(venv_python()), "-c", "import sys, pip; print(sys.prefix)"])
    return prefix is not None and Path(prefix).resolve() == VENV.resolve()


def is_current() -> bool:
    """Say whether an earlier run left nothing to do."""
    try:
        stamp = json.loads(STAMP.read_text())
    except (OSError, ValueError):
        return False
    same = stamp == {"fingerprint": fingerprint(), "installed": installed()}
    return same and (VENV / "bin" / "hvrmet").exists() and is_healthy()


def make_venv(python: str) -> None:
    """Make the environment, or make a damaged one again."""
    if is_healthy():
        return
    if VENV.is_symlink() or (VENV.exists() and not VENV.is_dir()):
        raise SetupError(f"{VENV} is not a folder\n  what to do: remove it")
    if VENV.exists():
        if any(VENV.iterdir()) and not (VENV / "pyvenv.cfg").exists():
            raise SetupError(f"{VENV} is not a virtual environment\n  what to do: move it away")
        say("the environment is damaged or was moved: making it again")
        shutil.rmtree(VENV)
    free = shutil.disk_usage(ROOT).free
    if free < BYTES_NEEDED:
        raise SetupError(
            f"{ROOT} has {free / 1e9:.1f} GB free; the installation needs "
            f"{BYTES_NEEDED / 1e9:.1f} GB\n  what to do: free some space"
        )
    say(f"making .venv with {python}")
    run(
        [python, "-m", "venv", str(VENV)],
        "the virtual environment could not be made: if the lines above speak of ensurepip, "
        "apt install python3-venv",
    )


def progress(count: int, before: int) -> str:
    """Say how far an installation is, from its packages now and a few seconds ago.

    The lock also names packages of other systems, so not all of it is ever installed.
    """
    if count == before and count > ALMOST_ALL * locked():
        return f"{count} packages are installed and being compiled, which takes a minute or more"
    return f"{count} of at most {locked()} packages are installed"


def run(command: list[str], failure: str, environment: dict[str, str] | None = None) -> None:
    """Run a step, showing its output, and every few seconds how far it is."""
    began = time.monotonic()
    before = -1
    try:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=sys.stderr, env=environment
        )
        while True:
            try:
                status = process.wait(PROGRESS_SECONDS)
                break
            except subprocess.TimeoutExpired:
                seconds = int(time.monotonic() - began)
                count = len(installed())
                say(f"{seconds} s: {progress(count, before)}")
                before = count
        if status != 0:
            raise subprocess.CalledProcessError(status, command)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SetupError(
            f"{failure} ({error})\n"
            "  what to do: read the lines above; without a network nothing can be installed, and "
            "PIP_INDEX_URL names a mirror where the usual registry is out of reach"
        ) from error


def install_uv() -> str | None:
    """Install the locked uv inside the environment; None where it cannot be had."""
    program = VENV / "bin" / "uv"
    pinned = re.search(r"^uv==.*(?:\n[ \t]+.*)*", LOCK.read_text(), re.MULTILINE)
    if pinned is None:
        return None
    version = pinned.group().split("==")[1].split()[0]
    if (probe([str(program), "--version"]) or "").split()[1:2] == [version]:
        return str(program)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as requirement:
        requirement.write(pinned.group() + "\n")
        requirement.flush()
        options = ["--quiet", "--disable-pip-version-check", "--require-hashes", "--no-deps"]
        done = probe([str(venv_python()), "-m", "pip", "install", *options, "-r", requirement.name])
    return str(program) if done is not None and probe([str(program), "--version"]) else None


def uv_environment() -> dict[str, str]:
    """Tell uv what pip's configuration says, which it does not read by itself."""
    environment = dict(os.environ, VIRTUAL_ENV=str(VENV))
    answers = probe([str(venv_python()), "-m", "pip", "config", "list"]) or ""
    configured = dict(re.findall(r"^\S+\.([\w-]+)='(.*)'$", answers, re.MULTILINE))
    for option, variable in (("index-url", "UV_DEFAULT_INDEX"), ("cert", "SSL_CERT_FILE")):
        if option in configured:
            environment.setdefault(variable, configured[option])
    if "UV_CACHE_DIR" not in environment and not os.access(Path("~").expanduser(), os.W_OK):
        environment["UV_NO_CACHE"] = "1"
    return environment


def install_locked(uv: str | None) -> None:
    """Install exactly what the lock names."""
    say("bringing .venv in step with the lock (the first time about 600 MB are fetched)")
    if uv is not None:
        command = [
            uv,
            "pip",
            "sync",
            "--quiet",
            "--require-hashes",
            # pip does so by itself; without it every process compiles what it imports where
            # Python may not write, which costs a second
            "--compile-bytecode",
            "--python",
            str(venv_python()),
            str(LOCK),
        ]
        try:
            run(command, "uv could not install", uv_environment())
            return
        except SetupError:
            say("uv failed")
    say("installing with pip, which takes a minute or two")
    command = [str(venv_python()), "-m", "pip", "install", "--disable-pip-version-check", "-q"]
    run([*command, "--require-hashes", "--no-deps", "-r", str(LOCK)], "pip could not install")


def install_project() -> None:
    """Install the project itself, in place, with the ``hvrmet`` command."""
    command = [str(venv_python()), "-m", "pip", "install", "--disable-pip-version-check", "--quiet"]
    run(
        [*command, "--no-deps", "--no-build-isolation", "--no-index", "--editable", str(ROOT)],
        "the project could not be installed",
    )


def main() -> int:
    """Bring ``.venv`` in step with the lock."""
    try:
        if is_current():
            return 0
        if not LOCK.exists():
            raise SetupError(f"{LOCK} is missing\n  what to do: git checkout -- {LOCK}")
        make_venv(find_python())
        if STAMP.exists():
            STAMP.unlink()
        install_locked(install_uv())
        install_project()
        STAMP.write_text(json.dumps({"fingerprint": fingerprint(), "installed": installed()}))
    except SetupError as error:
        say(str(error))
        return 1
    except OSError as error:
        say(f"{error}\n  what to do: see that {VENV.parent} can be written and has space")
        return 1
    say("ready: .venv/bin/hvrmet")
    return 0


if __name__ == "__main__":
    sys.exit(main())
