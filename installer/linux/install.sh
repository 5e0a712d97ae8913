#!/bin/sh
# Installs kgdesk for this user: no administrator, no network. A version that is there is replaced; studies stay.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
if [ -z "${HOME:-}" ] || [ ! -d "$HOME" ]; then
    echo "There is no home folder to install into. Run $here/kgdesk/kgdesk from where it is." >&2
    exit 1
fi
data=${XDG_DATA_HOME:-$HOME/.local/share}
program=$HOME/.local/lib/kgdesk

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
        echo "kgdesk is running. Close it and install again; nothing was changed." >&2
        exit 1
        ;;
    esac
done

mkdir -p "$HOME/.local/lib" "$HOME/.local/bin" "$data"
# An installation that was cut off between the two renames below.
if [ ! -d "$program" ] && [ -d "$program.old" ]; then mv "$program.old" "$program"; fi
rm -rf "$program.new" "$program.old"
cp -a "$here/kgdesk" "$program.new"
cp "$here/uninstall.sh" "$program.new/uninstall.sh"
(cd "$here/share" && find . -type f) | sed "s|^\./|$data/|" >"$program.new/installed-files.txt"
echo "$HOME/.local/bin/kgdesk" >>"$program.new/installed-files.txt"
if [ -d "$program" ]; then mv "$program" "$program.old"; fi
mv "$program.new" "$program"
# The program checks itself where it will stay; the version before comes back where it does not work.
if ! found=$("$program/kgdesk" selftest --out "$program/installation-check.txt" 2>&1 >/dev/null); then
    rm -rf "$program"
    if [ -d "$program.old" ]; then mv "$program.old" "$program"; fi
    echo "kgdesk does not work on this computer: ${found:-the program did not start.}" >&2
    echo "It was not installed; what was there before stays. Mend that and install again." >&2
    exit 1
fi
if [ -f "$program.old/installed-files.txt" ]; then
    while IFS= read -r file; do rm -f -- "$file"; done <"$program.old/installed-files.txt"
fi
rm -rf "$program.old"
cp -R "$here/share/." "$data/"
ln -sfn "$program/kgdesk" "$HOME/.local/bin/kgdesk"
# The desktop may not have ~/.local/bin in its path.
sed "s|^Exec=kgdesk |Exec=\"$program/kgdesk\" |" "$here/share/applications/kgdesk.desktop" \
    >"$data/applications/kgdesk.desktop"
for refresh in "update-desktop-database $data/applications" "update-mime-database $data/mime"; do
    # shellcheck disable=SC2086 # a command and its argument
    if command -v ${refresh%% *} >/dev/null 2>&1; then $refresh >/dev/null 2>&1 || :; fi
done
echo "kgdesk is installed: $HOME/.local/bin/kgdesk. To remove it: $program/uninstall.sh"
