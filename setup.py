"""What a package needs beyond pyproject.toml: the built page, and a description that reads well outside the repository.

A wheel or an sdist without the page cannot come about. ``TETRACADE_REPOSITORY``, the address of the repository's web
pages, makes the links and pictures of README.md absolute; without it they are left out of the description.
"""

import hashlib
import os
import re
import shutil
import subprocess
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist
from setuptools.errors import ExecError, FileError

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
PAGE = ROOT / "src" / "tetracade" / "server" / "page"
STAMP = PAGE / "sources.txt"
"""Names the sources that the built page was made from."""


def digest_of_web() -> str:
    """A name for exactly these sources of the page."""
    digest = hashlib.sha256()
    for file in sorted(path for path in WEB.rglob("*") if path.is_file()):
        if not {"node_modules", "dist"} & set(file.relative_to(WEB).parts):
            digest.update(file.relative_to(WEB).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def ensure_page() -> None:
    """Build the page, unless the one that is there was made from these sources."""
    built = STAMP.read_text(encoding="ascii").strip() if STAMP.is_file() and (PAGE / "index.html").is_file() else ""
    if not (WEB / "package.json").is_file():
        if built:
            return
        raise FileError("the page is missing, and so are its sources (web/): build from a whole clone or sdist")
    wanted = digest_of_web()
    if built == wanted:
        return
    npm = shutil.which("npm")
    if npm is None:
        raise ExecError("the page must be built, which takes Node 20.19 or newer with npm; install it and try again")
    for arguments in (["ci", "--no-audit", "--no-fund"], ["run", "build"]):
        if subprocess.run([npm, *arguments], cwd=WEB, check=False).returncode:
            raise ExecError(f"the page could not be built: npm {' '.join(arguments)} failed")
    STAMP.write_text(f"{wanted}\n", encoding="ascii")


class BuildWithPage(build_py):
    """Puts the page among the package's files; an editable install takes it as scripts/setup left it."""

    def run(self) -> None:
        if not self.editable_mode:
            ensure_page()
        super().run()


class SdistWithPage(sdist):
    """Packs the page's sources and the built page, so that installing the sdist takes no Node."""

    def run(self) -> None:
        ensure_page()
        super().run()


def description(readme: str, repository: str) -> str:
    """README.md for a package index: its pictures and relative links lead into the repository, or are not there."""
    if not repository:
        readme = re.sub(r"<p>\n(<img [^>]*>\n)+</p>\n", "", readme)
        readme = re.sub(r"^.*!\[[^\]]*\]\([^)]*\).*\n", "", readme, flags=re.MULTILINE)
        readme = re.sub(r"^\| \| \|\n\|---\|---\|\n", "", readme, flags=re.MULTILINE)
        return re.sub(r"\[([^\]]+)\]\((?!https?:)[^)]*\)", r"\1", readme)
    base = repository.rstrip("/")
    readme = re.sub(r"(!\[[^\]]*\]\()(?!https?:)", rf"\1{base}/raw/main/", readme)
    readme = re.sub(r'(<img src=")(?!https?:)', rf"\1{base}/raw/main/", readme)
    return re.sub(r"((?<!!)\[[^\]]+\]\()(?!https?:)", rf"\1{base}/blob/main/", readme)


def urls(repository: str) -> dict[str, str]:
    """Where to find what, for the package index."""
    base = repository.rstrip("/")
    pages = {
        "Source": "",
        "Documentation": "/tree/main/docs",
        "Changelog": "/blob/main/CHANGELOG.md",
        "Issues": "/issues",
    }
    return {name: base + path for name, path in pages.items()} if base else {}


REPOSITORY = os.environ.get("TETRACADE_REPOSITORY", "")

setup(
    long_description=description((ROOT / "README.md").read_text(encoding="utf-8"), REPOSITORY),
    long_description_content_type="text/markdown",
    project_urls=urls(REPOSITORY),
    cmdclass={"build_py": BuildWithPage, "sdist": SdistWithPage},
)
