#!/bin/bash
# Runs as root in the bare system: inside.sh FACE [PYTHON]. The project lies in /opt/kgdesk.
# shellcheck source=tests/fresh/system.sh
. "$(dirname "$0")/system.sh"
face=$1
prepare "${2:-}"

step "the line of libraries, as README gives it"
echo "+ $libraries"
# shellcheck disable=SC2086 # the words of the line
install ${libraries#apt-get install }
case $face in
noto) other=fonts-noto-core ;;
open) other=fonts-open-sans ;;
dejavu) other= ;;
*) echo "no face is called $face" && exit 1 ;;
esac
if [ -n "$other" ]; then
    install $other
    dpkg --purge --force-depends fonts-dejavu-core >/dev/null 2>&1
    rm -rf /var/cache/fontconfig
fi

step "the main job: README's first command, its picture where there is no screen"
main="$(readme main) --snapshot demo.png"
echo "+ $main"
lab "$main"
test -s /home/lab/kgdesk/demo.png
echo "MAIN JOB DONE"
lab "QT_QPA_PLATFORM=offscreen .venv/bin/python - <<'P'
from PySide6.QtGui import QFontInfo, QGuiApplication

app = QGuiApplication([])
print('FACE', QFontInfo(app.font()).family())
P"
lab "rm -rf .venv"

[ "${KGDESK_FRESH_TESTS:-}" != none ] || exit 0
step "the tests: README's second command"
test=$(readme test)
echo "+ $test"
# The command as it stands; pytest itself reads which of the tests are wanted.
lab "export PYTEST_ADDOPTS='${KGDESK_FRESH_TESTS:-}'; $test"
