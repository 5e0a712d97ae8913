#!/bin/bash
# Runs as root in a system that is older than the packages ask for: both must refuse with a sentence and leave nothing.
set -euo pipefail
trap 'echo "FAILED in line $LINENO: $BASH_COMMAND" >&2' ERR
export DEBIAN_FRONTEND=noninteractive

echo "== apt refuses and names what is too old"
apt-get update -q >/dev/null
if apt-get install -yq --no-install-recommends /tmp/kgdesk_new.deb >/tmp/apt.log 2>&1; then exit 1; fi
grep "kgdesk : Depends: libc6 (>= " /tmp/apt.log
test ! -e /usr/lib/kgdesk

echo "== the archive refuses, and nothing is installed"
# What every desktop has: the loader names the first thing that is missing, and that is to be the C library.
apt-get install -yq --no-install-recommends libexpat1 >/tmp/apt.log 2>&1
useradd -m guest
if su guest -s /bin/bash -c "cd && tar -xzf /tmp/kgdesk.tar.gz && kgdesk-*/install.sh" >/tmp/tar.log 2>&1; then exit 1; fi
cat /tmp/tar.log
grep "kgdesk does not work on this computer: .*GLIBC" /tmp/tar.log
if grep "is installed" /tmp/tar.log; then exit 1; fi
test ! -e /home/guest/.local/lib/kgdesk
test ! -e /home/guest/.local/bin/kgdesk
echo "== done"
