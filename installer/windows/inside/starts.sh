#!/bin/bash
# How soon after its window the installed program shows the first suggestion, with the kernels that it brings: seconds of
# the clock and, since they say more on a busy machine, of a processor.
. "$(dirname "$0")/common.sh"
installed
screen
place=$user/Documents/Start
rm -rf "$place"
mkdir -p "$place"
study='C:\users\lab\Documents\Start\start.kgstudy'
win "$home/kgdesk-cli.exe" new "$study" --candidates 'Z:\opt\kgdesk\resources\samples\growth-conditions.csv' --id Code --by Kim
for run in 1 2 3 4 5; do
    # Nothing that a start before has compiled for this processor.
    wineserver -k || :
    rm -rf "$user/AppData/Local/kgdesk/kernels" ~/line.txt
    KGDESK_TIMELINE='Z:\home\lab\line.txt' win "$home/kgdesk.exe" open "$study" --by Kim &
    window=$!
    until grep -q '^suggestion' ~/line.txt 2>/dev/null; do
        kill -0 "$window"
        sleep 0.05
    done
    awk -v run="$run" '{ at[$1] = $2; work[$1] = $3 }
        END { printf "  start %d: window after %.1f s of a processor; its first suggestion %.1f s later (%.1f s of a processor)\n",
              run, work["window"], at["suggestion"] - at["window"], work["suggestion"] - work["window"] }' ~/line.txt
    xdotool search --onlyvisible --name 'start' windowfocus key ctrl+q
    wait "$window"
done
cat ~/line.txt
wineserver -k || :
rm -r "$place"
echo "== done"
