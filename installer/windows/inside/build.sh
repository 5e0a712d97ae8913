#!/bin/bash
# Builds the setup with the interpreter for Windows, and an earlier one beside it.
. "$(dirname "$0")/common.sh"
fresh_windows
screen # the self-test opens a window
cp /opt/makensis.exe "$drive/windows/"
cd "$project"
step "installer/build.py --format nsis, on Windows' own binaries"
rm -rf "$built"
win /opt/python/python.exe installer/build.py --format nsis --out "Z:\\home\\lab\\built\\dist" --work "Z:\\home\\lab\\built\\work"
wineserver -w
setups
payload=$built/work/dist/kgdesk

step "sizes"
installed=$(du -sb --apparent-size "$payload" | cut -f1) packed=$(stat -c %s "$setup_new")
echo "installed $((installed / 1000000)) MB, setup $((packed / 1000000)) MB"
test "$installed" -le 300000000
test "$packed" -le 90000000

step "the bill of materials names the interpreter for proofs"
grep -q '"pkg:generic/python@3.13.11"' "$built"/dist/*-sbom.cdx.json

step "the same program as an earlier version, with a file that the new one no longer has"
rm -rf "$built/old"
mkdir -p "$built/old/lists"
cp -al "$payload" "$built/old/payload"
echo obsolete >"$built/old/payload/_internal/größe \$odd.txt"
python3 - <<PY
import sys
from pathlib import Path

sys.path.insert(0, "$project/installer")
import windows

old = Path("$built/old")
print(windows.nsis(old / "payload", Path("$built/work/icons"), "0.0.1", old, old / "lists", quick=True))
PY
