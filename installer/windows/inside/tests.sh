#!/bin/bash
# The test suite under the interpreter for Windows: tests.sh [FOLDER-OR-FILE...], all that can by default.
. "$(dirname "$0")/common.sh"
fresh_windows
screen
cd "$project"
# Qt's platform without a screen brings no fonts for Windows along.
export PYTHONPATH='Z:\opt\tests' QT_QPA_PLATFORM=offscreen QT_QPA_FONTDIR='Z:\usr\share\fonts\truetype\dejavu'
wanted=("$@")
[ "${#wanted[@]}" -gt 0 ] || wanted=(tests)
# Left out: what starts Linux packages, bash, Xvfb or a server, and what looks at sources, which are the same here.
left_out=(installer whole/test_house.py whole/test_real_window.py store/postgres campaigns bench opponent)
win /opt/python/python.exe -m pytest -q -rs -p no:cacheprovider --basetemp 'C:\t' --timeout 600 \
    "${left_out[@]/#/--ignore=tests/}" "${wanted[@]}" | stdbuf -o0 tr -d '\r'
