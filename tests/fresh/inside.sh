#!/bin/bash
# Runs as root in the bare system: inside.sh FACE [PYTHON]. The project lies in /opt/kgdesk.
set -euo pipefail
trap 'echo "FAILED in line $LINENO: $BASH_COMMAND" >&2' ERR
export DEBIAN_FRONTEND=noninteractive
face=$1 python=${2:-}
step() { echo; echo "== $*"; }
lab() { su lab -s /bin/bash -c "cd ~/kgdesk && $1"; }
readme() { sed -n "/<!-- $1 -->/,/\`\`\`\$/p" /opt/kgdesk/README.md | grep '^python3'; }

step "Python of the system, with what Debian splits off from it"
apt-get update -q >/dev/null
# Ubuntu 22.04 calls 3.10 python3, which is too old for kgdesk, and has 3.11 beside it.
if [ -z "$python" ] && grep -q jammy /etc/os-release; then python=3.11; fi
apt-get install -yq --no-install-recommends "python${python:-3}" "python${python:-3}-venv" >/tmp/apt.log 2>&1 || { cat /tmp/apt.log; exit 1; }
[ -z "$python" ] || ln -sf "/usr/bin/python$python" /usr/local/bin/python3
PATH=/usr/local/bin:$PATH
echo "PYTHON $(python3 -c 'import platform; print(platform.python_version())')"

step "the line of libraries, as README gives it"
libraries=$(grep -o 'apt-get install libegl1[^`]*' /opt/kgdesk/README.md)
echo "+ $libraries"
# shellcheck disable=SC2086 # the words of the line
$libraries -yq --no-install-recommends >/tmp/apt.log 2>&1 || { cat /tmp/apt.log; exit 1; }
case $face in
noto) other=fonts-noto-core ;;
open) other=fonts-open-sans ;;
dejavu) other= ;;
*) echo "no face is called $face" && exit 1 ;;
esac
if [ -n "$other" ]; then
    apt-get install -yq --no-install-recommends $other >/tmp/apt.log 2>&1 || { cat /tmp/apt.log; exit 1; }
    dpkg --purge --force-depends fonts-dejavu-core >/dev/null 2>&1
    rm -rf /var/cache/fontconfig
fi

useradd -m lab
cp -r /opt/kgdesk /home/lab/kgdesk
chown -R lab: /home/lab/kgdesk

step "the main job: README's first command, its picture where there is no screen"
main="$(readme main) --snapshot demo.png"
echo "+ $main"
lab "export PATH=$PATH QT_QPA_PLATFORM=offscreen; $main"
test -s /home/lab/kgdesk/demo.png
lab "QT_QPA_PLATFORM=offscreen .venv/bin/python - <<'P'
from PySide6.QtGui import QFontInfo, QGuiApplication

app = QGuiApplication([])
print('FACE', QFontInfo(app.font()).family())
P"
lab "rm -rf .venv"

step "the tests: README's second command"
test=$(readme test)
echo "+ $test"
# The command as it stands; pytest itself reads which tests, and that it is to name what it skips.
lab "export PATH=$PATH PYTEST_ADDOPTS='-rs ${KGDESK_FRESH_TESTS:-}'; $test"
