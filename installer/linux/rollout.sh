#!/bin/bash
# Rolls kgdesk out on one workstation, as root and without a prompt: rollout.sh kgdesk_VERSION_amd64.deb [LANGUAGE]
# Ends with exit 1 and the reason where the program would not run. With KGDESK_KEEP=yes it stays installed at the end.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive
package=$(realpath "$1") language=${2:-system}
apt-get update -q >/dev/null
apt-get install -yq --no-install-recommends "$package" >/tmp/kgdesk-rollout.log 2>&1 || {
    tail -n 20 /tmp/kgdesk-rollout.log >&2
    exit 1
}
cat /var/lib/kgdesk/installation-check.txt
mkdir -p /etc/xdg/kgdesk
printf '[General]\nlanguage=%s\n' "$language" >/etc/xdg/kgdesk/kgdesk.conf
# As an ordinary user, with the window of the sample study.
su nobody -s /bin/sh -c 'cd / && HOME=/nonexistent QT_QPA_PLATFORM=offscreen kgdesk selftest'
[ "${KGDESK_KEEP:-}" = yes ] && exit 0
apt-get purge -yq kgdesk >/tmp/kgdesk-rollout.log 2>&1
rm -r /etc/xdg/kgdesk
test ! -e /usr/lib/kgdesk && test ! -e /var/cache/kgdesk && echo "removed"
