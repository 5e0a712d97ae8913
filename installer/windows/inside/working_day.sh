#!/bin/bash
# A day in the installed program through real keys and mouse.
. "$(dirname "$0")/common.sh"
setups
fresh_windows
step "installed"
win "$setup_new" /S
wineserver -w
cp "$(dirname "$0")/pwd.py" "$project/tests/whole/spy/sitecustomize.py" "$home/_internal/"
python3 "$(dirname "$0")/working_day.py" "$home" "$pictures"
wineserver -w

step "the window in four sizes of Windows' text"
screen 1920x1200
for percent in 100 125 150 175; do
    win reg add 'HKCU\Control Panel\Desktop' /v LogPixels /t REG_DWORD /d $((96 * percent / 100)) /f >/dev/null
    wineserver -w
    win "$home/kgdesk.exe" demo &
    window=$!
    timeout 120 xdotool search --sync --onlyvisible --name 'kgdesk' >/dev/null
    sleep 15 # the first suggestion and its plots
    picture "scaled-$percent"
    xdotool search --onlyvisible --name 'kgdesk' windowfocus key ctrl+q
    wait "$window"
done
echo "== done"
