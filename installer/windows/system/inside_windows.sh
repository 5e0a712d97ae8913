#!/bin/bash
# Runs as the user of the system: a fresh Windows 10 in ~/prefix, copied from one that is made once.
set -euo pipefail
trap 'echo "FAILED in line $LINENO: $BASH_COMMAND" >&2' ERR
if [ ! -d ~/prefix.new ]; then
    echo "== a Windows of its own"
    rm -rf ~/prefix.making
    export WINEPREFIX=$HOME/prefix.making
    wineboot -i >/dev/null 2>&1
    winecfg -v win10 >/dev/null 2>&1
    wineserver -w
    # Part of Windows, but Wine's own lacks functions that NumPy and Qt ask for.
    cp /opt/system32/* "$WINEPREFIX/drive_c/windows/system32/"
    mv ~/prefix.making ~/prefix.new
fi
rm -rf ~/prefix
cp -a ~/prefix.new ~/prefix
export WINEPREFIX=$HOME/prefix
echo "== ready: $(win /opt/python/python.exe -c '
import platform
import numba, PySide6.QtWidgets
print("Python", platform.python_version(), "on", platform.platform(), flush=True)')"
