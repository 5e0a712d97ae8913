"""The parts of a frozen program with versions and licences: the licence gate, and the bill of materials (CycloneDX)."""

from __future__ import annotations

import hashlib
import re
import struct
import subprocess
import sys
import tomllib
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import metadata
from typing import TYPE_CHECKING

import licences
from freezing import HERE, BuildStopped, inside, pinned
from interpreter import is_for_proofs, pinned_interpreter

if TYPE_CHECKING:
    from pathlib import Path

#: Licences under which a part may be in a program under the BSD licence. Those of the LGPL are separate files that may
#: be replaced; what is under the GPL carries an exception for programs that hold it.
ACCEPTED = frozenset({
    "0BSD", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause", "BSD-3-Clause-Attribution",
    "CC0-1.0", "GPL-2.0-or-later WITH Bootloader-exception", "GPL-3.0-or-later WITH GCC-exception-3.1",
    "LGPL-2.1-or-later", "LGPL-3.0-only", "LicenseRef-Microsoft-Distributable-Code",
    "LicenseRef-public-domain", "MIT", "OLDAP-2.8", "PSF-2.0", "PostgreSQL",
    "Unicode-3.0", "Zlib", "bzip2-1.0.6",
})  # fmt: skip
#: Where libraries of others are in a frozen program, how they are called there, and what brought them.
_LIBRARIES = (
    ("", "*.so*", "system"),
    ("", "*.dll", "interpreter"),
    ("psycopg_binary.libs", "*.so*", "psycopg-binary"),
    ("psycopg_binary.libs", "*.dll", "psycopg-binary"),
    ("numpy.libs", "*.so*", "numpy"),
    ("numpy.libs", "*.dll", "numpy"),
    ("llvmlite.libs", "*.dll", "llvmlite"),
    ("PySide6/Qt/lib", "*.so*", "PySide6-Essentials"),
    ("PySide6", "*.dll", "PySide6-Essentials"),
    ("shiboken6", "*.dll", "shiboken6"),
)
#: How the libraries begin that belong to the part which brought them.
_OWN = ("libpython", "libqt6", "python3", "qt6", "pyside6.", "shiboken6.")
#: How a file of Windows begins to tell its own version, of which two numbers of 32 bits follow.
_PE_VERSION = b"\xbd\x04\xef\xfe\x00\x00\x01\x00"
#: A seed of our own for numbers that depend on nothing but what they number.
_OURS = uuid.uuid5(uuid.NAMESPACE_URL, "https://github.com/kgdesk")


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the program.

    Parameters
    ----------
    name, version
        As its makers call it.
    licence
        SPDX expression; empty if it is not known here.
    address
        Package URL (purl); empty for a library that a wheel carries.
    source
        What brought it: ``interpreter``, ``wheel``, ``system``, or the distribution of a library.
    sha256
        Of the file, for a single library.
    """

    name: str
    version: str
    licence: str
    address: str
    source: str
    sha256: str = ""


def parts_of(program: Path) -> list[Part]:
    """Return every part of a frozen program, sorted by source and name."""
    kinds = tomllib.loads((HERE / "licences" / "kinds.toml").read_text("utf-8"))
    pin = pinned_interpreter()
    number = pin["proving"] if is_for_proofs(pin) else pin["version"]
    python = f"pkg:generic/python@{number}"
    if "package" in pin:
        python = _deb(pin["package"], pin["revision"])
    parts = [Part("Python", number, "PSF-2.0", python, "interpreter")]
    for dist in [*pinned(), "pyinstaller"]:
        version = metadata.version(dist)
        address = f"pkg:pypi/{dist.lower().replace('_', '-')}@{version}"
        parts.append(Part(dist, version, kinds["distributions"].get(dist, ""), address, "wheel"))
    for folder, pattern, source in _LIBRARIES:
        parts += [
            _library(path, source, kinds["libraries"])
            for path in sorted((inside(program) / folder).glob(pattern))
            if not path.is_symlink() and not path.name.lower().startswith(_OWN)
        ]
    return sorted(parts, key=lambda part: (part.source, part.name))


def refused(parts: list[Part]) -> list[str]:
    """Return the parts that must not be in the program, with the reason."""
    found = [
        f"{part.name} ({part.source}) is not in licences/kinds.toml" for part in parts if not part.licence
    ]
    return found + [
        f"{part.name} ({part.source}) is under {part.licence}"
        for part in parts
        if part.licence and not is_accepted(part.licence)
    ]


def is_accepted(expression: str) -> bool:
    """Return whether one of the alternatives of an SPDX expression without brackets has only accepted licences."""
    return any(
        all(licence in ACCEPTED for licence in choice.split(" AND ")) for choice in expression.split(" OR ")
    )


def bill(parts: list[Part], version: str, made: int) -> str:
    """Return the bill of materials as CycloneDX JSON, the same for the same parts.

    Parameters
    ----------
    parts
        From `parts_of`.
    version
        Of kgdesk.
    made
        Time of the release in seconds since 1970.
    """
    from cyclonedx.contrib.license.factories import LicenseFactory  # noqa: PLC0415 - only the build has it
    from cyclonedx.model import HashAlgorithm, HashType, Property  # noqa: PLC0415 - likewise
    from cyclonedx.model.bom import Bom, BomMetaData  # noqa: PLC0415 - likewise
    from cyclonedx.model.component import Component, ComponentType  # noqa: PLC0415 - likewise
    from cyclonedx.output.json import JsonV1Dot6  # noqa: PLC0415 - likewise
    from packageurl import PackageURL  # noqa: PLC0415 - likewise

    make = LicenseFactory()
    whole = Component(
        name="kgdesk", version=version, type=ComponentType.APPLICATION, bom_ref=f"kgdesk@{version}",
        licenses=[make.make_from_string("BSD-3-Clause")],
    )  # fmt: skip
    components = [
        Component(
            name=part.name,
            version=part.version,
            type=ComponentType.PLATFORM if part.source == "interpreter" else ComponentType.LIBRARY,
            bom_ref=f"{part.source}/{part.name}@{part.version}",
            licenses=[make.make_from_string(part.licence)],
            purl=PackageURL.from_string(part.address) if part.address else None,
            hashes=[HashType(alg=HashAlgorithm.SHA_256, content=part.sha256)] if part.sha256 else [],
            properties=[Property(name="kgdesk:brought-by", value=part.source)],
        )
        for part in parts
    ]
    told = BomMetaData(component=whole, timestamp=datetime.fromtimestamp(made, UTC))
    number = uuid.uuid5(_OURS, f"{version} {sys.platform} {parts}")
    bom = Bom(components=components, metadata=told, serial_number=number)
    bom.register_dependency(whole, components)
    return str(JsonV1Dot6(bom).output_as_string(indent=1)) + "\n"


def check_licences(parts: list[Part]) -> None:
    """Stop the build at a part that must not be in it.

    Raises
    ------
    BuildStopped
        Such a part is there.
    """
    wrong = refused(parts)
    if wrong:
        raise BuildStopped("Parts that must not be in the program: " + "; ".join(wrong) + ".")


def _library(path: Path, source: str, kinds: dict[str, str]) -> Part:
    content = path.read_bytes()
    stem, _, interface = path.name.removesuffix(".dll").partition(".so")
    stem = re.sub(r"(-[0-9a-f]{32}|(-[0-9a-f]{8})+)$", "", stem)
    fits = (
        name
        for name in kinds
        if re.fullmatch(rf"{re.escape(name)}(-?[0-9.]+)?(-x64|_[12])?", stem, re.IGNORECASE)
    )
    kind = next((kinds[name] for name in fits), "")
    address, version = "", interface.lstrip(".")
    if path.suffix == ".dll":
        version = _version_of_dll(content)
    if source == "system":
        packages = licences.packages_of([path.name])
        for package in sorted(packages):
            version = _revision(package) or version
            address = _deb(package, version)
    told = re.search(rb"OpenSSL (3\.\d+\.\d+) ", content)
    if told is not None:
        version = told[1].decode()
    return Part(stem, version, kind, address, source, hashlib.sha256(content).hexdigest())


def _version_of_dll(content: bytes) -> str:
    """Return the version of the file as Windows shows it; empty if it tells none."""
    at = content.find(_PE_VERSION) + len(_PE_VERSION)
    if at < len(_PE_VERSION):
        return ""
    high, low = struct.unpack_from("<II", content, at)
    return ".".join(str(number) for half in (high, low) for number in (half >> 16, half & 0xFFFF))


def _revision(package: str) -> str:
    words = ["dpkg-query", "--show", "--showformat", "${Version}\n", package]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.stdout.partition("\n")[0]


def _deb(package: str, revision: str) -> str:
    return f"pkg:deb/debian/{package}@{revision.replace('+', '%2B').replace(':', '%3A')}?distro=bookworm"
