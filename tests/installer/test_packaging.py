"""Build recipes of the packages, without building: pins, lists, licences, scripts."""

from __future__ import annotations

import argparse
import configparser
import json
import os
import platform
import plistlib
import re
import shutil
import struct
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from importlib import metadata
from pathlib import Path

import build
import components
import elf_files
import freezing
import interpreter
import licences
import linux
import mac
import pytest
import windows
import yaml

from kgdesk.actions.findings import Finding
from kgdesk.actions.installation import SelfTest
from kgdesk.actions.machine_checks import OWN_FILES
from kgdesk.kernels.numba_setup import LAYERS

ROOT = Path(__file__).parents[2]
INSTALLER = ROOT / "installer"
#: Used by tests and experiments only; not part of the standalone program.
NOT_SHIPPED = {"scipy"}


def run(*words: object, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        check=False,
    )


def test_the_bundle_holds_every_file_of_its_own_that_the_program_reads() -> None:
    names = {f"{folder}/{Path(path).name}" for path, folder in freezing.resource_files(ROOT)}
    source = "".join(path.read_text("utf-8") for path in sorted((ROOT / "kgdesk").rglob("*.py")))
    read = [re.findall(r'"([^"]*)"', words) for words in re.findall(r'resource_path\(("[^)]*)\)', source)]
    assert len(read) >= 10
    for first, *rest in read:
        place = "/".join(["resources", first, *rest])
        place = place.partition("{")[0].rstrip("/")  # the rest is the name of one of several
        assert place in names or any(name.startswith(f"{place}/") for name in names), place
        # The self-test of an installed program looks for it too.
        assert {first, "/".join([first, *rest])} & set(OWN_FILES), place
    assert not [name for name in names if name.endswith((".ipynb", "conf.py"))]


@pytest.fixture
def icons(tmp_path: Path) -> Path:
    folder = tmp_path / "icons"
    freezing.draw_icons(folder)
    return folder


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """Return a stand-in for the frozen folder: a program that responds, and files with difficult names."""
    folder = tmp_path / "frozen" / "kgdesk"
    inner = folder / "_internal" / "kgdesk"
    (inner / "licences" / "Qt").mkdir(parents=True)
    (inner / "licences" / "Qt" / "LGPL-3.txt").write_text("text", encoding="utf-8")
    (inner / "größe $x.txt").write_text("text", encoding="utf-8")
    start = folder / "kgdesk"
    start.write_text(
        "#!/bin/sh\n"
        'while [ $# -gt 0 ]; do if [ "$1" = --out ]; then echo checked >"$2"; fi; shift; done\n'
        "echo kgdesk\n",
        encoding="utf-8",
    )
    start.chmod(0o755)
    return folder


@pytest.mark.nightly
@pytest.mark.parametrize("kind", list(build.FORMATS))
def test_a_dry_run_tells_version_and_pins(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert build.main(["--format", kind, "--dry-run"]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"kgdesk {build.version()}: {kind}\n")
    assert "numba " in told


@pytest.mark.parametrize(
    ("library", "fits"),
    [
        ("libldap-fb847fea.so.2.0.200", ["libldap-2.5.so.0"]),
        ("libkrb5-f18b4d11.so.3.3", ["libkrb5.so.3"]),
        ("libnone-00000000.so.1", []),
    ],
)
def test_a_wheels_copy_of_a_library_is_known_by_its_name(
    library: str, fits: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(licences, "SYSTEM", (str(tmp_path),))
    for name in ("libldap-2.5.so.0", "libkrb5.so.3", "libkrb5support.so.0", "libldap.txt"):
        (tmp_path / name).touch()
    assert licences.alike(library) == fits


def test_a_copied_library_without_any_text_is_named(program: Path) -> None:
    (program / "_internal" / "psycopg_binary.libs").mkdir()
    (program / "_internal" / "psycopg_binary.libs" / "libnone-00000000.so.1").touch()
    assert licences._system_texts(program)["psycopg-binary/libnone-00000000.so.1"] == []


def test_the_version_is_the_programs_own() -> None:
    import kgdesk

    assert build.version() == kgdesk.__version__


def test_every_requirement_of_the_program_is_pinned_within_its_bounds() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    from packaging.requirements import Requirement

    pins = {name.lower().replace("_", "-"): version for name, version in freezing.pinned().items()}
    for text in project["dependencies"]:
        wanted = Requirement(text)
        name = wanted.name.lower().replace("_", "-")
        if name in NOT_SHIPPED:
            assert name in freezing.EXCLUDED
            continue
        assert wanted.specifier.contains(pins[name]), text


def test_an_environment_with_other_versions_stops_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        freezing, "pinned", lambda name="pins.txt": {"numpy": "0.1"} if name == "pins.txt" else {}
    )
    with pytest.raises(freezing.BuildStopped, match=r"numpy: .* instead of 0\.1"):
        freezing.check_environment()


def test_a_library_that_is_not_found_stops_the_build_unless_it_is_on_the_list() -> None:
    allowed = (
        "5 WARNING: Library not found: could not resolve 'libgtk-3.so.0', dependency of '/x/libqgtk3.so'."
    )
    wrong = (
        "5 WARNING: Library not found: could not resolve 'libxcb-icccm.so.4', dependency of '/x/libqxcb.so'."
    )
    no_file = "5 WARNING: Library not found: could not resolve 'api-ms-win-crt-heap-l1-1-0.dll', dependency of 'x.dll'."
    assert freezing.missing_libraries(f"{allowed}\n{no_file}\n1 INFO: fine\n") == []
    assert freezing.missing_libraries(f"{allowed}\n{wrong}\n") == [wrong]


def test_every_shipped_distribution_has_a_licence_text() -> None:
    for dist in freezing.pinned():
        texts = licences.texts_of(dist)
        assert texts, dist
        assert all(text.stat().st_size > 100 for text in texts), dist


def test_a_part_without_a_licence_text_stops_the_build(
    program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = licences.texts_of
    monkeypatch.setattr(licences, "texts_of", lambda dist: [] if dist == "numba" else real("numpy"))
    monkeypatch.setattr(freezing, "pinned", lambda: {"numba": "1"})
    monkeypatch.setattr(licences, "pinned", lambda: {"numba": "1"})
    with pytest.raises(freezing.BuildStopped, match=r"No licence text was found for .*numba"):
        licences.collect(program)


def test_another_interpreter_than_the_pinned_one_stops_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        interpreter, "pinned_interpreter", lambda: {"version": "3.11.0", "package": "libpython3.11", "revision": "1-1",
                                                    "executable": "/usr/bin/python3.11"}
    )  # fmt: skip
    with pytest.raises(
        freezing.BuildStopped, match=r"The interpreter here is Python 3\..*pinned is Python 3\.11\.0"
    ):
        interpreter.check_interpreter()
    here = {"version": platform.python_version()}
    monkeypatch.setattr(interpreter, "pinned_interpreter", lambda: here)
    interpreter.check_interpreter()
    # The same version from elsewhere is not Debian's, which gets fixes.
    here.update(package="libpython3.11", revision="0-0", executable="/usr/bin/python3.11")
    with pytest.raises(freezing.BuildStopped, match="0-0"):
        interpreter.check_interpreter()


def test_the_interpreter_for_proofs_is_taken_but_nothing_of_it_signed_or_published(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pin = {"version": "3.0.0", "proving": platform.python_version()}
    monkeypatch.setattr(interpreter, "pinned_interpreter", lambda: pin)
    assert not interpreter.check_interpreter()
    build.refuse_release()
    for name in ("KGDESK_SIGN_WITH", "KGDESK_RELEASE_URL"):
        with monkeypatch.context() as given:
            given.setenv(name, "something")
            with pytest.raises(
                freezing.BuildStopped, match=f"for proofs only, and {name} would make a release"
            ):
                build.build(["deb"], tmp_path, tmp_path, reuse=True, quick=True)
    pin["version"], pin["proving"] = platform.python_version(), "3.0.0"
    assert interpreter.check_interpreter()


#: Recipes for the runners of GitHub.
WORKFLOWS = INSTALLER.parent / ".github" / "workflows"


@pytest.mark.parametrize("name", ["tests.yml", "release.yml", "linux.yml", "windows.yml", "macos.yml"])
def test_a_workflow_can_be_read_and_has_few_rights_and_an_end(name: str) -> None:
    recipe = yaml.safe_load((WORKFLOWS / name).read_text("utf-8"))
    assert recipe["permissions"] == {"contents": "read"}
    for job in recipe["jobs"].values():
        assert "uses" in job or job["timeout-minutes"] <= 180
        needs = job.get("needs", [])
        assert set([needs] if isinstance(needs, str) else needs) <= set(recipe["jobs"])


def test_the_workflow_for_tests_runs_what_the_package_claims() -> None:
    matrix = yaml.safe_load((WORKFLOWS / "tests.yml").read_text("utf-8"))["jobs"]["systems"]["strategy"][
        "matrix"
    ]
    project = tomllib.loads((INSTALLER.parent / "pyproject.toml").read_text("utf-8"))["project"]
    claimed = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    assert matrix["python"] == claimed
    assert {system.partition("-")[0] for system in matrix["system"]} == {"ubuntu", "windows", "macos"}


def test_the_workflows_take_the_pinned_interpreter() -> None:
    for name, system in (("windows.yml", "win32"), ("macos.yml", "darwin")):
        text = (WORKFLOWS / name).read_text("utf-8")
        assert f'python-version: "{interpreter.pinned_interpreter(system)["version"]}"' in text


def test_a_part_whose_licence_is_unknown_or_would_bind_the_whole_stops_the_build() -> None:
    good = components.Part("numpy", "2", "BSD-3-Clause AND 0BSD", "pkg:pypi/numpy@2", "wheel")
    readline = components.Part("libreadline", "8.2", "GPL-3.0-or-later", "", "system")
    strange = components.Part("libstrange", "1", "", "", "system")
    components.check_licences([good])
    with pytest.raises(freezing.BuildStopped, match=r"libstrange .*not in .*libreadline .*GPL-3\.0-or-later"):
        components.check_licences([good, readline, strange])
    assert components.is_accepted("LGPL-3.0-only OR GPL-3.0-only")
    assert not components.is_accepted("MIT AND GPL-3.0-only")


def test_every_shipped_distribution_is_on_the_bill_with_a_licence_that_fits(
    program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(components, "pinned", lambda: {**freezing.pinned()})
    monkeypatch.setattr(components.metadata, "version", lambda dist: {**freezing.pinned()}.get(dist, "1"))
    inner = program / "_internal"
    (inner / "libreadline.so.8").write_bytes(b"\x7fELF")
    (inner / "psycopg_binary.libs").mkdir()
    crypto = inner / "psycopg_binary.libs" / "libcrypto-3a0647ea.so.3"
    crypto.write_bytes(b"\x7fELF OpenSSL 3.5.4 30 Sep 2025")
    (inner / "libcrypto.so.3").symlink_to(crypto)
    parts = components.parts_of(program)
    assert {part.name for part in parts} >= {"Python", "pyinstaller", *freezing.pinned()}
    assert [p.version for p in parts if p.name == "libcrypto"] == ["3.5.4"]
    assert components.refused(parts) == ["libreadline (system) is not in licences/kinds.toml"]
    (inner / "libreadline.so.8").unlink()
    parts = components.parts_of(program)
    text = components.bill(parts, "9.8.7", 1_700_000_000)
    assert text == components.bill(parts, "9.8.7", 1_700_000_000)
    told = json.loads(text)
    assert (told["bomFormat"], told["metadata"]["component"]["version"]) == ("CycloneDX", "9.8.7")
    licences_told = {each["name"]: each["licenses"] for each in told["components"]}
    assert licences_told["PySide6-Essentials"] == [{"license": {"id": "LGPL-3.0-only"}}]
    assert all(licences_told.values())


def test_the_libraries_of_windows_are_on_the_bill_with_their_versions(
    program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(components.metadata, "version", lambda dist: {**freezing.pinned()}.get(dist, "1"))
    told = b"MZ" + components._PE_VERSION + struct.pack("<II", 14 << 16 | 40, 33816 << 16)
    for name, content in {
        "VCRUNTIME140_1.dll": told,
        "python313.dll": told,
        "libffi-8.dll": b"MZ",
        "numpy.libs/libscipy_openblas64_-63c857e738469261263c764a36be9436.dll": b"MZ",
        "psycopg_binary.libs/libcrypto-3-x64-cf63d49b9f814ec2621b3cc097f6d68a.dll": b"MZ OpenSSL 3.5.4 30 Sep",
        "psycopg_binary.libs/strange.dll": b"MZ",
        "PySide6/Qt6Core.dll": told,
        "PySide6/MSVCP140.dll": told,
    }.items():
        path = program / "_internal" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    parts = components.parts_of(program)
    assert [(p.source, p.name, p.version) for p in parts if p.sha256] == [
        ("PySide6-Essentials", "MSVCP140", "14.40.33816.0"),
        ("interpreter", "VCRUNTIME140_1", "14.40.33816.0"),
        ("interpreter", "libffi-8", ""),
        ("numpy", "libscipy_openblas64_", ""),
        ("psycopg-binary", "libcrypto-3-x64", "3.5.4"),
        ("psycopg-binary", "strange", ""),
    ]
    assert components.refused(parts) == ["strange (psycopg-binary) is not in licences/kinds.toml"]
    assert components.bill([part for part in parts if part.licence], "9.8.7", 1_700_000_000)
    for folder in licences.ON_WINDOWS.values():
        assert all(text.stat().st_size > 100 for text in licences.own_texts(folder))


@pytest.mark.parametrize(
    ("name", "goes_in"),
    [
        ("PySide6/QtOpenGL.abi3.so", True),  # pyqtgraph imports it
        ("PySide6/Qt/translations/qtbase_de.qm", True),
        ("PySide6/Qt/translations/qtbase_pt_BR.qm", False),
        ("PySide6\\translations\\qtbase_uk.qm", False),
        ("PySide6/Qt/plugins/platforms/libqwayland.so", True),
        ("PySide6/Qt/plugins/wayland-shell-integration/libxdg-shell.so", True),
        ("PySide6/Qt/plugins/wayland-graphics-integration-client/libvulkan-server.so", False),
        ("PySide6/Qt/plugins/generic/libqevdevkeyboardplugin.so", False),
        ("PySide6/Qt/plugins/imageformats/libqsvg.so", True),
        ("PySide6\\plugins\\imageformats\\qtiff.dll", False),
        ("kgdesk/resources/translations/kgdesk_de.qm", True),
        ("kgdesk/resources/translations/kgdesk_de.ts", False),
    ],
)
def test_of_qt_only_what_the_window_uses_goes_in(name: str, goes_in: bool) -> None:
    assert freezing.is_bundled(name) == goes_in


def test_python_and_the_driver_of_postgresql_share_one_openssl(tmp_path: Path) -> None:
    (tmp_path / "psycopg_binary.libs").mkdir()
    (tmp_path / "psycopg_binary.libs" / "libcrypto-3a0647ea.so.3").write_text("the newer", encoding="utf-8")
    (tmp_path / "libcrypto.so.3").write_text("the second", encoding="utf-8")
    linux.share_openssl(tmp_path)
    assert (tmp_path / "libcrypto.so.3").read_text("utf-8") == "the newer"


def test_qts_notice_says_where_the_sources_are_and_that_qt_may_be_replaced() -> None:
    folder = INSTALLER / "licences" / "Qt"
    notice = (folder / "NOTICE.txt").read_text("utf-8")
    assert "https://download.qt.io" in notice
    assert "may be replaced" in notice
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in (folder / "LGPL-3.txt").read_text("utf-8")
    assert "GNU GENERAL PUBLIC LICENSE" in (folder / "GPL-3.txt").read_text("utf-8")


def test_too_large_a_bundle_or_one_with_scipy_or_without_sources_is_refused(
    program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (program / "_internal" / "scipy").mkdir()
    monkeypatch.setattr(build, "MOST_BUNDLE", 10)
    wrong = " ".join(build.check_bundle(program))
    assert "more than" in wrong
    assert "scipy is in it" in wrong
    assert "not there as source" in wrong


@pytest.mark.parametrize("findings", [[], [{"what": "threads", "result": "tbb"}]])
def test_a_program_whose_threads_run_on_another_layer_is_refused(findings: list[dict[str, str]]) -> None:
    (wrong,) = freezing.check_layer({"findings": findings})
    assert f"instead of {LAYERS[0]}" in wrong
    assert freezing.check_layer(SelfTest((Finding("threads", LAYERS[0]),), {}).as_json()) == []


@pytest.mark.nightly
def test_icons_are_drawn_in_the_forms_of_each_system(icons: Path) -> None:
    ico = (icons / "kgdesk.ico").read_bytes()
    reserved, kind, count = struct.unpack("<HHH", ico[:6])
    assert (reserved, kind, count) == (0, 1, 7)
    for at in range(count):
        size, offset = struct.unpack("<II", ico[6 + 16 * at + 8 : 6 + 16 * at + 16])
        assert ico[offset : offset + 8] == b"\x89PNG\r\n\x1a\n"
        assert offset + size <= len(ico)
    icns = (icons / "kgdesk.icns").read_bytes()
    assert icns[:4] == b"icns"
    assert struct.unpack(">I", icns[4:8])[0] == len(icns)


def test_desktop_entry_mime_type_and_property_lists_are_well_formed() -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment,method-assign] # keys are case-sensitive
    entry.read(INSTALLER / "linux" / "kgdesk.desktop", encoding="utf-8")
    assert entry["Desktop Entry"]["Exec"] == "kgdesk %f"
    mime = ET.parse(INSTALLER / "linux" / "kgdesk.xml").getroot()  # noqa: S314 - our own file
    kinds = [e.get("type") for e in mime.iter() if e.tag.endswith("mime-type")]
    assert entry["Desktop Entry"]["MimeType"].split(";")[:-1] == kinds
    about = plistlib.loads((INSTALLER / "mac" / "Info.plist").read_bytes())
    tags = about["UTExportedTypeDeclarations"][0]["UTTypeTagSpecification"]
    assert tags["public.filename-extension"] == ["kgstudy"]
    assert about["CFBundleDocumentTypes"][0]["LSItemContentTypes"] == [
        about["UTExportedTypeDeclarations"][0]["UTTypeIdentifier"]
    ]
    rights = plistlib.loads((INSTALLER / "mac" / "entitlements.plist").read_bytes())
    assert rights["com.apple.security.cs.allow-jit"] is True


def test_the_manual_page_tells_every_command() -> None:
    from kgdesk.cli.parser import build as parser

    page = linux.manual("1.2").replace("\\-", "-")
    commands = next(a for a in parser()._actions if a.dest == "command").choices
    assert commands
    for name, command in commands.items():
        section = page.partition(f"\n.SS \\fBkgdesk {name}\\fR\n")[2].partition("\n.SS ")[0]
        assert section, name
        for action in command._actions:
            if action.help != argparse.SUPPRESS and action.option_strings not in ([], ["-h", "--help"]):
                assert action.option_strings[-1] in section, (name, action.dest)
    for part in ("ENVIRONMENT", "EXIT STATUS", "EXAMPLES"):
        assert f"\n.SH {part}\n" in page


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_completion_of_a_shell_knows_every_command_and_can_be_read(shell: str, tmp_path: Path) -> None:
    from kgdesk.cli.commands import COMMANDS

    script = linux.completion(shell)
    for name in COMMANDS:
        assert name in script
    assert "for-all-users" not in script
    if shutil.which(shell) is not None:
        path = tmp_path / "script"
        path.write_text(script, encoding="utf-8")
        done = run(shell, "-n", path)
        assert done.returncode == 0, done.stderr


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["take"], "take-back"),
        (["export", "s", "x", "--form"], "--format"),
        (["finish", "--with"], "--with-open-runs"),
    ],
)
def test_bash_completes_commands_and_options(words: list[str], expected: str, tmp_path: Path) -> None:
    path = tmp_path / "script"
    path.write_text(linux.completion("bash"), encoding="utf-8")
    typed = f"COMP_WORDS=(kgdesk {' '.join(words)}); COMP_CWORD={len(words)}"
    done = run("bash", "-c", f"source {path}; {typed}; _kgdesk; echo ${{COMPREPLY[@]}}")
    assert expected in done.stdout.split(), done.stdout + done.stderr


@pytest.mark.nightly
@pytest.mark.parametrize("script", sorted(str(p.relative_to(INSTALLER)) for p in INSTALLER.rglob("*.sh")))
def test_every_shell_script_can_be_read(script: str) -> None:
    path = INSTALLER / script
    shell = path.read_text("utf-8").partition("\n")[0].removeprefix("#!")
    done = run(shell, "-n", path)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def unpacked(tmp_path: Path, program: Path, icons: Path) -> Path:
    made = linux.tar(program, icons, "9.8.7", tmp_path, tmp_path / "work")
    shutil.unpack_archive(made, tmp_path / "unpacked", filter="data")
    (folder,) = (tmp_path / "unpacked").iterdir()
    return folder


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform != "linux", reason="the archive is for Linux")
def test_the_archive_installs_upgrades_and_removes_without_leaving_anything(
    tmp_path: Path, unpacked: Path
) -> None:
    home = tmp_path / "home of somebody"
    study = home / "studies" / "mine.kgstudy"
    study.parent.mkdir(parents=True)
    study.write_text("a study", encoding="utf-8")
    before = sorted(home.rglob("*"))
    given = {"HOME": str(home), "XDG_DATA_HOME": "", "XDG_CACHE_HOME": ""}
    for _ in range(2):
        done = run(unpacked / "install.sh", **given)
        assert done.returncode == 0, done.stderr
        assert run(home / ".local/bin/kgdesk").stdout == "kgdesk\n"
        assert (home / ".local/lib/kgdesk/installation-check.txt").read_text("utf-8") == "checked\n"
        entry = (home / ".local/share/applications/kgdesk.desktop").read_text("utf-8")
        assert f'Exec="{home}/.local/lib/kgdesk/kgdesk" %f' in entry
        (home / ".local/lib/kgdesk/of-an-older-version.txt").touch()
    (home / ".cache/kgdesk/kernels").mkdir(parents=True)
    done = run(home / ".local/lib/kgdesk/uninstall.sh", **given)
    assert done.returncode == 0, done.stderr
    kept = [p for p in sorted(home.rglob("*")) if not p.is_dir()]
    assert kept == [study]
    assert not [p for p in home.rglob("*") if "kgdesk" in p.name]
    assert set(before) <= set(home.rglob("*"))


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform != "linux", reason="the archive is for Linux")
def test_the_archive_refuses_while_the_program_runs_and_without_a_home(
    tmp_path: Path, unpacked: Path
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    given = {"HOME": str(home), "XDG_DATA_HOME": "", "XDG_CACHE_HOME": ""}
    assert run(unpacked / "install.sh", **given).returncode == 0
    program = home / ".local/lib/kgdesk/kgdesk"
    shutil.copyfile(shutil.which("cat") or "/bin/cat", program)  # any program that waits for input
    with subprocess.Popen([program], stdin=subprocess.PIPE) as running:
        for script in (unpacked / "install.sh", home / ".local/lib/kgdesk/uninstall.sh"):
            done = run(script, **given)
            assert done.returncode == 1
            assert "kgdesk is running" in done.stderr
        running.communicate()
    done = run(unpacked / "install.sh", **{**given, "HOME": str(tmp_path / "nowhere")})
    assert done.returncode == 1
    assert "no home folder" in done.stderr


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="dpkg-deb is not installed")
def test_two_packings_of_one_program_are_the_same_to_the_last_bit(
    tmp_path: Path, program: Path, icons: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    made = []
    for nth in range(2):
        folder = tmp_path / f"{nth}"
        folder.mkdir()
        for path in (program / "_internal").rglob("*"):
            os.utime(path, (1_800_000_000 + nth, 1_800_000_000 + nth))
        made.append(
            (
                linux.deb(program, icons, "9.8.7", folder, folder / "work").read_bytes(),
                linux.tar(program, icons, "9.8.7", folder, folder / "work").read_bytes(),
            )
        )
    assert made[0] == made[1]


@pytest.mark.nightly
@pytest.mark.timeout(600)
def test_wheel_and_source_archive_are_the_same_the_second_time(tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    done = run(sys.executable, "-m", "pip", "install", "-q", "--target", tools, "hatchling")
    if done.returncode:
        pytest.skip("no package index answers")
    made = []
    for nth in ("first", "second"):
        source = tmp_path / nth
        shutil.copytree(
            ROOT,
            source,
            ignore=shutil.ignore_patterns(".git", ".venv", "build", "dist", "__pycache__", ".*_cache"),
        )
        given = {"PYTHONPATH": str(tools), "SOURCE_DATE_EPOCH": "1700000000"}
        done = run(
            sys.executable, "-m", "hatchling", "build", "-d", tmp_path / f"{nth}-dist", cwd=source, **given
        )
        assert done.returncode == 0, done.stderr
        made.append({path.name: path.read_bytes() for path in (tmp_path / f"{nth}-dist").iterdir()})
    assert sorted(name.partition("-")[0] for name in made[0]) == ["kgdesk", "kgdesk"]
    assert made[0] == made[1]


@pytest.mark.skipif(sys.platform != "linux", reason="menu entries of Linux")
def test_the_menu_entry_and_what_software_centres_read_are_valid(
    tmp_path: Path, icons: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")  # the sdist has no commit to ask
    linux.share(tmp_path, icons, "9.8.7")
    page = tmp_path / "metainfo" / linux.METAINFO
    told = ET.parse(page).getroot()  # noqa: S314 - our own file
    release = told.find("releases/release")
    assert release is not None
    assert release.get("version") == "9.8.7"
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", release.get("date") or "")
    assert told.findtext("launchable") == "kgdesk.desktop"
    for words in (
        ("appstreamcli", "validate", "--no-net", "--pedantic", page),
        ("desktop-file-validate", tmp_path / "applications" / "kgdesk.desktop"),
    ):
        if shutil.which(words[0]) is not None:
            done = run(*words)
            assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="the archive is for Linux")
def test_an_archive_that_does_not_work_here_says_so_and_leaves_the_version_before(tmp_path: Path) -> None:
    unpacked, home = tmp_path / "unpacked", tmp_path / "home"
    home.mkdir()
    (unpacked / "share" / "applications").mkdir(parents=True)
    for name in ("install.sh", "uninstall.sh"):
        shutil.copy(INSTALLER / "linux" / name, unpacked / name)
    shutil.copy(INSTALLER / "linux" / "kgdesk.desktop", unpacked / "share" / "applications")
    start = unpacked / "kgdesk" / "kgdesk"
    start.parent.mkdir()
    given = {"HOME": str(home), "XDG_DATA_HOME": "", "XDG_CACHE_HOME": ""}

    def install(script: str) -> subprocess.CompletedProcess[str]:
        start.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        start.chmod(0o755)
        return run("sh", unpacked / "install.sh", **given)

    broken = "echo \"version 'GLIBC_2.36' not found\" >&2; exit 1"
    done = install(broken)
    assert done.returncode == 1
    assert "does not work on this computer: version 'GLIBC_2.36' not found" in done.stderr
    assert "is installed" not in done.stdout
    assert not (home / ".local/lib/kgdesk").exists()
    assert not (home / ".local/bin/kgdesk").exists()
    assert install("echo works").returncode == 0
    assert install(broken).returncode == 1
    assert run(home / ".local/bin/kgdesk").stdout == "works\n"
    assert (home / ".local/share/applications/kgdesk.desktop").exists()
    assert not (home / ".local/lib/kgdesk.old").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="a script of the .deb")
def test_a_deb_that_does_not_work_here_is_not_taken_for_installed(tmp_path: Path) -> None:
    start, kept = tmp_path / "lib" / "kgdesk", tmp_path / "var"
    script = (INSTALLER / "linux" / "postinst").read_text("utf-8")
    script = script.replace("/usr/lib/kgdesk/kgdesk", str(start)).replace("/var/lib/kgdesk", str(kept))
    start.parent.mkdir()
    for body, status in (("echo \"version 'GLIBC_2.36' not found\" >&2; exit 1", 1), ("exit 0", 0)):
        start.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
        start.chmod(0o755)
        done = run("sh", "-c", script, "postinst", "configure")
        assert done.returncode == status
        assert ("it does not work on this computer: version 'GLIBC_2.36'" in done.stderr) == bool(status)
        # A log that was never written is not named.
        assert "installation-check.txt" not in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="ELF files are Linux's")
def test_a_file_that_asks_for_a_newer_c_library_than_declared_stops_the_build(
    program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import llvmlite

    (source,) = (Path(llvmlite.__file__).parent / "binding").glob("libllvmlite.so")
    (program / "_internal" / source.name).symlink_to(source)
    assert linux.too_new(program) == []  # links are not files of the bundle
    (program / "_internal" / source.name).unlink()
    os.link(source, program / "_internal" / source.name)
    assert elf_files.needed(program / "_internal" / source.name) >= {"libc.so.6", "libstdc++.so.6"}
    assert linux.too_new(program) == []
    assert re.search(r"GLIBC 2\.\d+, GLIBCXX 3\.4\.\d+", linux.measured_floor(program))
    monkeypatch.setattr(linux, "FLOOR", {"GLIBC": (2, 2), "GLIBCXX": (3, 4, 29)})
    (wrong,) = linux.too_new(program)
    assert re.fullmatch(r"libllvmlite.so asks for GLIBC_2\.\d+, declared is 2\.2", wrong)
    assert wrong in build.check_bundle(program)


@pytest.mark.parametrize("name", ["libstdc++.so.6", "libgcc_s.so.1", "libexpat.so.1", "libxcb.so.1"])
def test_libraries_that_every_system_has_are_left_to_it(name: str) -> None:
    assert linux.is_given(name)
    assert not linux.is_given("libxcb-cursor.so.0")


def test_the_declared_floor_is_the_one_that_the_build_compares_with() -> None:
    assert f"libc6 (>= {elf_files.dotted(linux.FLOOR['GLIBC'])})" in linux.DEPENDS
    # GCC 11 brought GLIBCXX_3.4.29.
    assert linux.FLOOR["GLIBCXX"] == (3, 4, 29)
    assert "libstdc++6 (>= 11)" in linux.DEPENDS


@pytest.mark.nightly
@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="dpkg-deb is not installed")
def test_a_deb_holds_the_program_its_menu_entry_and_its_declarations(
    tmp_path: Path, program: Path, icons: Path
) -> None:
    made = linux.deb(program, icons, "9.8.7", tmp_path, tmp_path / "work")
    listed = run("dpkg-deb", "-c", made).stdout
    for path in (
        "./usr/lib/kgdesk/kgdesk", "./usr/bin/kgdesk -> ../lib/kgdesk/kgdesk",
        "./usr/share/applications/kgdesk.desktop", "./usr/share/mime/packages/kgdesk.xml",
        "./usr/share/man/man1/kgdesk.1.gz", "./usr/share/bash-completion/completions/kgdesk",
        "./usr/share/icons/hicolor/48x48/apps/kgdesk.png",
        "./usr/share/doc/kgdesk/copyright",
    ):  # fmt: skip
        assert path in listed
    told = run("dpkg-deb", "-f", made, "Version", "Depends").stdout
    assert "Version: 9.8.7" in told
    for needed in ("libc6 (>= 2.35)", "libstdc++6 (>= 11)", "libfontconfig1", "libxcb-xkb1"):
        assert needed in told


@pytest.mark.nightly
@pytest.mark.timeout(4 * 3600)
@pytest.mark.skipif(
    not os.environ.get("KGDESK_PACKAGES") or shutil.which("mmdebstrap") is None,
    reason="KGDESK_PACKAGES names no folder of packages that installer/build.py made, or mmdebstrap is missing",
)
def test_the_circle_of_every_system_is_round(tmp_path: Path) -> None:
    folder = Path(os.environ["KGDESK_PACKAGES"])
    (deb,), (tar,) = folder.glob("*.deb"), folder.glob("*.tar.gz")
    done = run(INSTALLER / "circle" / "run.sh", deb, tar, tmp_path)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


def test_the_lists_for_windows_name_every_file_once_and_remove_exactly_these(program: Path) -> None:
    install, remove = windows.file_lists(program)
    files = [p for p in program.rglob("*") if p.is_file()]
    assert len(re.findall(r"^File ", install, re.MULTILINE)) == len(files)
    gone = re.findall(r'^Delete "\$INSTDIR\\(.+)"$', remove, re.MULTILINE)
    named = {name.replace("$$", "$").replace("\\", "/") for name in gone}
    assert named == {p.relative_to(program).as_posix() for p in files}
    assert "/r" not in remove


def test_the_setup_makes_its_temporary_folder_before_it_names_it() -> None:
    """NSIS makes it by itself only where a plug-in was called before, which a silent setup has not."""
    words = re.findall(
        r"InitPluginsDir|\$PLUGINSDIR", (INSTALLER / "windows" / "kgdesk.nsi").read_text("utf-8")
    )
    assert "$PLUGINSDIR" in words
    assert words[0] == "InitPluginsDir"


@pytest.mark.nightly
@pytest.mark.skipif(shutil.which("makensis") is None, reason="makensis is not installed")
def test_the_windows_installer_compiles_without_a_warning(tmp_path: Path, program: Path, icons: Path) -> None:
    for name in ("kgdesk.exe", "kgdesk-cli.exe"):
        (program / name).write_bytes(b"MZ")
    made = windows.nsis(program, icons, "9.8.7", tmp_path, tmp_path)
    assert made.name == "kgdesk-9.8.7-setup.exe"
    assert made.read_bytes()[:2] == b"MZ"


def test_each_windows_program_has_a_version_resource(tmp_path: Path) -> None:
    made = windows.version_files("1.2.3", tmp_path)
    assert set(made) == {"kgdesk", "kgdesk-cli"}
    for name, path in made.items():
        text = Path(path).read_text("utf-8")
        compile(text, path, "eval")
        assert "filevers=(1, 2, 3, 0)" in text
        assert f'"OriginalFilename", "{name}.exe"' in text


def test_the_windows_programs_are_signed_before_packing_and_a_failure_stops_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a program.exe"
    path.write_bytes(b"MZ")
    monkeypatch.delenv("KGDESK_SIGN_WITH", raising=False)
    windows.sign(path)
    assert path.exists()
    monkeypatch.setenv("KGDESK_SIGN_WITH", f"{sys.executable} -c 'import os, sys; os.remove(sys.argv[1])'")
    windows.sign(path)
    assert not path.exists()
    with pytest.raises(freezing.BuildStopped, match=r"a program\.exe could not be signed"):
        windows.sign(path)


@pytest.mark.skipif(
    shutil.which("makensis") is None or os.name == "nt", reason="makensis and a POSIX shell are needed"
)
def test_programs_uninstaller_and_setup_are_signed(
    tmp_path: Path, program: Path, icons: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("kgdesk.exe", "kgdesk-cli.exe"):
        (program / name).write_bytes(b"MZ")
    monkeypatch.setenv("KGDESK_SIGN_WITH", f"echo >>{tmp_path / 'signed.txt'}")
    made = windows.nsis(program, icons, "9.8.7", tmp_path, tmp_path)
    signed = [Path(line.strip()) for line in (tmp_path / "signed.txt").read_text("utf-8").splitlines()]
    assert [path.name for path in signed[:2]] == ["kgdesk.exe", "kgdesk-cli.exe"]
    assert len(signed) == 4  # the third is the uninstaller, which NSIS writes into a temporary file
    assert signed[3] == made


def test_the_manifests_of_winget_name_the_setup_and_its_sum(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = tmp_path / "kgdesk-1.2.3-setup.exe"
    setup.write_bytes(b"MZ")
    monkeypatch.delenv("KGDESK_RELEASE_URL", raising=False)
    assert windows.winget(setup, "1.2.3", tmp_path) == []
    monkeypatch.setenv("KGDESK_RELEASE_URL", "https://example.org/v1.2.3")
    told = [yaml.safe_load(path.read_text("utf-8")) for path in windows.winget(setup, "1.2.3", tmp_path)]
    assert {each["ManifestType"] for each in told} == {"version", "defaultLocale", "installer"}
    assert {each["PackageVersion"] for each in told} == {"1.2.3"}
    for each in told[-1]["Installers"]:
        assert each["InstallerUrl"] == "https://example.org/v1.2.3/kgdesk-1.2.3-setup.exe"
        assert each["InstallerSha256"] == build._sha256(setup).upper()


def test_every_mach_o_of_an_application_is_signed_inside_out(tmp_path: Path) -> None:
    app = tmp_path / "kgdesk.app"
    code = bytes.fromhex("cffaedfe")
    framework = app / "Contents" / "Frameworks" / "QtCore.framework"
    files = ["Contents/MacOS/kgdesk", "Contents/MacOS/helper", "Contents/Frameworks/libpython3.13.dylib",
             "Contents/Frameworks/QtCore.framework/Versions/A/QtCore", "Contents/Frameworks/numba/part.so"]  # fmt: skip
    for name in files:
        (app / name).parent.mkdir(parents=True, exist_ok=True)
        (app / name).write_bytes(code)
    (app / "Contents" / "Info.plist").write_text("<plist/>", encoding="utf-8")
    (framework / "QtCore").symlink_to("Versions/A/QtCore")
    parts = [path.relative_to(tmp_path).as_posix() for path in mac.signed_parts(app)]
    assert parts[-1] == "kgdesk.app"
    assert "kgdesk.app/Contents/MacOS/kgdesk" not in parts  # signed with the application
    assert set(parts) == {f"kgdesk.app/{name}" for name in files[1:]} | {
        "kgdesk.app", framework.relative_to(tmp_path).as_posix()
    }  # fmt: skip
    inner = "kgdesk.app/Contents/Frameworks/QtCore.framework"
    assert parts.index(f"{inner}/Versions/A/QtCore") < parts.index(inner)


def test_kernels_are_collected_as_source_and_tests_are_not() -> None:
    spec = (INSTALLER / "kgdesk.spec").read_text("utf-8")
    assert '"kgdesk.kernels": "py"' in spec
    assert {"scipy", "pytest", "numba.tests"} <= set(freezing.EXCLUDED)


def test_the_pins_that_tests_run_with_are_named_as_on_the_index() -> None:
    for dist in freezing.pinned():
        assert metadata.version(dist)
