#!/bin/bash
# The full circle of the Linux packages in clean systems that did not build them: install, check, work, upgrade, remove.
#
#   installer/circle/run.sh DEB TAR [WORK [SYSTEM...]]
#
# Systems: bookworm trixie (Debian 12, 13), jammy noble (Ubuntu 22.04, 24.04), bullseye (Debian 11, which must refuse);
# all of them by default. Needs root (chroot), mmdebstrap and mirrors of Debian and Ubuntu. Leaves WORK/SYSTEM.log and
# WORK/SYSTEM.tar, which a later run takes again. Nothing outside WORK is touched. Exit 0: every circle is round.
# KGDESK_CIRCLE=rollout only runs the administrator's script of INSTALL.md there: some minutes instead of half an hour;
# KGDESK_CIRCLE=starts only installs the .deb and measures cold starts.
set -euo pipefail
deb=$(realpath "$1") tar=$(realpath "$2")
work=${3:-$(mktemp -d /tmp/kgdesk-circle-XXXXXX)}
systems=("${@:4}")
[ "${#systems[@]}" -gt 0 ] || systems=(bookworm trixie jammy noble bullseye)
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$work"
work=$(realpath "$work")

if [ "${KGDESK_CIRCLE_INSIDE:-}" != yes ]; then
    # Mounts of our own, which go when this ends, however it ends.
    KGDESK_CIRCLE_INSIDE=yes exec unshare --mount --pid --fork --kill-child "$0" "$deb" "$tar" "$work" "${systems[@]}"
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
    mmdebstrap --variant=minbase --include=apt,ca-certificates,procps "$system" "$work/$system.tar" "${sources[@]}"
}

# An earlier build: the same program under an earlier version, with a file that the new one no longer has.
old=$work/old
rm -rf "$old"
dpkg-deb -R "$deb" "$old"
sed -i 's/^Version: .*/Version: 0.0.1/' "$old/DEBIAN/control"
echo obsolete >"$old/usr/lib/kgdesk/obsolete.txt"
echo "$(md5sum <"$old/usr/lib/kgdesk/obsolete.txt" | cut -d' ' -f1)  usr/lib/kgdesk/obsolete.txt" >>"$old/DEBIAN/md5sums"
dpkg-deb --root-owner-group -Znone -b "$old" "$work/kgdesk_old.deb" >/dev/null
rm -rf "$old"

circle() {
    local system=$1 root=$work/$1 script=inside.sh
    [ -f "$work/$system.tar" ] || base "$system"
    rm -rf --one-file-system "$root"
    mkdir -p "$root"
    tar -C "$root" -xf "$work/$system.tar"
    mount --bind "$root" "$root"
    mount -t proc proc "$root/proc"
    mount -t devtmpfs dev "$root/dev" 2>/dev/null || mount --bind /dev "$root/dev"
    mkdir -p "$root/dev/shm" && mount -t tmpfs -o mode=1777 shm "$root/dev/shm"
    cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || :
    for file in /etc/apt/apt.conf.d/*prox*; do [ -f "$file" ] && cp "$file" "$root/etc/apt/apt.conf.d/"; done || :
    cp "$deb" "$root/tmp/kgdesk_new.deb"
    cp "$work/kgdesk_old.deb" "$root/tmp/kgdesk_old.deb"
    cp "$tar" "$root/tmp/kgdesk.tar.gz"
    cp "$here"/{inside,day,refused,starts}.sh "$here"/../{linux/rollout.sh,starttimes.py} "$root/tmp/"
    chmod 755 "$root"/tmp/*.sh
    case $system:${KGDESK_CIRCLE:-} in
    bullseye:*) script=refused.sh ;;
    *:rollout) script='rollout.sh /tmp/kgdesk_new.deb de' ;;
    *:starts) script=starts.sh ;;
    esac
    # shellcheck disable=SC2086 # a script and its arguments
    chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 TERM=dumb \
        ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
        /tmp/$script </dev/null 2>&1 | tee "$work/$system.log"
}

broken=()
for system in "${systems[@]}"; do
    echo "==== $system"
    # In a process and with mounts of its own: what one circle breaks is not in the way of the next.
    if (set -euo pipefail && circle "$system"); then
        echo "The circle of $system is round; $work/$system.log"
    else
        echo "The circle of $system broke; see $work/$system.log" >&2
        broken+=("$system")
    fi
    umount -R "$work/$system" 2>/dev/null || :
    rm -rf --one-file-system "${work:?}/$system" || :
done
if [ "${#broken[@]}" -gt 0 ]; then
    echo "Broken: ${broken[*]}" >&2
    exit 1
fi
