#!/bin/bash
# A day in the installed program through real keys and mouse.
. "$(dirname "$0")/common.sh"
setups
fresh_windows
step "installed"
win "$setup_new" /S
wineserver -w
cp "$(dirname "$0")/pwd.py" "$project/tests/whole/spy/sitecustomize.py" "$home/_internal/"
rm -f "$pictures"/day-*.png # of a run before
python3 "$(dirname "$0")/working_day.py" "$home" "$pictures"
wineserver -k || : # what compiles for this processor goes on after the window

echo "== done"
