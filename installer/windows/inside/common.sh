#!/bin/bash
# shellcheck shell=bash
# What the steps share. Read by them in the system, as its user.
set -euo pipefail
trap 'echo "FAILED in line $LINENO: $BASH_COMMAND" >&2' ERR
# shellcheck disable=SC2034 # for the steps
project=/opt/kgdesk built=~/built drive=~/prefix/drive_c pictures=~/pictures
user=$drive/users/lab
# shellcheck disable=SC2034 # likewise
home=$user/AppData/Local/Programs/kgdesk
export KGDESK_OPERATOR=Kim
mkdir -p "$pictures"
step() { echo "== $*"; }

# A Windows on which nothing was ever installed.
fresh_windows() {
    wineserver -k 2>/dev/null || :
    rm -rf ~/prefix
    cp -a ~/prefix.new ~/prefix
}

# screen [SIZE]: a screen for windows until the step ends.
screen() {
    rm -f ~/display # of a screen before
    Xvfb -displayfd 3 -screen 0 "${1:-1366x768}x24" -nolisten tcp 3>~/display 2>/dev/null &
    servers=$!
    until [ -s ~/display ]; do sleep 0.1; done
    DISPLAY=:$(cat ~/display)
    export DISPLAY
    openbox >/dev/null 2>&1 &
    servers="$servers $!"
    # shellcheck disable=SC2064 # these servers
    trap "{ wineserver -k; kill $servers; } 2>/dev/null || :" EXIT
}

# shown TITLE [SECONDS]: wait until a window with this title is there. One that vanishes while xdotool looks ends it.
shown() {
    # shellcheck disable=SC2016 # for the inner shell
    timeout "${2:-120}" bash -c 'until xdotool search --onlyvisible --name "$1" >/dev/null 2>&1; do sleep 0.5; done' _ "$1"
}

picture() { import -window root "$pictures/$1.png"; }

setups() {
    setup_new=$(ls "$built"/dist/kgdesk-*-proof-not-for-release-setup.exe)
    # shellcheck disable=SC2034 # for the steps
    setup_old=$built/old/kgdesk-0.0.1-setup.exe
}

# The setup, unless a step before has installed it.
installed() {
    setups
    [ ! -f "$home/kgdesk-cli.exe" ] || return 0
    fresh_windows
    win "$setup_new" /S
    wineserver -w
}
