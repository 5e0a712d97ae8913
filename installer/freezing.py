"""Freezing: what goes in, what stays out, and what the frozen folder must say for itself."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import cast

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent

#: Numba's layers of threads that are never chosen here, linked against libraries that a lab computer lacks.
_LAYERS = ("tbbpool",) if sys.platform.startswith("linux") else ("tbbpool", "omppool")
#: Modules that nothing on the way to a suggestion needs.
EXCLUDED = [
    "scipy", "tkinter", "matplotlib", "PIL", "IPython", "yaml", "pytest", "hypothesis", "mypy", "dask", "distributed",
    "numba.tests", "numba.cuda.tests", "llvmlite.tests", "numpy.tests", "numpy.f2py", "pyqtgraph.examples",
    "pyqtgraph.opengl", "pyqtgraph.console", "pyqtgraph.jupyter", "PyQt5", "PyQt6", "PySide6.QtTest",
    "PySide2", "setuptools", "pkg_resources", "pip", "sqlite3", "lib2to3", "pydoc_data", "cffi", "jinja2",
    "readline",  # GPL-3, which the whole would fall under
    "ssl", "_ssl",  # kgdesk makes no connection of its own; the driver of PostgreSQL brings what it needs
    *(f"numba.np.ufunc.{layer}" for layer in _LAYERS),
]  # fmt: skip
#: Files that hooks collect and nobody opens.
NEVER_BUNDLED = [
    *(f"/{layer}." for layer in _LAYERS),
    "platformthemes/libqgtk3", "libQt6Qml", "libQt6Quick", "Qt6Quick", "Qt6Qml", "Qt6Pdf",
    "libQt6VirtualKeyboard", "libQt6Pdf", "libQt6EglFS", "libQt6WebSockets", "opengl32sw.dll", "PySide6/Qt/qml/",
    "platforminputcontexts/libqtvirtualkeyboard", "imageformats/libqpdf", "imageformats/qpdf", "/qmltooling/",
    "/platforms/libqeglfs", "/platforms/libqlinuxfb", "/platforms/libqvnc", "/platforms/libqvkkhrdisplay",
    "/platforms/libqminimalegl", "/egldeviceintegrations/", "/xcbglintegrations/libqxcb-egl",
    "translations/assistant_", "translations/designer_", "translations/linguist_", "translations/qt_",
    "translations/qtmultimedia_", "translations/qtdeclarative_", "translations/qtwebengine_",
    "translations/qtconnectivity_", "translations/qtlocation_", "translations/qtserialport_",
    "translations/qtwebsockets_",
    # Devices without a desktop, shells of cars and kiosks, buffers of foreign graphics servers, news of networks.
    "plugins/generic/", "/platforms/libqminimal.", "plugins/networkinformation/", "plugins/tls/",
    "wayland-graphics-integration-client/libdmabuf-server", "wayland-graphics-integration-client/libdrm-egl-server",
    "wayland-graphics-integration-client/libshm-emulation-server",
    "wayland-graphics-integration-client/libvulkan-server", "wayland-shell-integration/libivi-shell",
    "wayland-shell-integration/libfullscreen-shell", "wayland-shell-integration/libqt-shell",
    "wayland-shell-integration/libwl-shell",
    # Pictures that are neither icons nor what a plot is saved as.
    *(f"imageformats/{lib}q{kind}." for kind in ("gif", "icns", "tga", "tiff", "wbmp", "webp") for lib in ("lib", "")),
    "resources/translations/kgdesk_de.ts", "pyqtgraph/icons/peegee/peegee_512px@2x", "dist-info/sboms/",
    "libgomp.so",  # the system's own, or none: then Numba takes its layer that needs no library
]  # fmt: skip
#: Qt's own words in languages that the window does not speak.
_FOREIGN_WORDS = re.compile(r"translations/qtbase_(?!de\.|en\.)")
#: Warnings that PyInstaller may give about libraries; any other stops the build.
ALLOWED_MISSING = [
    r"libtbb\.so",       # the layer is left out, see above
    r"libqgtk3\.so",     # the theme is left out: the program dresses itself
    r"libcuda\.so", r"libcudart", r"libnvvm",
    r"'(api|ext)-ms-win-",  # sets of functions: names that Windows' loader knows, no files
]  # fmt: skip


class BuildStopped(Exception):
    """The package would not be right; the text says why."""


def is_bundled(name: str) -> bool:
    """Return whether a file that a hook collects goes in, by its path in the folder."""
    path = "/" + name.replace("\\", "/")
    return not any(part in path for part in NEVER_BUNDLED) and _FOREIGN_WORDS.search(path) is None


def resource_files(root: Path) -> list[tuple[str, str]]:
    """Return (file, folder in the bundle) of the program's own files below ``resources``.

    Scripts of developers, screenshots and the sources of the site stay out; the script that checks an archive goes in,
    since the program writes it into each archive.
    """
    resources = root / "resources"
    return [
        (str(path), path.relative_to(root).parent.as_posix())
        for path in sorted(resources.rglob("*"))
        if path.is_file()
        and path.suffix != ".pyc"
        and (path.suffix != ".py" or path.parent.name == "archive")
        and not {"screenshots", "site"} & set(path.relative_to(resources).parts)
    ]


def pinned(name: str = "pins.txt") -> dict[str, str]:
    """Return distribution -> version of one list, for this platform."""
    found = {}
    for line in (HERE / name).read_text("utf-8").splitlines():
        pin, _, marker = line.partition("#")[0].partition(";")
        platform = re.search(r'sys_platform == "(\w+)"', marker)
        if pin.strip() and (platform is None or platform[1] == sys.platform):
            dist, _, version = pin.strip().partition("==")
            found[dist.strip()] = version.strip()
    return found


def release_time() -> int:
    """Return the time that the packages bear, in seconds since 1970: SOURCE_DATE_EPOCH, else that of the last commit.

    Raises
    ------
    BuildStopped
        There is neither.
    """
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given:
        return int(given)
    words = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode or not done.stdout.strip():
        raise BuildStopped(
            "The time of the release is not known: set SOURCE_DATE_EPOCH outside a git checkout."
        )
    return int(done.stdout)


def check_environment() -> None:
    """See that exactly the pinned versions are installed here.

    Raises
    ------
    BuildStopped
        Another version would be frozen.
    """
    wrong = []
    for dist, version in {**pinned(), **pinned("pins-build.txt")}.items():
        try:
            here = metadata.version(dist)
        except metadata.PackageNotFoundError:
            here = "nothing"
        if here != version:
            wrong.append(f"{dist}: {here} instead of {version}")
    if wrong:
        raise BuildStopped(
            "This environment is not the pinned one: " + "; ".join(wrong) + ". Install it: "
            f"{sys.executable} -m pip install -r installer/pins.txt -r installer/pins-build.txt"
        )


def freeze(work: Path) -> Path:
    """Run PyInstaller; return the folder of the program.

    Raises
    ------
    BuildStopped
        PyInstaller failed, or a library was not found that is not on the list.
    """
    icons = work / "icons"
    draw_icons(icons)
    environment = {**os.environ, "KGDESK_FREEZE_ROOT": str(ROOT), "KGDESK_FREEZE_ICONS": str(icons)}
    # Without these the order of sets and the times in archives differ between two builds.
    environment |= {"PYTHONHASHSEED": "0", "SOURCE_DATE_EPOCH": str(release_time())}
    words = [sys.executable, "-m", "PyInstaller", str(HERE / "kgdesk.spec"), "--noconfirm", "--log-level", "WARN",
             "--distpath", str(work / "dist"), "--workpath", str(work / "pyinstaller")]  # fmt: skip
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    (work / "freeze.log").write_text(done.stdout + done.stderr, encoding="utf-8")
    if done.returncode:
        raise BuildStopped(f"PyInstaller failed:\n{(done.stdout + done.stderr)[-4000:]}")
    missing = missing_libraries(done.stdout + done.stderr)
    if missing:
        raise BuildStopped("Libraries were not found: " + "; ".join(missing))
    return work / "dist" / ("kgdesk.app" if sys.platform == "darwin" else "kgdesk")


def missing_libraries(log: str) -> list[str]:
    """Return the lines of a PyInstaller log about libraries that are missing and not allowed to be."""
    lines = [line for line in log.splitlines() if re.search(r"[Ll]ibrary not found|could not resolve", line)]
    return [line for line in lines if not any(re.search(allowed, line) for allowed in ALLOWED_MISSING)]


def inside(program: Path) -> Path:
    """Return the folder of the frozen modules."""
    return program / "Contents" / "Frameworks" if program.suffix == ".app" else program / "_internal"


def executable(program: Path) -> Path:
    """Return the program to start with commands."""
    if program.suffix == ".app":
        return program / "Contents" / "MacOS" / "kgdesk"
    cli = program / "kgdesk-cli.exe"
    return cli if cli.exists() else program / "kgdesk"


def warm(program: Path) -> int:
    """Compile the kernels for any processor with the frozen program itself; return the bytes of the folder."""
    folder = inside(program) / "kgdesk" / "compiled"
    shutil.rmtree(folder, ignore_errors=True)
    run_frozen(program, "kernels", "--generic", "--into", str(folder))
    return sum(path.stat().st_size for path in folder.iterdir())


def self_test(program: Path) -> dict[str, object]:
    """Run the frozen program's own test in a strange folder, as somebody new without a screen."""
    told = run_frozen(program, "selftest", "--json")
    found: dict[str, object] = json.loads(told)
    return found


def check_layer(report: dict[str, object]) -> list[str]:
    """Return what is wrong with the layer of threads that a self-test found: it must be the first of this system."""
    sys.path.insert(0, str(ROOT))
    from kgdesk.kernels.numba_setup import LAYERS  # noqa: PLC0415 - only here, from the source that is packed

    findings = cast("list[dict[str, str]]", report["findings"])
    layer = next((finding["result"] for finding in findings if finding["what"] == "threads"), "none")
    return [] if layer == LAYERS[0] else [f"its threads run on {layer} instead of {LAYERS[0]}"]


def run_frozen(program: Path, *words: str) -> str:
    """Run a command of the frozen program with nothing of this environment; return what it printed.

    Raises
    ------
    BuildStopped
        It failed.
    """
    import tempfile  # noqa: PLC0415 - only here

    kept = {name: os.environ[name] for name in ("SYSTEMROOT", "PATH", "TEMP", "TMP") if name in os.environ}
    with tempfile.TemporaryDirectory(prefix="kgdesk-build-") as home:
        own = {
            "HOME": home,
            "LOCALAPPDATA": home,
            "USERPROFILE": home,
            "LC_ALL": "C.UTF-8",
        }
        if sys.platform != "win32":  # where Qt finds no font without a screen
            own["QT_QPA_PLATFORM"] = "offscreen"
        done = subprocess.run(
            [str(executable(program)), *words],
            env={**kept, **own},
            cwd=home,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
    if done.returncode:
        raise BuildStopped(f"kgdesk {' '.join(words)} failed: {done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def draw_icons(folder: Path) -> None:
    """Draw the program's icon in the sizes and forms that installers want: PNG, ICO, ICNS."""
    folder.mkdir(parents=True, exist_ok=True)
    script = (
        "import sys\n"
        "from pathlib import Path\n"
        "from PySide6.QtCore import QByteArray, Qt\n"
        "from PySide6.QtGui import QGuiApplication, QImage, QPainter\n"
        "from PySide6.QtSvg import QSvgRenderer\n"
        "app = QGuiApplication([])\n"
        "out = Path(sys.argv[2])\n"
        "drawn = QSvgRenderer(QByteArray(Path(sys.argv[1]).read_bytes()))\n"
        "for side in (16, 24, 32, 48, 64, 128, 256, 512, 1024):\n"
        "    image = QImage(side, side, QImage.Format.Format_ARGB32)\n"
        "    image.fill(Qt.GlobalColor.transparent)\n"
        "    painter = QPainter(image)\n"
        "    drawn.render(painter)\n"
        "    painter.end()\n"
        "    assert image.save(str(out / f'{side}.png'))\n"
    )
    words = [sys.executable, "-c", script, str(ROOT / "resources" / "icons" / "app.svg"), str(folder)]
    subprocess.run(words, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"}, check=True)
    pack_ico([folder / f"{side}.png" for side in (16, 24, 32, 48, 64, 128, 256)], folder / "kgdesk.ico")
    kinds = {"icp4": 16, "icp5": 32, "ic07": 128, "ic08": 256, "ic09": 512, "ic10": 1024}
    pack_icns({kind: folder / f"{side}.png" for kind, side in kinds.items()}, folder / "kgdesk.icns")


def pack_ico(pictures: list[Path], dest: Path) -> None:
    """Write a Windows icon of PNG pictures (allowed since Windows Vista)."""
    contents = [path.read_bytes() for path in pictures]
    head = (0).to_bytes(2, "little") + (1).to_bytes(2, "little") + len(contents).to_bytes(2, "little")
    offset, entries = 6 + 16 * len(contents), b""
    for path, content in zip(pictures, contents, strict=True):
        side = int(path.stem) % 256  # 0 stands for 256
        entries += bytes([side, side, 0, 0]) + (1).to_bytes(2, "little") + (32).to_bytes(2, "little")
        entries += len(content).to_bytes(4, "little") + offset.to_bytes(4, "little")
        offset += len(content)
    dest.write_bytes(head + entries + b"".join(contents))


def pack_icns(pictures: dict[str, Path], dest: Path) -> None:
    """Write a macOS icon of PNG pictures."""
    body = b""
    for kind, path in pictures.items():
        content = path.read_bytes()
        body += kind.encode() + (len(content) + 8).to_bytes(4, "big") + content
    dest.write_bytes(b"icns" + (len(body) + 8).to_bytes(4, "big") + body)
