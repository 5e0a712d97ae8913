"""Build the site: ``python resources/site/build.py FOLDER``, with the packages of the dependency group `site`.

The pages are those of the repository, gathered under the paths that they have there, so that their links stay as
they are: the manual in both languages, README, FORMAT, METHOD, ARCHITECTURE and the measured tables; the API from the
docstrings, a list of all modules, and the notebooks, which are run. A warning of Sphinx, as of a link that leads
nowhere, ends the build.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]

#: Pages of the repository, by their paths in it, beside the manual and the pages of this folder.
PAGES = (
    "README.md",
    "FORMAT.md",
    "METHOD.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "INSTALL.md",
    "installer/README.md",
    "resources/commands.md",
    "resources/examples.md",
    "resources/policies.md",
    "resources/benchmarks.md",
    "resources/paper-as-printed.md",
    "tests/bench/*.md",
    "tests/bench/peers/results.md",
)
LANGUAGES = ("en", "de")
_MARK = re.compile(r'^<a id="([a-z0-9-]+)"></a>(?:<!-- [^>]* -->)?$', re.MULTILINE)
_LINK = re.compile(r"\]\(([^()\s:#]*)(#[^()\s]+)?\)")


def gather(place: Path) -> None:
    """Lay out the sources of the site in a folder."""
    for pattern in PAGES:
        for page in sorted(ROOT.glob(pattern)):
            _copy(page, place)
    for language in LANGUAGES:
        for page in sorted((ROOT / "resources" / "help" / language).glob("*.md")):
            text = _marked(page.read_text("utf-8"), language, page.stem)
            _write(place / page.relative_to(ROOT), text)
        pictures = ROOT / "resources" / "help" / language / "pictures"
        shutil.copytree(
            pictures, place / pictures.relative_to(ROOT), ignore=shutil.ignore_patterns("*-dark.png")
        )
    for page in HERE.glob("*.md"):
        if page.name != "index.md":
            _copy(page, place)
    _write(place / "resources" / "site" / "modules.md", modules())
    for page in ("index.md", "conf.py"):
        shutil.copy(HERE / page, place / page)
    for notebook in sorted((HERE / "notebooks").glob("*.ipynb")):
        page = place / notebook.relative_to(ROOT).with_suffix(".md")
        _write(page, page_of(run(notebook), notebook.name))
        shutil.copy(notebook, page.parent)


def modules() -> str:
    """Return a page that lists every module of the package with the first line of its docstring."""
    parts = ["# Modules\n"]
    for package in sorted((ROOT / "kgdesk").rglob("__init__.py")):
        folder = package.parent
        parts.append(f"## {folder.relative_to(ROOT).as_posix()}/\n\n{_first_line(package)}\n")
        paths = sorted(path for path in folder.glob("*.py") if path != package)
        parts.append("".join(f"- `{path.name}`: {_first_line(path)}\n" for path in paths))
    return "\n".join(parts)


def _first_line(module: Path) -> str:
    return (ast.get_docstring(ast.parse(module.read_text("utf-8"))) or "").partition("\n")[0]


def _copy(page: Path, place: Path) -> None:
    """Copy a page and the files that it links to; a link to a folder, or out of the site, becomes plain text."""
    text = page.read_text("utf-8")

    def kept(link: re.Match[str]) -> str:
        target = (page.parent / link[1]).resolve()
        if link[1] and target.is_dir():
            return "]"
        if link[1] and target.suffix != ".md" and target.is_file():
            copied = place / target.relative_to(ROOT)
            copied.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(target, copied)
        return link[0]

    text = _LINK.sub(kept, text)
    text = re.sub(r"\[([^\]]*)\](?![(\[])", r"\1", text) if "](schemas)" in page.read_text("utf-8") else text
    _write(place / page.relative_to(ROOT), text)


def _marked(text: str, language: str, page: str) -> str:
    """Turn the anchors of a page of the manual into labels, and links to them into links to the labels."""
    text = _MARK.sub(lambda mark: f"({language}-{page}-{mark[1]})=", text)
    return _LINK.sub(
        lambda link: (
            f"](#{language}-{link[1].removesuffix('.md') or page}-{link[2][1:]})" if link[2] else link[0]
        ),
        text,
    )


def run(notebook: Path) -> dict[str, object]:
    """Run a notebook in a folder of its own and return it with its outputs."""
    import nbformat  # noqa: PLC0415 - only the build needs the group `site`
    from nbclient import NotebookClient  # noqa: PLC0415 - likewise

    read = nbformat.read(notebook, as_version=4)
    with tempfile.TemporaryDirectory(prefix="kgdesk-site-") as folder:
        NotebookClient(read, timeout=600, resources={"metadata": {"path": folder}}).execute()
    done: dict[str, object] = json.loads(nbformat.writes(read))
    return done


def page_of(notebook: dict[str, object], name: str) -> str:
    """Return a notebook as a page: its text, its code, and what the code printed."""
    parts: list[str] = []
    cells = notebook["cells"]
    assert isinstance(cells, list)
    for cell in cells:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        if printed := "".join(_printed(output) for output in cell["outputs"]).rstrip():
            parts.append(f"```text\n{printed}\n```")
    parts.append(f"[This notebook]({name}) to download.")
    return "\n\n".join(parts) + "\n"


def _printed(output: dict[str, object]) -> str:
    if output["output_type"] == "stream":
        return "".join(output["text"])  # type: ignore[arg-type]
    data = output.get("data", {})
    return "".join(data.get("text/plain", "")) + "\n" if isinstance(data, dict) else ""


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def main() -> int:
    """Build the site into the folder that is named; return the status of Sphinx."""
    if len(sys.argv) != 2:
        sys.exit("Name the folder for the site: python resources/site/build.py FOLDER")
    with tempfile.TemporaryDirectory(prefix="kgdesk-site-") as folder:
        # The kernel of a notebook and the sources of the API are those of this checkout.
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
        os.environ["KGDESK_DATA"] = str(Path(folder) / "own")
        os.environ["KGDESK_INSTALLER"] = str(ROOT / "installer")
        source = Path(folder) / "source"
        gather(source)
        words = ["-m", "sphinx", "-b", "html", "-W", "--keep-going", "-q", str(source), sys.argv[1]]
        return subprocess.run([sys.executable, *words], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
