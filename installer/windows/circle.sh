#!/bin/bash
# The Windows installer under Wine, silently, with a stand-in payload: install, refuse, upgrade, remove.
#
#   installer/windows/circle.sh [WORK]
#
# Needs makensis, wine64 and a Python with installer/pins.txt (PYTHON=...). The real payload is frozen on Windows.
set -euo pipefail
trap 'echo "FAILED in line $LINENO: $BASH_COMMAND" >&2' ERR
here=$(cd "$(dirname "$0")" && pwd)
work=$(realpath "${1:-$(mktemp -d /tmp/kgdesk-wine-XXXXXX)}")
python=${PYTHON:-python3}
mkdir -p "$work"
export WINEPREFIX=$work/prefix WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=" DISPLAY=
wine=$(command -v wine64 || command -v wine)
win() { "$wine" "$@"; }
# Wine's registry once answered with nothing right after an installation: it is asked again for a while.
key_says() {
    local wanted=$1
    shift
    for _ in $(seq 1 20); do
        win reg query "$@" | grep -e "$wanted" && return
        sleep 1
    done
    return 1
}
step() { echo "== $*"; }

step "two versions with a stand-in payload; its programs wait as the real ones would"
cat >"$work/standin.nsi" <<NSI
Unicode true
Target amd64-unicode
RequestExecutionLevel user
OutFile "$work/standin.exe"
SilentInstall silent
!include FileFunc.nsh
Section
  \${GetParameters} \$0
  StrCpy \$1 \$0 8
  \${IfThen} \$1 == "selftest" \${|} FileOpen \$2 "\$EXEDIR\\installation-check.txt" w \${|}
  \${If} \$0 == "wait"
    FileOpen \$2 "\$EXEDIR\\waits.txt" w
    FileClose \$2
    \${DoUntil} \${FileExists} "\$EXEDIR\\stop.txt"
      Sleep 200
    \${Loop}
  \${EndIf}
SectionEnd
NSI
sed -i '1i !include LogicLib.nsh' "$work/standin.nsi"
makensis -V1 "$work/standin.nsi"
for version in 0.9.0 0.9.1; do
    payload=$work/payload-$version
    rm -rf "$payload"
    mkdir -p "$payload/_internal/PySide6/größe" "$payload/_internal/kgdesk/compiled"
    cp "$work/standin.exe" "$payload/kgdesk.exe"
    cp "$work/standin.exe" "$payload/kgdesk-cli.exe"
    echo library >"$payload/_internal/PySide6/größe/\$odd name.dll"
    echo "$version" >"$payload/_internal/version-$version.txt"
    "$python" - "$payload" "$version" "$work" <<PY
import sys
from pathlib import Path
sys.path.insert(0, "$here/..")
import freezing, windows
work = Path(sys.argv[3])
if not (work / "icons" / "kgdesk.ico").exists():
    freezing.draw_icons(work / "icons")
print(windows.nsis(Path(sys.argv[1]), work / "icons", sys.argv[2], work, work / sys.argv[2]))
PY
done
setup_old=$work/kgdesk-0.9.0-setup.exe setup_new=$work/kgdesk-0.9.1-setup.exe

step "a fresh Windows"
rm -rf "$WINEPREFIX"
win wineboot -i >/dev/null 2>&1
wineserver -w
drive=$WINEPREFIX/drive_c
snapshot() { (cd "$drive" && find . -type f -o -type d | grep -v -e '/Temp/' -e '/temp/' -e '/Fonts' | sort); }
keys() {
    win reg export 'HKCU\Software' "$work/user.reg" /y >/dev/null 2>&1
    win reg export 'HKLM\Software' "$work/machine.reg" /y >/dev/null 2>&1
    cat "$work/user.reg" "$work/machine.reg" | iconv -f UTF-16LE -t UTF-8 -c | tr -d '\000' | grep -i kgdesk || :
}
no_keys() {
    # Wine's own menu builder follows a moment later with what it noted about the file type.
    for _ in $(seq 1 20); do
        [ -z "$(keys)" ] && return
        sleep 1
    done
    keys
    return 1
}
snapshot >"$work/files-before.txt"
no_keys

user=$(ls -d "$drive"/users/* | grep -v -i public | head -1)
home="$user/AppData/Local/Programs/kgdesk"

step "install for this user"
win "$setup_old" /S
test -f "$home/kgdesk.exe"
test -f "$home/_internal/PySide6/größe/\$odd name.dll"
test -f "$home/_internal/version-0.9.0.txt"
test -f "$home/installation-check.txt"
key_says '0.9.0' 'HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\kgdesk' /v DisplayVersion
key_says '[kK][gG][dD][eE][sS][kK].[eE][xX][eE]' 'HKCU\Software\Classes\kgdesk.study\shell\open\command'
key_says 'kgdesk.study' 'HKCU\Software\Classes\.kgstudy'
find "$user" -name kgdesk.lnk | grep -q .

step "a study and a file of the person lie about"
mkdir -p "$user/Documents/kgdesk"
echo study >"$user/Documents/kgdesk/mine.kgstudy"
echo mine >"$home/of-the-person.txt"

step "refuse while running"
win "$home/kgdesk.exe" wait &
running=$!
until [ -f "$home/waits.txt" ]; do sleep 0.2; done
code=0
win "$setup_new" /S || code=$?
[ "$code" = 2 ]
code=0
cp "$home/uninstall.exe" "$work/uninstall-copy.exe"
win "$work/uninstall-copy.exe" /S "_?=$(win winepath -w "$home" | tr -d '\r')" || code=$?
[ "$code" = 2 ]
test -f "$home/_internal/version-0.9.0.txt"
touch "$home/stop.txt"
wait "$running" || :
wineserver -w
rm "$home/waits.txt" "$home/stop.txt"

step "upgrade: files of the version before go, those of the person stay"
win "$setup_new" /S
test -f "$home/_internal/version-0.9.1.txt"
test ! -e "$home/_internal/version-0.9.0.txt"
test "$(cat "$home/of-the-person.txt")" = mine
key_says '0.9.1' 'HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\kgdesk' /v DisplayVersion

step "remove: no file and no key of ours is left; studies stay"
mkdir -p "$user/AppData/Local/kgdesk/kernels/x"
win "$home/uninstall.exe" /S
wineserver -w
test "$(ls "$home")" = of-the-person.txt
rm -r "$home"
test "$(cat "$user/Documents/kgdesk/mine.kgstudy")" = study
rm -r "$user/Documents/kgdesk"
snapshot >"$work/files-after.txt"
diff "$work/files-before.txt" "$work/files-after.txt" | grep '^[<>]' | tee "$work/files-diff.txt" || :
if grep -i kgdesk "$work/files-diff.txt"; then exit 1; fi
no_keys

step "install for all users, into a folder of choice, and remove"
win "$setup_new" /S /AllUsers '/D=C:\Lab\kg'
test -f "$drive/Lab/kg/kgdesk.exe"
key_says 'Lab' 'HKLM\Software\Microsoft\Windows\CurrentVersion\Uninstall\kgdesk' /reg:64 /v InstallLocation
code=0
win "$setup_new" /S || code=$?
[ "$code" = 2 ] # an installation for one user sees the one for all
win "$drive/Lab/kg/uninstall.exe" /S /AllUsers
wineserver -w
test ! -e "$drive/Lab/kg"
no_keys
echo "The circle is round."
