#!/bin/bash
# README's two commands on bare systems: the libraries that README lists, the main job, the tests; once for each face.
#
#   tests/fresh/run.sh [SYSTEM[:FACE[:PYTHON]]...]
#
# Systems: bookworm trixie (Debian 12, 13), jammy noble (Ubuntu 22.04, 24.04). Faces: dejavu noto open. All systems with
# all faces by default: two to three hours on two cores. PYTHON is a version that the system has beside its own, as 3.12.
# Needs root (chroot), git, mmdebstrap and mirrors of Debian, Ubuntu and PyPI. KGDESK_FRESH_WORK names the folder of the
# systems, which a later run takes again, of the logs and of the pictures. Exit 0: all passed; a table comes last.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
work=$(realpath -m "${KGDESK_FRESH_WORK:-/tmp/kgdesk-fresh}")
wanted=("$@")
[ "${#wanted[@]}" -gt 0 ] || wanted=({bookworm,trixie,jammy,noble}:{dejavu,noto,open})
mkdir -p "$work"

if [ "${KGDESK_FRESH_INSIDE:-}" != yes ]; then
    # Mounts of our own, which go when this ends, however it ends.
    KGDESK_FRESH_INSIDE=yes exec unshare --mount --pid --fork --kill-child "$0" "${wanted[@]}"
fi

# Make WORK/SYSTEM.tar: the smallest installation of a system.
base() {
    local system=$1 sources=()
    case $system in
    jammy | noble)
        # Debian's list of keys holds none of Ubuntu; without it the packages of this throw-away system go unverified.
        local keys=/usr/share/keyrings/ubuntu-archive-keyring.gpg how='trusted=yes'
        [ ! -f "$keys" ] || how="signed-by=$keys"
        for suite in "$system" "$system-updates"; do
            sources+=("deb [$how] http://archive.ubuntu.com/ubuntu $suite main universe")
        done
        ;;
    esac
    mmdebstrap --variant=minbase --include=apt,ca-certificates "$system" "$work/$system.tar" "${sources[@]}"
}

# One system with one face; 0 if everything passed. The lines of the table go to WORK/table.
fresh() {
    local system=$1 face=$2 python=$3
    local name=$system-$face${python:+-$python} root=$work/root
    [ -f "$work/$system.tar" ] || base "$system"
    rm -rf --one-file-system "$root"
    mkdir -p "$root"
    tar -C "$root" -xf "$work/$system.tar"
    mount --bind "$root" "$root"
    mount -t proc proc "$root/proc"
    mount -t devtmpfs dev "$root/dev" 2>/dev/null || mount --bind /dev "$root/dev"
    mkdir -p "$root/dev/shm" && mount -t tmpfs -o mode=1777 shm "$root/dev/shm"
    cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || :
    # A mirror inside a company may have a certificate that only this machine knows.
    cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/" 2>/dev/null || :
    for file in /etc/apt/apt.conf.d/*prox*; do [ -f "$file" ] && cp "$file" "$root/etc/apt/apt.conf.d/"; done || :
    mkdir "$root/opt/kgdesk"
    git -C "$top" archive HEAD | tar -C "$root/opt/kgdesk" -x
    cp "$here/inside.sh" "$root/tmp/"
    local ended=0
    chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 TERM=dumb \
        ${KGDESK_FRESH_TESTS:+KGDESK_FRESH_TESTS="$KGDESK_FRESH_TESTS"} \
        ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
        bash /tmp/inside.sh "$face" "$python" </dev/null >"$work/$name.log" 2>&1 || ended=$?
    cp "$root/home/lab/kgdesk/demo.png" "$work/$name.png" 2>/dev/null || :
    local result
    result=$(grep -E '^=+ .*(passed|failed|error).* in ' "$work/$name.log" | tail -1 | tr -d '=')
    echo "| $(date +%F) | $system | $(sed -n 's/^PYTHON //p' "$work/$name.log") | $face |" \
        "${result:-did not come to the tests} |" >>"$work/table"
    return "$ended"
}

: >"$work/table"
broken=()
for one in "${wanted[@]}"; do
    IFS=: read -r system face python <<<"$one"
    echo "==== $system ${face:=dejavu} ${python:-}"
    # In a process and with mounts of its own: what one system breaks is not in the way of the next.
    if (set -euo pipefail && fresh "$system" "$face" "$python"); then
        echo "passed; $work/$system-$face${python:+-$python}.log and .png"
    else
        echo "failed; see $work/$system-$face${python:+-$python}.log" >&2
        broken+=("$one")
    fi
    umount -R "$work/root" 2>/dev/null || :
    rm -rf --one-file-system "${work:?}/root" || :
done
cat "$work/table"
if [ "${#broken[@]}" -gt 0 ]; then
    echo "Failed: ${broken[*]}" >&2
    exit 1
fi
