"""The package as people install it: built from a clean clone, put into an empty environment, opened in a browser."""

import os
import shutil
import subprocess
import sys
import tarfile
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.browser.conftest import PATIENCE, launched
from tests.server.running import free_port

ROOT = Path(__file__).resolve().parents[2]
BUILD = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir"]


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that git knows, as a clean clone has them: without a built page."""
    folder = tmp_path_factory.mktemp("clone")
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():  # not one that is deleted and not committed yet
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    assert not (folder / "src/tetracade/server/page").exists()
    return folder


@pytest.fixture(scope="module")
def wheel(clone: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel built from it."""
    out = tmp_path_factory.mktemp("wheel")
    subprocess.run([*BUILD, str(out), str(clone)], check=True)
    (found,) = out.glob("*.whl")
    return found


@pytest.fixture
def served(wheel: Path, tmp_path: Path) -> Iterator[str]:
    """The address of a server that runs from the wheel, in an environment that has nothing else of ours."""
    python = tmp_path / "bin" / "python"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path)], check=True)
    uv = shutil.which("uv") or str(Path(sys.executable).parent / "uv")
    installer = [uv, "pip"] if Path(uv).exists() else [sys.executable, "-m", "pip", "--python", str(python)]
    target = ["--python", str(python)] if Path(uv).exists() else []
    environment = {**os.environ, "UV_SYSTEM_CERTS": "1", "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": ""}
    requirements = str(ROOT / "requirements" / "run.txt")
    for what in (["--require-hashes", "-r", requirements], [str(wheel)]):
        subprocess.run([*installer, "install", "--quiet", *target, "--no-deps", *what], env=environment, check=True)
    port = free_port()
    command = [str(tmp_path / "bin" / "tetracade"), "serve", "--port", str(port), "--data", str(tmp_path / "t.sqlite")]
    log = tmp_path / "server.log"
    with log.open("wb") as sink:
        server = subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=sink, stderr=sink)
    try:
        until = time.monotonic() + PATIENCE / 1000
        while True:
            assert server.poll() is None, log.read_text()
            assert time.monotonic() < until, log.read_text()
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5).close()
                break
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                time.sleep(0.05)  # nothing tells when a port opens
        yield f"http://127.0.0.1:{port}"
    finally:
        server.kill()
        server.wait()


def test_the_wheel_opens_its_page_in_an_empty_environment(served: str) -> None:
    with sync_playwright() as playwright:
        browser = launched(playwright)
        page = browser.new_page()
        page.goto(served)
        for title in ("TETRAD", "TetraTrax", "Tetrathedral", "Retro Tetro", "Foursome"):
            expect(page.get_by_text(title, exact=True).first).to_be_visible()
        browser.close()


def test_the_wheel_has_every_file_of_the_package(wheel: Path, clone: Path) -> None:
    packed = set(zipfile.ZipFile(wheel).namelist())
    source = clone / "src"
    wanted = {path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()}
    wanted = {name for name in wanted if not name.startswith("tetracade.egg-info/") and "__pycache__" not in name}
    assert wanted <= packed, sorted(wanted - packed)


def test_the_sdist_has_the_sources_of_the_page_and_builds_a_wheel_without_node(clone: Path, tmp_path: Path) -> None:
    program = f"import setuptools.build_meta as b; print(b.build_sdist({str(tmp_path)!r}))"
    subprocess.run([sys.executable, "-c", program], cwd=clone, check=True, capture_output=True)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    (folder,) = (path for path in tmp_path.iterdir() if path.is_dir())
    assert (folder / "web" / "package.json").is_file()
    assert not (folder / "web" / "node_modules").exists()
    environment = {**os.environ, "PATH": str(tmp_path / "nothing")}
    subprocess.run([*BUILD, str(tmp_path), str(folder)], env=environment, check=True)
    (made,) = tmp_path.glob("*.whl")
    assert "tetracade/server/page/index.html" in zipfile.ZipFile(made).namelist()


def test_without_the_page_and_its_sources_nothing_is_built(clone: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare"
    shutil.copytree(clone, bare, ignore=shutil.ignore_patterns("web", "page", "build", "*.egg-info"))
    done = subprocess.run([*BUILD, str(tmp_path), str(bare)], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "the page is missing" in done.stderr
    assert not list(tmp_path.glob("*.whl"))


def test_the_description_shows_no_picture_that_is_not_there(wheel: Path) -> None:
    (metadata,) = (name for name in zipfile.ZipFile(wheel).namelist() if name.endswith("/METADATA"))
    text = zipfile.ZipFile(wheel).read(metadata).decode()
    assert "five games" in text.lower() or "five tabletop games" in text.lower()
    assert "docs/screenshots" not in text
    assert "](docs/" not in text
