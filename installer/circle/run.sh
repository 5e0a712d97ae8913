#!/bin/bash
# The full circle of the Linux packages in a clean Debian 12: install, check, work, upgrade, remove.
#
#   installer/circle/run.sh kgdesk_VERSION_amd64.deb kgdesk-VERSION-linux-x86_64.tar.gz [WORK]
#
# Needs root (chroot), mmdebstrap and a Debian mirror; leaves WORK/circle.log. Nothing outside WORK is touched.
set -euo pipefail
deb=$(realpath "$1") tar=$(realpath "$2")
work=${3:-$(mktemp -d /tmp/kgdesk-circle-XXXXXX)}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$work"
work=$(realpath "$work")
root=$work/root

if [ "${KGDESK_CIRCLE_INSIDE:-}" != yes ]; then
    # Mounts of our own, which go when this ends, however it ends.
    KGDESK_CIRCLE_INSIDE=yes exec unshare --mount --pid --fork --kill-child "$0" "$deb" "$tar" "$work"
fi

[ -f "$work/base.tar" ] || mmdebstrap --variant=minbase --include=ca-certificates,procps bookworm "$work/base.tar"
rm -rf --one-file-system "$root"
mkdir -p "$root"
tar -C "$root" -xf "$work/base.tar"
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t devtmpfs dev "$root/dev" 2>/dev/null || mount --bind /dev "$root/dev"
mkdir -p "$root/dev/shm" && mount -t tmpfs -o mode=1777 shm "$root/dev/shm"
cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || :
for file in /etc/apt/apt.conf.d/*prox*; do [ -f "$file" ] && cp "$file" "$root/etc/apt/apt.conf.d/"; done || :

# An earlier build: the same program under an earlier version, with a file that the new one no longer has.
old=$work/old
rm -rf "$old"
dpkg-deb -R "$deb" "$old"
sed -i 's/^Version: .*/Version: 0.0.1/' "$old/DEBIAN/control"
echo obsolete >"$old/usr/lib/kgdesk/obsolete.txt"
echo "$(md5sum <"$old/usr/lib/kgdesk/obsolete.txt" | cut -d' ' -f1)  usr/lib/kgdesk/obsolete.txt" >>"$old/DEBIAN/md5sums"
dpkg-deb --root-owner-group -Znone -b "$old" "$root/tmp/kgdesk_old.deb" >/dev/null
rm -rf "$old"
cp "$deb" "$root/tmp/kgdesk_new.deb"
cp "$tar" "$root/tmp/kgdesk.tar.gz"
cp "$here/inside.sh" "$here/day.sh" "$root/tmp/"
chmod 755 "$root/tmp/inside.sh" "$root/tmp/day.sh"
# The circle writes no answer of its own before it is round.
if chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 TERM=dumb \
    ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
    /tmp/inside.sh 2>&1 | tee "$work/circle.log"; then
    echo "The circle is round; $work/circle.log"
else
    echo "The circle broke; see $work/circle.log" >&2
    exit 1
fi
