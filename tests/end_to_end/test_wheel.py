"""The wheel, installed into an empty environment, plays far away from the checkout."""

import json
import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LONGEST_S = 180


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=LONGEST_S, **more)


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """An environment with the wheel; what the wheel depends on is lent from this one, the checkout is not."""
    folder = tmp_path_factory.mktemp("wheel")
    built = run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT))
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "env", with_pip=False, symlinks=True)
    python = folder / "env" / "bin" / "python"
    put = run(sys.executable, "-m", "pip", "--python", str(python), "install", "--no-index", "--no-deps", str(wheel))
    assert put.returncode == 0, put.stdout + put.stderr
    (site,) = (folder / "env" / "lib").glob("python3*/site-packages")
    # A path line brings the lender's packages but none of its own .pth files, so no editable checkout either.
    (site / "lent.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")
    return folder


def in_env(folder, command, *args):
    """Run a command of the environment, with nothing of this one's around it."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return run(str(folder / "env" / "bin" / command), *args, cwd=folder, env=clean | {"XDG_DATA_HOME": str(folder / "data")})


def tablekeeper(folder, *args):
    return in_env(folder, "tablekeeper", *args)


def test_the_wheel_brings_everything_it_runs(installed):
    asking = "import host, tablelink; print(host.__file__, tablelink.__file__)"
    where = in_env(installed, "python", "-c", asking)
    assert str(ROOT) not in where.stdout, where.stdout
    done = tablekeeper(installed, "demo", "--headless", "--matches", "1", "--speed", "0", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["half_steps"] > 4000


def test_commands_run_where_the_wheel_is(installed):
    done = tablekeeper(installed, "simulate", "mycelia", "--seats", "2", "--matches", "3", "--json")
    assert json.loads(done.stdout)["finished"] == 3
    (pack,) = installed.glob("env/lib/python3*/site-packages/shared_rules/mycelia/content/house.toml")
    done = tablekeeper(installed, "check", str(pack))
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, f"{pack}: nothing is wrong")
