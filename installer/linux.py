"""Packages for Linux: a .deb for administrators and a .tar.gz for a person without rights."""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import elf_files
from freezing import HERE, ROOT, BuildStopped, inside, release_time
from repository import PAPER, repository

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

FILES = HERE / "linux"
METAINFO = "io.github.kgdesk.metainfo.xml"
ICON_SIDES = (16, 24, 32, 48, 64, 128, 256)
#: Versions of the C and C++ libraries that the packages declare; a file that asks for more stops the build.
FLOOR: elf_files.Floor = {"GLIBC": (2, 35), "GLIBCXX": (3, 4, 29)}
#: The declaration of each in Debian's words: 3.4.29 came with GCC 11.
_FLOOR_PACKAGES = {"GLIBC": "libc6 (>= 2.35)", "GLIBCXX": "libstdc++6 (>= 11)"}
#: Libraries that stay the system's: beginning of the file's name -> Debian package, "" where another brings it.
#: A copy of the build system's would raise the floor, get no fixes, and clash with what the system's drivers load.
GIVEN = {
    **dict.fromkeys(("libc.so", "libm.so", "libdl.so", "libpthread.so", "librt.so", "libutil.so", "libresolv.so",
                     "ld-linux"), ""),
    "libstdc++.so": "", "libgcc_s.so": "libgcc-s1", "libgomp.so": "libgomp1",
    "libz.so": "zlib1g", "libzstd.so": "libzstd1", "libexpat.so": "libexpat1",
    "libbrotlidec.so": "libbrotli1", "libbrotlicommon.so": "libbrotli1",
    "libglib-2.0.so": "libglib2.0-0t64 | libglib2.0-0", "libgthread-2.0.so": "",
    "libgssapi_krb5.so": "libgssapi-krb5-2",
    "libdbus-1.so": "libdbus-1-3", "libfontconfig.so": "libfontconfig1", "libfreetype.so": "libfreetype6",
    "libEGL.so": "libegl1", "libGL.so": "libgl1", "libGLX.so": "", "libGLdispatch.so": "",
    "libxkbcommon.so": "libxkbcommon0", "libxkbcommon-x11.so": "libxkbcommon-x11-0",
    "libX11.so": "libx11-6", "libX11-xcb.so": "libx11-xcb1", "libxcb.so": "libxcb1",
    "libxcb-glx.so": "libxcb-glx0", "libxcb-randr.so": "libxcb-randr0", "libxcb-render.so": "libxcb-render0",
    "libxcb-shape.so": "libxcb-shape0", "libxcb-shm.so": "libxcb-shm0", "libxcb-sync.so": "libxcb-sync1",
    "libxcb-xfixes.so": "libxcb-xfixes0", "libxcb-xkb.so": "libxcb-xkb1",
    "libwayland-client.so": "libwayland-client0", "libwayland-cursor.so": "libwayland-cursor0",
    "libwayland-egl.so": "libwayland-egl1",
}  # fmt: skip
#: What a .deb declares; the libraries of xcb-util, which desktops lack as often as not, are in the folder.
DEPENDS = (
    *_FLOOR_PACKAGES.values(),
    *sorted({package for package in GIVEN.values() if package}),
    "fonts-dejavu-core | fonts-liberation2 | fonts-noto-core",
)


def prune(program: Path) -> None:
    """Remove libraries that the system provides, those that nothing needs any more, and symbols for debuggers."""
    home = inside(program)
    for path in home.glob("*.so*"):
        if is_given(path.name):
            path.unlink()
    while True:
        wanted: set[str] = set().union(*map(elf_files.needed, elf_files.elf_files(program)))
        # Python's own library is loaded by the start program by name.
        spare = [p for p in home.glob("*.so*") if p.name not in wanted and not p.name.startswith("libpython")]
        spare += [p for p in (home / "PySide6" / "Qt" / "lib").glob("*.so*") if p.name not in wanted]
        if not spare:
            break
        for path in spare:
            path.unlink()
    share_openssl(home)
    symbols = [
        *home.glob("libpython*.so*"),
        *(home / "PySide6" / "Qt" / "lib").glob("libicu*.so*"),
        *(home / "apsw").glob("*.so"),
        *(home / "python_calamine").glob("*.so"),
        *(home / "llvmlite" / "binding").glob("*.so"),  # a tenth of it
        # Its layer on OpenMP was rewritten for the wheel, and what strip leaves of such a file does not load.
        *(path for path in (home / "numba").rglob("*.so") if not path.name.startswith("omppool.")),
        *(home / f"python3.{sys.version_info[1]}" / "lib-dynload").glob("*.so"),
    ]
    subprocess.run(["strip", "--strip-unneeded", *map(str, symbols)], check=True)


def share_openssl(home: Path) -> None:
    """Have Python's hashes use the OpenSSL of the PostgreSQL driver's wheel instead of a second one.

    Its symbols have the versions of OpenSSL 3, and the wheel's is the newer of both.
    """
    theirs = list((home / "psycopg_binary.libs").glob("libcrypto-*.so.3"))
    second = home / "libcrypto.so.3"
    if len(theirs) == 1 and second.exists():
        second.unlink()
        second.symlink_to(theirs[0].relative_to(home))


def share(dest: Path, icons: Path, version: str) -> None:
    """Write desktop entry, MIME type, AppStream data, icons, manual page and completions as below /usr/share."""
    for name, folder in (("kgdesk.desktop", "applications"), ("kgdesk.xml", "mime/packages")):
        _put(FILES / name, dest / folder / name)
    day = datetime.fromtimestamp(release_time(), UTC).date().isoformat()
    told = (FILES / METAINFO).read_text("utf-8").replace("{version}", version).replace("{date}", day)
    (dest / "metainfo").mkdir(parents=True)
    (dest / "metainfo" / METAINFO).write_text(told, encoding="utf-8")
    for side in ICON_SIDES:
        for kind, name in (("apps", "kgdesk.png"), ("mimetypes", "application-x-kgdesk-study.png")):
            _put(icons / f"{side}.png", dest / "icons" / "hicolor" / f"{side}x{side}" / kind / name)
    _put(
        ROOT / "resources" / "icons" / "app.svg",
        dest / "icons" / "hicolor" / "scalable" / "apps" / "kgdesk.svg",
    )
    _zip(manual(version), dest / "man" / "man1" / "kgdesk.1.gz")
    for shell, place in _COMPLETIONS.items():
        script = dest / place
        script.parent.mkdir(parents=True, exist_ok=True)
        script.write_text(completion(shell), encoding="utf-8")


def manual(version: str) -> str:
    """Return the manual page: the commands as the program itself tells them."""
    from argparse_manpage.manpage import Manpage  # noqa: PLC0415 - only the packages need it

    facts = {
        "project_name": "kgdesk",
        "version": version,
        "manual_title": "User Commands",
        "description": "find the best of many candidate experiments in few runs",
    }
    page = str(Manpage(_parser(), _data=facts, format="single-commands-section"))
    from kgdesk.cli.commands import COMMANDS  # noqa: PLC0415 - likewise
    from kgdesk.cli.parser import ENVIRONMENT, STATUSES  # noqa: PLC0415 - likewise

    lines = [page.rstrip("\n")]
    for title, table in (("ENVIRONMENT", ENVIRONMENT), ("EXIT STATUS", STATUSES)):
        lines.append(f".SH {title}")
        for name, meaning in table.items():
            lines += [".TP", f".B {_roff(name)}", _roff(meaning)]
    lines += [".SH EXAMPLES", ".nf"]
    lines += [_roff(example) for entry in COMMANDS.values() for example in entry.load().examples]
    lines += [
        ".fi",
        ".SH FILES",
        "Studies are the files \\fINAME.kgstudy\\fR. Removing the program never removes them.",
    ]
    return "\n".join(lines) + "\n"


def _roff(text: str) -> str:
    return text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")


#: Where each shell looks for its completions, below /usr/share.
_COMPLETIONS = {
    "bash": "bash-completion/completions/kgdesk",
    "zsh": "zsh/vendor-completions/_kgdesk",
    "fish": "fish/vendor_completions.d/kgdesk.fish",
}


def completion(shell: str) -> str:
    """Return the script that completes commands, options and files in a shell, as the program prints it."""
    sys.path.insert(0, str(ROOT))
    from kgdesk.cli.completion import script  # noqa: PLC0415 - only the packages need it

    return script(shell)


def _parser() -> argparse.ArgumentParser:
    sys.path.insert(0, str(ROOT))
    from kgdesk.cli.parser import build  # noqa: PLC0415 - only the packages need it

    return build()


def deb(program: Path, icons: Path, version: str, dest: Path, work: Path, *, quick: bool = False) -> Path:
    """Make kgdesk_VERSION_ARCH.deb in `dest`; not compressed when it is only for trying out."""
    tree = work / "deb"
    shutil.rmtree(tree, ignore_errors=True)
    home = tree / "usr" / "lib" / "kgdesk"
    shutil.copytree(program, home, symlinks=True)
    (tree / "usr" / "bin").mkdir(parents=True)
    (tree / "usr" / "bin" / "kgdesk").symlink_to("../lib/kgdesk/kgdesk")
    share(tree / "usr" / "share", icons, version)
    doc = tree / "usr" / "share" / "doc" / "kgdesk"
    _put(FILES / "copyright", doc / "copyright")
    _zip((ROOT / "CHANGELOG.md").read_text("utf-8"), doc / "changelog.gz")
    _put(FILES / "lintian-overrides", tree / "usr" / "share" / "lintian" / "overrides" / "kgdesk")
    settle_modes(tree)
    arch = subprocess.run(
        ["dpkg", "--print-architecture"], capture_output=True, text=True, check=True
    ).stdout.strip()
    control = tree / "DEBIAN"
    control.mkdir()
    size = sum(p.lstat().st_size for p in tree.rglob("*")) // 1024
    (control / "control").write_text(
        (FILES / "control")
        .read_text("utf-8")
        .format(
            version=version,
            arch=arch,
            size=size,
            depends=", ".join(DEPENDS),
            homepage=repository() or PAPER,
        ),
        encoding="utf-8",
    )
    for name in ("postinst", "prerm"):
        _put(FILES / name, control / name)
        (control / name).chmod(0o755)
    (control / "md5sums").write_text(
        "".join(
            f"{hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()}  {path.relative_to(tree)}\n"
            for path in sorted((tree / "usr").rglob("*"))
            if path.is_file() and not path.is_symlink()
        ),
        encoding="utf-8",
    )
    settle_times(tree)
    made = dest / f"kgdesk_{version}_{arch}.deb"
    words = [
        "dpkg-deb",
        "--root-owner-group",
        *(["-Znone"] if quick else ["-Zxz", "-z6"]),
        "--build",
        str(tree),
        str(made),
    ]
    subprocess.run(
        words,
        check=True,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "XZ_DEFAULTS": "-T1", "SOURCE_DATE_EPOCH": str(release_time())},
    )
    shutil.rmtree(tree)
    return made


def tar(program: Path, icons: Path, version: str, dest: Path, work: Path, *, quick: bool = False) -> Path:
    """Make kgdesk-VERSION-linux-MACHINE.tar.gz in `dest`; not compressed when it is only for trying out."""
    name = f"kgdesk-{version}-linux-{os.uname().machine}"
    tree = work / "tar" / name
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(program, tree / "kgdesk", symlinks=True)
    share(tree / "share", icons, version)
    for script in ("install.sh", "uninstall.sh"):
        _put(FILES / script, tree / script)
    settle_modes(tree)
    for script in ("install.sh", "uninstall.sh"):
        (tree / script).chmod(0o755)
    made = dest / f"{name}.tar.gz"

    def ours(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        return entry

    settle_times(tree)
    with (
        made.open("wb") as raw,
        # The name and the time in its head would differ between two builds.
        gzip.GzipFile("", "wb", 0 if quick else 6, raw, release_time()) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as out,
    ):
        out.add(tree, name, filter=ours)
    shutil.rmtree(tree)
    return made


def settle_modes(tree: Path) -> None:
    """Give every file the mode of an installed one: libraries and data are not programs."""
    for path in tree.rglob("*"):
        if path.is_symlink():
            continue
        path.chmod(
            0o755 if path.is_dir() or (path.name == "kgdesk" and path.parent.name == "kgdesk") else 0o644
        )
    tree.chmod(0o755)


def settle_times(tree: Path) -> None:
    """Give everything in a folder the time of the release, so that two builds are the same to the last bit."""
    when = release_time()
    for path in [*tree.rglob("*"), tree]:
        os.utime(path, (when, when), follow_symlinks=False)


def lint(package: Path, *, quick: bool = False) -> None:
    """Have Debian's checker judge the package.

    Raises
    ------
    BuildStopped
        It finds an error.
    """
    if shutil.which("lintian") is None:
        raise BuildStopped("lintian is not installed here (apt-get install lintian).")
    words = ["lintian", "--fail-on", "error", "--allow-root", "--tag-display-limit", "0"]
    if quick:
        words += [
            "--suppress-tags",
            "uses-no-compression-for-control-tarball,uses-no-compression-for-data-tarball",
        ]
    words.append(str(package))
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BuildStopped(f"lintian finds errors:\n{done.stdout}{done.stderr}")


def unmet(program: Path) -> list[str]:
    """Return libraries that the frozen files want and neither the folder nor a declared package gives."""
    own = {path.name for path in inside(program).rglob("*.so*")}
    wanted: set[str] = set().union(*map(elf_files.needed, elf_files.elf_files(program)))
    return sorted(name for name in wanted - own if not is_given(name))


def too_new(program: Path) -> list[str]:
    """Return the files that ask for a newer C or C++ library than the packages declare, with the version."""
    return [
        f"{path.name} asks for {name}_{elf_files.dotted(number)}, declared is {elf_files.dotted(FLOOR[name])}"
        for path in elf_files.elf_files(program)
        for name, number in elf_files.floor(path).items()
        if number > FLOOR[name]
    ]


def measured_floor(program: Path) -> str:
    """Return the newest versions that the frozen files ask for, in words."""
    highest = elf_files.highest([elf_files.floor(path) for path in elf_files.elf_files(program)])
    return ", ".join(f"{name} {elf_files.dotted(number)}" for name, number in sorted(highest.items()))


def is_given(name: str) -> bool:
    """Return whether a library is left to the system, by the name of its file."""
    return name.startswith(tuple(GIVEN))


def _put(source: Path, dest: Path) -> None:
    dest.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, dest)


def _zip(text: str, dest: Path) -> None:
    dest.parent.mkdir(parents=True, exist_ok=True)
    with dest.open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, 0) as out:
        out.write(text.encode())
