#!/bin/sh
# Removes kgdesk of this user: the program and what can be made again. Studies and settings stay.
set -eu
program=$HOME/.local/lib/kgdesk
data=${XDG_DATA_HOME:-$HOME/.local/share}
list=$program/installed-files.txt
if [ ! -f "$list" ]; then
    echo "kgdesk is not installed for this user; nothing was removed." >&2
    exit 1
fi
for exe in /proc/[0-9]*/exe; do
    case $(readlink "$exe" 2>/dev/null || :) in
    "$program"/*)
        process=${exe#/proc/} process=${process%/exe}
        if tr '\0' ' ' <"/proc/$process/cmdline" 2>/dev/null | grep -q ' kernels --background'; then
            # Kernels being compiled beside the work: the next start begins that anew.
            kill "$process" 2>/dev/null || :
            while [ -e "/proc/$process/exe" ]; do sleep 0.2; done
            continue
        fi
        echo "kgdesk is running. Close it and remove it again; nothing was changed." >&2
        exit 1
        ;;
    esac
done
while IFS= read -r file; do
    rm -f -- "$file"
    folder=$(dirname -- "$file")
    # Folders that only this program used go with it.
    while [ "$folder" != "$HOME" ] && [ "$folder" != / ] && rmdir -- "$folder" 2>/dev/null; do
        folder=$(dirname -- "$folder")
    done
done <"$list"
for refresh in "update-desktop-database $data/applications" "update-mime-database $data/mime"; do
    # shellcheck disable=SC2086 # a command and its argument
    if [ -d "${refresh#* }" ] && command -v ${refresh%% *} >/dev/null 2>&1; then $refresh >/dev/null 2>&1 || :; fi
done
rm -rf "${XDG_CACHE_HOME:-$HOME/.cache}/kgdesk"
rm -rf "$program"
rmdir "$HOME/.local/lib" 2>/dev/null || :
echo "kgdesk is removed. Studies and settings were left where they are."
