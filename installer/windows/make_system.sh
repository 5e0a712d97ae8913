#!/bin/bash
# Makes the system in which the Windows program is built and proven on Linux: Debian 13 with Wine, and in it CPython for
# Windows with the pinned wheels.
#
#   installer/windows/make_system.sh WORK
#
# Needs root (chroot), mmdebstrap and mirrors of Debian and PyPI; about ten minutes. Leaves the system in WORK/root and
# what it downloaded in WORK; what is there is taken again, and what a changed pin or file concerns is made anew.
# Nothing of it is ever shipped: a release is built on Windows with python.org's interpreter.
set -euo pipefail
trap 'echo "FAILED in line $LINENO: $BASH_COMMAND" >&2' ERR
here=$(cd "$(dirname "$0")" && pwd)
work=$(realpath -m "$1")
root=$work/root
mkdir -p "$work"

packages=wine,wine64,xvfb,openbox,xdotool,xclip,imagemagick,nsis,osslsigncode,fonts-dejavu-core,procps,unzip,ca-certificates
packages+=,gcc-mingw-w64-x86-64-win32,python3,python3-pip
if [ "$(cat "$work/packages" 2>/dev/null)" != "$packages" ]; then
    echo "== Debian 13 with Wine"
    mmdebstrap --quiet --variant=minbase --include="$packages" trixie "$work/trixie.tar"
    rm -rf --one-file-system "$root"
    echo "$packages" >"$work/packages"
fi
if [ ! -f "$root/.complete" ]; then
    rm -rf --one-file-system "$root"
    mkdir -p "$root"
    tar -C "$root" -xf "$work/trixie.tar"
    # Wine refuses folders of somebody else, and to root nothing is read-only.
    chroot "$root" useradd -m lab
    touch "$root/.complete"
fi
cp "$here/../pins.txt" "$here/../pins-build.txt" "$here/../wheels.py" "$here"/system/* "$root/opt/"
sed -n '/^test = \[/,/^\]/s/^ *"\([^"]*\)".*/\1/p' "$here/../../pyproject.toml" >"$root/opt/tests.txt"
cp "$here/../../constraints.txt" "$root/opt/"
KGDESK_WINDOWS_AS=root "$here/enter.sh" "$work" /opt/inside_make.sh
"$here/enter.sh" "$work" /opt/inside_windows.sh
