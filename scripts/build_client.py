"""Generate the Python client from docs/openapi.json: ``build/client``, to install with pip."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CONFIGURATION = "project_name_override: hvrmet-client\npackage_name_override: hvrmet_client\n"


def main() -> int:
    """Write the client; what the generator cannot express is a failure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "client")
    out: Path = parser.parse_args().out
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        configuration = Path(folder) / "client.yaml"
        configuration.write_text(CONFIGURATION, encoding="utf-8")
        done = subprocess.run(
            [
                *(sys.executable, "-m", "openapi_python_client", "generate"),
                *("--path", str(ROOT / "docs" / "openapi.json")),
                *("--config", str(configuration), "--output-path", str(out)),
                *("--meta", "uv", "--overwrite", "--fail-on-warning"),
            ],
            # The generator lays its files out with the linter of this environment.
            env={
                **os.environ,
                "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
    sys.stdout.write(f"{out}: pip install {out}\n" if done.returncode == 0 else done.stdout)
    return done.returncode


if __name__ == "__main__":
    raise SystemExit(main())
