"""Makes a standalone installer: freeze, licences, warm kernels, self-test, package, check.

    python installer/build.py --format deb|tar|nsis|app [--out DIR] [--work DIR] [--reuse]

Run it with a Python that holds exactly installer/pins.txt and installer/pins-build.txt, on the system that the
package is for. Several formats may be named; they share one frozen program.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import sys
import time
import tomllib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import components
import freezing
import interpreter
import licences
import linux
import mac
import windows
from freezing import ROOT, BuildStopped

FORMATS = {"deb": "linux", "tar": "linux", "nsis": "win32", "app": "darwin"}
MEGA = 1_000_000
#: File name of the bill of materials, in the program and beside the packages.
BILL = "sbom.cdx.json"
MOST_BUNDLE, MOST_DEB = 370 * MEGA, 98 * MEGA
#: In the names of what an interpreter for proofs has built.
PROOF = "proof-not-for-release"


def version() -> str:
    """Return the version from the one place that pyproject.toml names."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    source = (ROOT / project["tool"]["hatch"]["version"]["path"]).read_text("utf-8")
    found = re.search(r'^__version__ = "([^"]+)"$', source, re.MULTILINE)
    if found is None:
        raise BuildStopped("The version is not where pyproject.toml says.")
    return found[1]


def refuse_release() -> None:
    """See that nobody signs or publishes what an interpreter for proofs builds.

    Raises
    ------
    BuildStopped
        The environment says so.
    """
    given = [name for name in ("KGDESK_SIGN_WITH", "KGDESK_RELEASE_URL") if os.environ.get(name)]
    if given:
        raise BuildStopped(
            f"The interpreter here is for proofs only, and {' and '.join(given)} would make a release of its work. "
            "Build with the pinned one of installer/pins-python.toml."
        )
    print("The interpreter here is for proofs only: what it builds is no release.")


def size_of(folder: Path) -> int:
    """Return the bytes of all files below a folder, links not followed."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir())


def check_bundle(program: Path) -> list[str]:
    """Return what is wrong with a frozen program: too large, parts that must not be there, libraries unmet."""
    wrong = []
    if size_of(program) > MOST_BUNDLE:
        wrong.append(f"it is {size_of(program) / MEGA:.0f} MB, more than {MOST_BUNDLE // MEGA}")
    names = {path.name.lower() for path in freezing.inside(program).iterdir()}
    wrong += [
        f"{name} is in it"
        for name in ("scipy", "tcl", "_tcl_data", "matplotlib", "yaml", "libreadline.so.8")
        if name in names
    ]
    kernels = freezing.inside(program) / "kgdesk" / "kernels"
    if not (kernels / "__init__.py").is_file():
        wrong.append("the kernels are not there as source")
    if any("tests" in path.parts for path in freezing.inside(program).rglob("*.py")):
        wrong.append("tests are in it")
    if sys.platform.startswith("linux"):
        wrong += [f"{name} is neither in it nor declared" for name in linux.unmet(program)]
        wrong += linux.too_new(program)
    return wrong


def build(formats: list[str], out: Path, work: Path, *, reuse: bool, quick: bool) -> list[Path]:
    """Build the installers; return their files."""
    foreign = [kind for kind in formats if not sys.platform.startswith(FORMATS[kind])]
    if foreign:
        raise BuildStopped(f"{', '.join(foreign)} can only be built on {FORMATS[foreign[0]]}.")
    out.mkdir(parents=True, exist_ok=True)
    work.mkdir(parents=True, exist_ok=True)
    program = work / "dist" / ("kgdesk.app" if sys.platform == "darwin" else "kgdesk")
    is_release = interpreter.check_interpreter()
    if not is_release:
        refuse_release()
    if not (reuse and program.exists()):
        freezing.check_environment()
        program = _timed("freeze", freezing.freeze, work)
        if sys.platform.startswith("linux"):
            linux.prune(program)
        parts = _timed("licences", licences.collect, program)
        print(f"  {len(parts)} parts, each with its text")
        if sys.platform == "darwin":
            _timed("sign", mac.sign, program)  # before warming: nothing may change afterwards but the cache
        print(f"  kernels {_timed('warm', freezing.warm, program) / MEGA:.1f} MB")
    parts = components.parts_of(program)
    components.check_licences(parts)
    number = version()
    named = number if is_release else f"{number}-{PROOF}"
    bill = components.bill(parts, number, freezing.release_time())
    (freezing.inside(program) / "kgdesk" / "licences" / BILL).write_text(bill, encoding="utf-8")
    report = _timed("self-test", freezing.self_test, program)
    print(f"  {len(report['findings'])} checks passed")  # type: ignore[arg-type] # JSON
    wrong = check_bundle(program) + freezing.check_layer(report)
    if wrong:
        raise BuildStopped("The frozen program is not right: " + "; ".join(wrong) + ".")
    print(f"  bundle {size_of(program) / MEGA:.0f} MB")
    if sys.platform.startswith("linux"):
        print(f"  asks for {linux.measured_floor(program)}")
    made = [out / f"kgdesk-{named}-{sys.platform}-{BILL}"]
    made[0].write_text(bill, encoding="utf-8")
    print(f"  {len(parts)} parts on the bill of materials, every licence fits")
    icons = work / "icons"
    for kind in formats:
        made.append(_timed(kind, _package, kind, program, icons, number, out, work, quick))
        if not is_release:
            made[-1] = made[-1].replace(made[-1].with_name(made[-1].name.replace(number, named)))
        print(f"  {made[-1].name} {size_of_one(made[-1]) / MEGA:.1f} MB, sha256 {_sha256(made[-1])}")
    sums = out / "SHA256SUMS"
    sums.write_text("".join(f"{_sha256(path)}  {path.name}\n" for path in sorted(made)), encoding="utf-8")
    return [*made, sums]


def _package(kind: str, program: Path, icons: Path, number: str, out: Path, work: Path, quick: bool) -> Path:
    if kind == "deb":
        made = linux.deb(program, icons, number, out, work, quick=quick)
        linux.lint(made, quick=quick)
        if size_of_one(made) > MOST_DEB and not quick:
            raise BuildStopped(
                f"{made.name} is {size_of_one(made) / MEGA:.0f} MB, more than {MOST_DEB // MEGA}."
            )
        return made
    if kind == "tar":
        return linux.tar(program, icons, number, out, work, quick=quick)
    if kind == "nsis":
        return windows.nsis(program, icons, number, out, work, quick=quick)
    return mac.disk_image(program, number, out, work)


def size_of_one(path: Path) -> int:
    """Return the bytes of a file."""
    return path.stat().st_size


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _timed(what: str, step, *arguments):  # noqa: ANN001, ANN002, ANN202 - whatever the step takes and gives
    print(f"{what} ...", flush=True)
    began = time.monotonic()
    found = step(*arguments)
    print(f"  {time.monotonic() - began:.0f} s", flush=True)
    return found


def main(argv: list[str] | None = None) -> int:
    """Build what is asked for; exit 0 done, 1 stopped with the reason."""
    parser = argparse.ArgumentParser(description="Make a standalone installer of kgdesk.")
    parser.add_argument(
        "--format", action="append", required=True, choices=tuple(FORMATS), help="may be repeated"
    )
    parser.add_argument("--out", type=Path, default=Path("dist"), help="for the installers (default: dist)")
    parser.add_argument(
        "--work", type=Path, default=Path("build"), help="for what is made on the way (default: build)"
    )
    parser.add_argument(
        "--reuse", action="store_true", help="package the frozen program that is in the work folder"
    )
    parser.add_argument(
        "--quick", action="store_true", help="do not compress, for trying out; sizes are not judged"
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="say what would be built and check what can be without"
    )
    options = parser.parse_args(argv)
    try:
        if options.dry_run:
            return _dry_run(options.format)
        made = build(
            options.format,
            options.out.resolve(),
            options.work.resolve(),
            reuse=options.reuse,
            quick=options.quick,
        )
    except BuildStopped as stopped:
        print(f"Stopped: {stopped}", file=sys.stderr)
        return 1
    print("Made " + ", ".join(str(path) for path in made))
    return 0


def _dry_run(formats: list[str]) -> int:
    lacking = [tool for kind in formats for tool in TOOLS[kind] if shutil.which(tool) is None]
    print(f"kgdesk {version()}: {', '.join(formats)}")
    print("pins: " + ", ".join(f"{dist} {number}" for dist, number in freezing.pinned().items()))
    print("tools missing here: " + (", ".join(lacking) or "none"))
    return 0


TOOLS = {
    "deb": ("dpkg-deb", "lintian", "strip", "xz"),
    "tar": ("strip",),
    "nsis": ("makensis",),
    "app": ("codesign", "hdiutil", "xcrun"),
}

if __name__ == "__main__":
    sys.exit(main())
