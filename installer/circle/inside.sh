#!/bin/bash
# Runs as root in the clean system; every step that fails ends it.
set -euo pipefail
trap 'echo "FAILED in line $LINENO: $BASH_COMMAND" >&2' ERR
export DEBIAN_FRONTEND=noninteractive
step() { echo; echo "== $*"; }
lab() { su lab -s /bin/bash -c "$1"; }
none='env -i PATH=/usr/bin:/bin LC_ALL=C.UTF-8 HOME=/nonexistent'

step "the earlier version is installed by apt, with nothing but what it declares"
apt-get update -q >/dev/null
find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /tmp \) -prune -o -print | sort >/tmp/before.txt
apt-get install -yq --no-install-recommends /tmp/kgdesk_old.deb >/tmp/apt.log 2>&1 || { cat /tmp/apt.log; exit 1; }
kgdesk --version
cat /var/lib/kgdesk/installation-check.txt
grep -q "^ok " /var/lib/kgdesk/installation-check.txt
if LD_LIBRARY_PATH=/usr/lib/kgdesk/_internal ldd /usr/lib/kgdesk/_internal/PySide6/Qt/plugins/platforms/libqxcb.so | grep "not found"; then exit 1; fi
useradd -m lab

step "an ordinary user, read-only install: with a home, without one"
mount --bind /usr /usr
mount -o remount,bind,ro /usr
lab "cd && kgdesk selftest"
lab "cd / && $none kgdesk selftest --json" >/tmp/nohome.json
grep -o '"ok": [a-z]*' /tmp/nohome.json

step "no kernel is compiled for somebody new: three folders, and after moving the program"
cp -a /usr/lib/kgdesk /tmp/moved
for place in / /tmp /home/lab; do
    rm -rf /tmp/newhome && mkdir /tmp/newhome && chown lab /tmp/newhome
    lab "cd $place && env -i PATH=/usr/bin:/bin HOME=/tmp/newhome LC_ALL=C.UTF-8 kgdesk selftest --json" >/tmp/new.json
    grep -o '[0-9]* taken, [0-9]* compiled; [^:]*' /tmp/new.json
    grep -q '[1-9][0-9]* taken, 0 compiled; folder that came with the program' /tmp/new.json
done
lab "cd / && env -i PATH=/usr/bin:/bin HOME=/tmp/newhome LC_ALL=C.UTF-8 /tmp/moved/kgdesk selftest --json" >/tmp/new.json
grep -o '[0-9]* taken, [0-9]* compiled; [^"]*' /tmp/new.json
grep -q '[1-9][0-9]* taken, 0 compiled; folder that came with the program: /tmp/moved' /tmp/new.json
rm -rf /tmp/moved /tmp/newhome

step "a display that does not answer is one sentence and exit 1"
if lab "cd && DISPLAY=:4711 kgdesk demo" 2>/tmp/display.log; then exit 1; fi
grep "The screen :4711 cannot be reached" /tmp/display.log

step "the kernels for this processor are compiled once by the administrator and taken by every user's next start"
if lab "cd && kgdesk kernels --for-all-users" 2>/tmp/kernels.log; then exit 1; fi
cat /tmp/kernels.log
(umask 077 && kgdesk kernels --for-all-users)
lab "cd && kgdesk selftest --json" >/tmp/native.json
grep -o '[0-9]* taken, [0-9]* compiled; folder for this processor' /tmp/native.json
grep -q '[1-9][0-9]* taken, 0 compiled; folder for this processor: /var/cache/kgdesk' /tmp/native.json
test ! -e /home/lab/.cache/kgdesk/kernels

step "where shared memory cannot be written, no command warns of it"
mount -o remount,ro /dev/shm
lab "cd && kgdesk selftest --json" >/tmp/shm.json 2>/tmp/shm.log
cat /tmp/shm.log
test ! -s /tmp/shm.log
mount -o remount,rw /dev/shm

step "tools to look and type with (after the checks above, which must do without their libraries)"
mount -o remount,bind,rw /usr
apt-get install -yq --no-install-recommends xvfb xdotool >/tmp/apt.log 2>&1 || { cat /tmp/apt.log; exit 1; }
mount -o remount,bind,ro /usr

step "a day in the lab through the real window"
lab "/tmp/day.sh kgdesk /home/lab/study"

step "upgrade: the study, its head and the settings stay, the obsolete file goes"
head_before=$(lab "kgdesk verify --json /home/lab/study/screen.kgstudy")
settings_before=$(md5sum </home/lab/.config/kgdesk/kgdesk.conf)
mount -o remount,bind,rw /usr
apt-get install -yq /tmp/kgdesk_new.deb >/tmp/apt.log 2>&1 || { cat /tmp/apt.log; exit 1; }
kgdesk --version
test ! -e /usr/lib/kgdesk/obsolete.txt
test "$head_before" = "$(lab "kgdesk verify --json /home/lab/study/screen.kgstudy")"
test "$settings_before" = "$(md5sum </home/lab/.config/kgdesk/kgdesk.conf)"
lab "/tmp/day.sh kgdesk /home/lab/study again"

step "removed: nothing is left but what belongs to the person"
apt-get purge -yq kgdesk >/tmp/apt.log 2>&1 || { cat /tmp/apt.log; exit 1; }
for left in /usr/lib/kgdesk /usr/bin/kgdesk /var/lib/kgdesk /var/cache/kgdesk /usr/share/doc/kgdesk /usr/share/applications/kgdesk.desktop; do
    test ! -e "$left"
done
find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /tmp -o -path /home \) -prune -o -iname '*kgdesk*' -print >/tmp/left.txt
cat /tmp/left.txt
test ! -s /tmp/left.txt
lab "ls -l /home/lab/study"
test -f /home/lab/study/screen.kgstudy

step "the tar.gz, without any rights"
useradd -m guest
su guest -s /bin/bash -c "cd && tar -xzf /tmp/kgdesk.tar.gz && kgdesk-*/install.sh"
guest() { su guest -s /bin/bash -c "export PATH=\$HOME/.local/bin:\$PATH; $1"; }
cat /home/guest/.local/lib/kgdesk/installation-check.txt
grep -q "^ok " /home/guest/.local/lib/kgdesk/installation-check.txt
guest "cd && env -i PATH=/usr/bin:/bin HOME=/nonexistent LC_ALL=C.UTF-8 /home/guest/.local/lib/kgdesk/kgdesk selftest --json" >/tmp/guest.json
grep -o '"ok": [a-z]*' /tmp/guest.json
grep -q '[1-9][0-9]* taken, 0 compiled; folder that came with the program' /tmp/guest.json
guest "/tmp/day.sh kgdesk /home/guest/study"
echo obsolete >/home/guest/.local/lib/kgdesk/obsolete.txt
head_before=$(guest "kgdesk verify --json /home/guest/study/screen.kgstudy")
guest "cd && kgdesk-*/install.sh"
test ! -e /home/guest/.local/lib/kgdesk/obsolete.txt
test "$head_before" = "$(guest "kgdesk verify --json /home/guest/study/screen.kgstudy")"
guest "/home/guest/.local/lib/kgdesk/uninstall.sh"
find /home/guest -iname '*kgdesk*' -not -path '/home/guest/kgdesk-*' | sort
test ! -e /home/guest/.local/lib/kgdesk
test ! -e /home/guest/.local/bin/kgdesk
test ! -e /home/guest/.cache/kgdesk
test -z "$(find /home/guest/.local -iname '*kgdesk*' -not -path '*/share/kgdesk*' -print)"
test -f /home/guest/study/screen.kgstudy

step "done"
