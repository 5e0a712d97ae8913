#!/bin/bash
# The window of the installed program in four sizes of Windows' text: pictures to look at.
. "$(dirname "$0")/common.sh"
installed
screen 1920x1200
for percent in 100 125 150 175; do
    win reg add 'HKCU\Control Panel\Desktop' /v LogPixels /t REG_DWORD /d $((96 * percent / 100)) /f >/dev/null
    wineserver -w
    win "$home/kgdesk.exe" demo &
    window=$!
    timeout 120 xdotool search --sync --onlyvisible --name 'kgdesk' >/dev/null
    sleep 60 # the first suggestion and its plots
    picture "scaled-$percent"
    xdotool search --onlyvisible --name 'kgdesk' windowfocus key ctrl+q
    wait "$window"
done
win reg delete 'HKCU\Control Panel\Desktop' /v LogPixels /f >/dev/null
wineserver -w
echo "== done"
