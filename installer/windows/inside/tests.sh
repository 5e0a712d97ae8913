#!/bin/bash
# The test suite under the interpreter for Windows: tests.sh [FOLDER-OR-FILE...], all that can by default.
. "$(dirname "$0")/common.sh"
fresh_windows
screen
cd "$project"
# Wine has none of Windows' fonts, and hands a variable of Qt's on only by a name with WINE before it.
export PYTHONPATH='Z:\opt\tests;Z:\opt\kgdesk' WINEQT_QPA_FONTDIR='Z:\usr\share\fonts\truetype\dejavu'
# A test of the window waits a minute for a suggestion, which does not always suffice to compile kernels.
win /opt/python/python.exe tests/compiled.py || : # what is wrong with them, the tests say
wanted=("$@")
[ "${#wanted[@]}" -gt 0 ] || wanted=(tests)
# Left out: what starts Linux packages, bash, Xvfb or a server, and what looks at sources, which are the same here.
left_out=(installer whole/test_house.py whole/test_real_window.py store/postgres campaigns bench opponent)
win /opt/python/python.exe -m pytest -q -rs -p no:cacheprovider --basetemp 'C:\t' --timeout 600 \
    "${left_out[@]/#/--ignore=tests/}" "${wanted[@]}" | stdbuf -o0 tr -d '\r'
