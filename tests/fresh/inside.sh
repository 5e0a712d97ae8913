#!/bin/bash
# Runs as root in the bare system: inside.sh FACES [PYTHON]. The project lies in /opt/kgdesk.
# shellcheck source=tests/fresh/system.sh
. "$(dirname "$0")/system.sh"
faces=$1
prepare "${2:-}"

step "the line of libraries, as README gives it"
echo "+ $libraries"
# shellcheck disable=SC2086 # the words of the line
install ${libraries#apt-get install }

# The system's face is the only one there is: a face that came before goes.
for face in ${faces//+/ }; do
    case $face in
    dejavu) package=fonts-dejavu-core name='DejaVu Sans' ;;
    noto) package=fonts-noto-core name='Noto Sans' ;;
    open) package=fonts-open-sans name='Open Sans' ;;
    *) echo "no face is called $face" && exit 1 ;;
    esac
    # By dpkg, since apt does nothing more once fontconfig is without the face that it asks for.
    (cd /tmp && apt-get download -q $package >/dev/null 2>&1 && dpkg -i --force-depends /tmp/${package}_*.deb >/dev/null 2>&1)
    for other in $(dpkg-query -W -f '${Package}\n' 'fonts-*'); do
        [ "$other" = $package ] || dpkg --purge --force-depends "$other" >/dev/null 2>&1
    done
    rm -rf /var/cache/fontconfig /home/lab/.cache/fontconfig

    step "the main job with $face: README's first command, its picture where there is no screen"
    main="$(readme main) --snapshot demo.png"
    echo "+ $main"
    lab "$main"
    mv /home/lab/kgdesk/demo.png "/tmp/demo-$face.png"
    taken=$(lab "QT_QPA_PLATFORM=offscreen .venv/bin/python -c '
from PySide6.QtGui import QFontInfo, QGuiApplication

app = QGuiApplication([])
print(QFontInfo(app.font()).family())'")
    echo "FACE $taken"
    [ "$taken" = "$name" ] || { echo "WRONG: the system's face is not $name"; exit 1; }
done
lab "rm -rf .venv"

[ "${KGDESK_FRESH_TESTS:-}" != none ] || exit 0
step "the tests: README's second command"
test=$(readme test)
echo "+ $test"
# The command as it stands; pytest itself reads which of the tests are wanted.
lab "export PYTEST_ADDOPTS='${KGDESK_FRESH_TESTS:-}'; $test" | tee /tmp/tests.log

step "skips only for what README names"
sentence=$(sed -n '/<!-- skipped -->/,/^$/p' /opt/kgdesk/README.md | tr '\n' ' ')
named=()
for word in PostgreSQL poppler openssl makensis dpkg-deb 'C compiler' 'layer omp' 'X server' root 'one group' KGDESK_UCI_DIR KGDESK_REAL_DIR KGDESK_CASES_DIR checkout face Windows; do
    grep -qF "$word" <<<"$sentence" && named+=(-e "$word")
done
if grep '^SKIPPED' /tmp/tests.log | sed 's/^[^:]*:[0-9: ]*//' | grep -vF "${named[@]}"; then
    echo "WRONG: README names nothing that these tests lack"
    exit 1
fi
