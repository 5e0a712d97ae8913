#!/bin/bash
# Runs a command in the system that make_system.sh made, as its user "lab" (KGDESK_WINDOWS_AS names another).
#
#   installer/windows/enter.sh WORK COMMAND [ARGUMENT...]
#
# The mounts are its own and go when it ends, and every program that it started with them. Two at a time would share one
# Windows and break each other: the second is refused.
set -euo pipefail
if [ "${KGDESK_WINDOWS_INSIDE:-}" != yes ]; then
    exec 9>"$1/lock"
    flock --nonblock 9 || { echo "Something runs in $1 already; wait until it has ended." >&2 && exit 1; }
    KGDESK_WINDOWS_INSIDE=yes exec unshare --mount --pid --fork --kill-child "$0" "$@"
fi
root=$(realpath "$1")/root
shift
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /sys "$root/sys" # where Wine counts the processors
mount -t devtmpfs dev "$root/dev" 2>/dev/null || mount --bind /dev "$root/dev"
mkdir -p "$root/dev/shm" && mount -t tmpfs -o mode=1777 shm "$root/dev/shm"
mkdir -p "$root/tmp/.X11-unix" && chmod 1777 "$root/tmp/.X11-unix"
cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || :
# A mirror inside a company may have a certificate that only this machine knows.
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/" 2>/dev/null || :
user=${KGDESK_WINDOWS_AS:-lab}
home=$([ "$user" = root ] && echo /root || echo "/home/$user")
# Microsoft's C run time in system32 goes before Wine's own. This shell waits: a process of another user would not end with
# the command that started it.
chroot --userspec="$user" "$root" /usr/bin/env -i -C "$home" HOME="$home" USER="$user" TERM=dumb LC_ALL=C.UTF-8 \
    PATH=/opt:/usr/lib/wine:/usr/sbin:/usr/bin:/sbin:/bin \
    WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=;ucrtbase,vcruntime140,vcruntime140_1,msvcp140=n,b" \
    WINEPREFIX="$home/prefix" XDG_RUNTIME_DIR=/tmp \
    ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
    "$@"
