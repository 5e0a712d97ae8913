#!/bin/bash
# Runs as root in the clean system: installs the .deb and measures cold starts, with the shipped kernels and without.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive
apt-get update -q >/dev/null
apt-get install -yq --no-install-recommends /tmp/kgdesk_new.deb xvfb dbus python3 >/tmp/apt.log 2>&1 || {
    cat /tmp/apt.log
    exit 1
}
echo "== cold, as installed"
python3 /tmp/starttimes.py /usr/lib/kgdesk --runs 5
echo "== cold, without the shipped kernels"
python3 /tmp/starttimes.py /usr/lib/kgdesk --runs 3 --without-cache
