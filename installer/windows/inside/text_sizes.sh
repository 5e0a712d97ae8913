#!/bin/bash
# The window of the installed program in four sizes of Windows' text: pictures to look at.
. "$(dirname "$0")/common.sh"
installed
screen 1920x1200
for percent in 100 125 150 175; do
    win reg add 'HKCU\Control Panel\Desktop' /v LogPixels /t REG_DWORD /d $((96 * percent / 100)) /f >/dev/null
    wineserver -w
    rm -f ~/line.txt
    KGDESK_TIMELINE='Z:\home\lab\line.txt' win "$home/kgdesk.exe" demo &
    window=$!
    until grep -q '^suggestion' ~/line.txt 2>/dev/null; do
        kill -0 "$window"
        sleep 0.2
    done
    sleep 15 # its plots
    picture "scaled-$percent"
    xdotool search --onlyvisible --name 'kgdesk' windowfocus key ctrl+q
    wait "$window"
    wineserver -k || : # what compiles for this processor
done
win reg delete 'HKCU\Control Panel\Desktop' /v LogPixels /f >/dev/null
wineserver -w
echo "== done"
