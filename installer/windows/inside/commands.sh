#!/bin/bash
# The installed command line: exit codes, UTF-8, places, files that others have open, Ctrl-C.
. "$(dirname "$0")/common.sh"
installed
place=$user/Documents/Befehle
rm -rf "$place"
mkdir -p "$place"
program='C:\users\lab\AppData\Local\Programs\kgdesk\kgdesk-cli.exe'
script="Z:$(dirname "$0")/command_line.py"
parts() { win /opt/python/python.exe "$script" "$program" 'C:\users\lab\Documents\Befehle' "$@"; }
parts exit_codes_and_utf8 places files_that_are_open interrupt

step "a folder that may only be read"
mkdir "$place/read"
win "$home/kgdesk-cli.exe" new 'C:\users\lab\Documents\Befehle\read\read.kgstudy' \
    --candidates 'Z:\opt\kgdesk\resources\samples\growth-conditions.csv' --id Code --by Kim
chmod a-w "$place/read" "$place/read/"*
parts read_only
chmod u+w "$place/read"
wineserver -w
echo "== done"
