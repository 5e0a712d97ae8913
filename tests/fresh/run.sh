#!/bin/bash
# README's two commands on bare systems: the libraries that README lists, the main job, the tests; once for each face.
#
#   tests/fresh/run.sh [SYSTEM[:FACE[:PYTHON]]...]
#
# Systems: bookworm trixie (Debian 12, 13), jammy noble (Ubuntu 22.04, 24.04), forky (Debian's testing). Faces: dejavu
# noto open, or several as dejavu+noto+open: the first command with each, the second with the last. With `none` instead,
# the libraries come one by one (lacking.sh). Debian 12, 13 and the two of Ubuntu with each face by default: many hours on
# two cores. PYTHON is a version that the system has beside its own, as 3.12. Needs root (chroot), git, mmdebstrap and
# mirrors of Debian, Ubuntu and PyPI; `none` wants Xvfb.
# KGDESK_FRESH_WORK names the folder of the systems, which a later run takes again, of the logs and of the pictures;
# KGDESK_FRESH_TESTS the tests that are run instead of all, as "tests/ui tests/cli", or `none`. Exit 0: all passed; a
# table for CONTRIBUTING.md comes last.
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
    local system=$1 sources=() options=()
    case $system in
    jammy | noble)
        # Debian's list of keys holds none of Ubuntu; without it the packages of this throw-away system go unverified.
        local keys=/usr/share/keyrings/ubuntu-archive-keyring.gpg how='trusted=yes'
        [ ! -f "$keys" ] || how="signed-by=$keys"
        for suite in "$system" "$system-updates"; do
            sources+=("deb [$how] http://archive.ubuntu.com/ubuntu $suite main universe")
        done
        ;;
    # A list of the testing system is valid for a week only; a mirror may be some days behind.
    forky) options=('--aptopt=Acquire::Check-Valid-Until "false"') ;;
    esac
    mmdebstrap --variant=minbase --include=apt,ca-certificates "${options[@]}" "$system" "$work/$system.part.tar" "${sources[@]}"
    mv "$work/$system.part.tar" "$work/$system.tar"
}

# One system with one face; 0 if everything passed. The lines of the table go to WORK/table.
fresh() {
    local system=$1 face=$2 python=$3
    local name=$system-$face${python:+-$python} root=$work/root script=inside.sh screen= server=
    [ -f "$work/$system.tar" ] || base "$system"
    rm -rf --one-file-system "$root"
    mkdir -p "$root"
    tar -C "$root" -xf "$work/$system.tar"
    mount --bind "$root" "$root"
    mount -t proc proc "$root/proc"
    mount -t devtmpfs dev "$root/dev" 2>/dev/null || mount --bind /dev "$root/dev"
    mkdir -p "$root/dev/shm" && mount -t tmpfs -o mode=1777 shm "$root/dev/shm"
    mountpoint -q "$root/dev/pts" || { mkdir -p "$root/dev/pts" && mount -t devpts devpts "$root/dev/pts"; }
    cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || :
    # A mirror inside a company may have a certificate that only this machine knows.
    cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/" 2>/dev/null || :
    for file in /etc/apt/apt.conf.d/*prox*; do [ -f "$file" ] && cp "$file" "$root/etc/apt/apt.conf.d/"; done || :
    mkdir "$root/opt/kgdesk"
    git -C "$top" archive HEAD | tar -C "$root/opt/kgdesk" -x
    cp "$here"/{inside,lacking,system}.sh "$root/tmp/"
    if [ "$face" = none ]; then
        script=lacking.sh
        if command -v Xvfb >/dev/null; then
            # A screen of this machine's; the bare system reaches it by the socket without a file.
            # -noreset: it would begin anew, and refuse a connection, whenever its only program closes one.
            : >"$work/screen"
            Xvfb -displayfd 3 -screen 0 1400x900x24 -nolisten tcp -noreset 3>"$work/screen" 2>/dev/null &
            server=$!
            until [ -s "$work/screen" ]; do sleep 0.1; done
            screen=:$(cat "$work/screen")
        fi
    fi
    local ended=0 began=$SECONDS
    chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 TERM=dumb \
        ${KGDESK_FRESH_TESTS:+KGDESK_FRESH_TESTS="$KGDESK_FRESH_TESTS"} ${screen:+SCREEN="$screen"} \
        ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
        bash "/tmp/$script" "$face" "$python" </dev/null >"$work/$name.log" 2>&1 || ended=$?
    [ -z "$screen" ] || kill "$server" || :
    for picture in "$root"/tmp/demo-*.png; do
        [ ! -f "$picture" ] || cp "$picture" "$work/$system${python:+-$python}-$(basename "${picture#*demo-}")"
    done
    row "$name" "$system" "$face" $((SECONDS - began)) "$ended" >>"$work/table"
    return "$ended"
}

# One line of the table: date, system, Python, faces, minutes of all, pictures of the main job, how the tests ended.
row() {
    local log=$work/$1.log system=$2 face=$3 seconds=$4 ended=$5 pictures result
    pictures=$(grep -c '^FACE ' "$log") || :
    result=$(grep -E '^=+ .*(passed|failed|error).* in ' "$log" | tail -1 | tr -d '=' | sed 's/ in .*//; s/^ *//') || :
    case $face:${KGDESK_FRESH_TESTS:-} in
    none:*) result="$(grep -c '^  ok ' "$log") commands as they should be, $(grep -c '^  WRONG ' "$log") not" || : ;;
    *:none) result='not run' ;;
    esac
    [ "$ended" = 0 ] || result="${result:-not reached}; FAILED"
    echo "| $(date +%F) | $system | $(sed -n 's/^PYTHON //p' "$log") |" \
        "$(sed -n 's/^FACE //p' "$log" | paste -sd, | sed 's/,/, /g') | $(((seconds + 30) / 60)) | $pictures | $result |"
}

: >"$work/table"
broken=()
for one in "${wanted[@]}"; do
    IFS=: read -r system face python <<<"$one"
    echo "==== $system ${face:=dejavu} ${python:-}"
    # In a process and with mounts of its own: what one system breaks is not in the way of the next.
    if (set -euo pipefail && fresh "$system" "$face" "$python"); then
        echo "passed; $work/$system-$face${python:+-$python}.log"
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
