#!/bin/bash
# A day in the lab: a study is made, five outcomes are recorded through the real window, exported and verified.
#
#   day.sh PROGRAM FOLDER [again]
#
# With "again" the study is there and takes one outcome more.
set -euo pipefail
trap 'echo "FAILED in line $LINENO: $BASH_COMMAND" >&2' ERR
program=$1 folder=$2 again=${3:-}
study=$folder/screen.kgstudy
mkdir -p "$folder"
cd "$folder"
export KGDESK_OPERATOR=Kim

count() { "$program" status "$study" --json | grep -o '"outcomes": [0-9]*' | grep -o '[0-9]*$'; }

if [ -z "$again" ]; then
    {
        echo code,temperature,ratio,solvent
        for i in $(seq 1 24); do
            case $((i % 3)) in 0) solvent=water ;; 1) solvent=DMF ;; *) solvent=THF ;; esac
            echo "C-$i,$((20 + 3 * i)),$((i * 7 % 10)),$solvent"
        done
    } >candidates.csv
    "$program" new "$study" --candidates candidates.csv --id code --category solvent --budget 12 --by Kim
fi
wanted=$(($(count) + $([ -z "$again" ] && echo 5 || echo 1)))

Xvfb -displayfd 3 -screen 0 1366x768x24 3>display 2>xvfb.log &
screen=$!
trap 'kill $screen 2>/dev/null || :' EXIT
until [ -s display ]; do sleep 0.1; done
DISPLAY=:$(cat display)
export DISPLAY
unset QT_QPA_PLATFORM
"$program" open "$study" --by Kim &
window=$!
id=$(timeout 120 xdotool search --sync --onlyvisible --name 'screen' | head -1)
xdotool windowfocus "$id"
for key in F8 F9 F9 F8 F9 F8 F9 F8; do
    [ "$(count)" -ge "$wanted" ] && break
    before=$(count)
    # The outcome keys are dead until the suggestion stands: the key is pressed until it counts.
    for _ in $(seq 1 60); do
        xdotool windowfocus "$id" key "$key"
        sleep 0.3
        xdotool key Return
        sleep 0.7
        [ "$(count)" -gt "$before" ] && break
    done
done
[ "$(count)" -ge "$wanted" ]
xdotool windowfocus "$id" key ctrl+q
wait "$window"
kill "$screen"
rm -f display xvfb.log
echo "recorded through the window: $(count) outcomes"
for kind in csv xlsx zip; do
    "$program" export "$study" "runs.$kind" --overwrite
done
"$program" verify "$study"
"$program" verify runs.zip
test -z "$(find ~ -name 'running-*' -path '*kgdesk*')"
