#!/bin/bash
# The full circle of the Windows program under Wine: built by installer/build.py with CPython for Windows, installed by its
# setup, worked with through the real window and on the command line, upgraded, removed; for one user and for all.
#
#   installer/windows/circle.sh [WORK [STEP...]]
#
# Steps: build setup working_day text_sizes commands, by default and in this order; starts measures the first suggestion,
# tests runs the test suite (nightly).
# Needs root (chroot), mmdebstrap, mirrors of Debian and PyPI, and about 8 GB in WORK, where the system stays for the next
# run, with a log of each step and pictures. Nothing outside WORK is touched, and nothing of it is a release. Exit 0: the
# circle is round, the installed program has at most 300 MB and the setup 90 MB. On two cores it is to take at most an hour,
# and a second run 25 minutes; each step tells how long it took.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
work=$(realpath -m "${1:-/var/tmp/kgdesk-windows}")
steps=("${@:2}")
[ "${#steps[@]}" -gt 0 ] || steps=(build setup working_day text_sizes commands)
mkdir -p "$work"

"$here/make_system.sh" "$work" 2>&1 | tee "$work/system.log"
# The project as it is here, with what is not committed yet.
place=$work/root/opt/kgdesk
rm -rf "$place"
mkdir -p "$place"
git -C "$top" ls-files -z --cached --others --exclude-standard |
    (cd "$top" && while IFS= read -r -d '' name; do [ ! -f "$name" ] || printf '%s\0' "$name"; done) |
    tar -C "$top" --null -T - -cf - | tar -C "$place" -xf -
chown -R --reference="$work/root/home/lab" "$place"
when=$(git -C "$top" log -1 --format=%ct)

for step in "${steps[@]}"; do
    echo "==== $step"
    began=$(date +%s)
    if KGDESK_WINDOWS_INSIDE='' "$here/enter.sh" "$work" env SOURCE_DATE_EPOCH="$when" \
        "/opt/kgdesk/installer/windows/inside/$step.sh" </dev/null 2>&1 | tee "$work/$step.log"; then
        echo "$step passed in $((($(date +%s) - began + 30) / 60)) minutes; $work/$step.log"
    else
        rm -rf "$work/pictures" && cp -r "$work/root/home/lab/pictures" "$work/pictures" 2>/dev/null || :
        echo "The circle broke in $step; see $work/$step.log" >&2
        exit 1
    fi
done
rm -rf "$work/pictures" && cp -r "$work/root/home/lab/pictures" "$work/pictures" 2>/dev/null || :
echo "The circle is round; pictures in $work/pictures"
