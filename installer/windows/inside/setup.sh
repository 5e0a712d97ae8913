#!/bin/bash
# The setup, silently and by hand: install, refuse, upgrade, remove; for one user and for all.
. "$(dirname "$0")/common.sh"
setups
# Wine's registry once answered with nothing right after an installation: it is asked again for a while.
key_says() {
    local wanted=$1
    shift
    for _ in $(seq 1 20); do
        win reg query "$@" | grep -e "$wanted" && return
        sleep 1
    done
    return 1
}
snapshot() { (cd "$drive" && find . \( -type f -o -type d \) -not -path '*/[Tt]emp/*' -not -path '*/Fonts*' | sort); }
keys() {
    win reg export 'HKCU\Software' ~/user.reg /y >/dev/null 2>&1
    win reg export 'HKLM\Software' ~/machine.reg /y >/dev/null 2>&1
    cat ~/user.reg ~/machine.reg | iconv -f UTF-16LE -t UTF-8 -c | tr -d '\000' | grep -i kgdesk || :
}
no_keys() {
    # Wine's own menu builder follows a moment later with what it noted about the file type.
    for _ in $(seq 1 20); do
        [ -z "$(keys)" ] && return
        sleep 1
    done
    keys
    return 1
}
code_of() {
    local code=0
    win "$@" || code=$?
    echo "$code"
}
checked() {
    cat "$1/installation-check.txt"
    grep -q '^ok ' "$1/installation-check.txt"
    if grep -v '^ok \|^  ' "$1/installation-check.txt" | grep -q .; then return 1; fi
}

step "a fresh Windows"
fresh_windows
screen
snapshot >~/files-before.txt
no_keys

step "an earlier version is installed for this user, silently"
win "$setup_old" /S
test -f "$home/kgdesk.exe"
test -f "$home/_internal/größe \$odd.txt"
key_says '0.0.1' 'HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\kgdesk' /v DisplayVersion
key_says '[kK][gG][dD][eE][sS][kK].[eE][xX][eE]' 'HKCU\Software\Classes\kgdesk.study\shell\open\command'
key_says 'kgdesk.study' 'HKCU\Software\Classes\.kgstudy'
find "$user" -name kgdesk.lnk | grep .
checked "$home"

step "a study is made, a file of the person lies in the program's folder"
mkdir -p "$user/Documents/Lösungen"
study="C:\\users\\lab\\Documents\\Lösungen\\Größe.kgstudy"
cli="$home/kgdesk-cli.exe"
win "$cli" new "$study" --candidates "Z:\\opt\\kgdesk\\resources\\samples\\growth-conditions.csv" --id Code --by Kim
win "$cli" suggest "$study"
win "$cli" record "$study" GC-0099 success
echo mine >"$home/of-the-person.txt"
head_before=$(win "$cli" verify --json "$study")

step "refuse while running: nothing is changed"
win "$home/kgdesk.exe" open "$study" --by Kim &
window=$!
shown 'Größe'
sleep 5
picture window-of-the-earlier-version
test "$(code_of "$setup_new" /S)" = 2
cp "$home/uninstall.exe" ~/uninstall-copy.exe
test "$(code_of ~/uninstall-copy.exe /S "_?=$(win winepath -w "$home" | tr -d '\r')")" = 2
test -f "$home/_internal/größe \$odd.txt"
xdotool search --onlyvisible --name 'Größe' windowfocus key ctrl+q
wait "$window"
# The process that compiles for this computer would go on a while after the window.
wineserver -k || :

step "upgrade: files of the version before go, those of the person stay, and the study opens"
win "$setup_new" /S
wineserver -w
test ! -e "$home/_internal/größe \$odd.txt"
test "$(cat "$home/of-the-person.txt")" = mine
key_says '0.1.0' 'HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\kgdesk' /v DisplayVersion
checked "$home"
test "$head_before" = "$(win "$cli" verify --json "$study")"
win "$home/kgdesk.exe" open "$study" --by Kim &
window=$!
shown 'Größe'
sleep 5
picture window-after-the-upgrade
xdotool search --onlyvisible --name 'Größe' windowfocus key ctrl+q
wait "$window"
wineserver -k || :

step "remove: no file and no key of the program is left; the study and what belongs to the person stay"
win "$home/uninstall.exe" /S
wineserver -w
test "$(ls "$home")" = of-the-person.txt
rm -r "$home"
test -f "$user/Documents/Lösungen/Größe.kgstudy"
find "$user/AppData" -ipath '*kgdesk*' | tee ~/of-the-person.txt
if grep -i -e '/kernels' -e 'Programs' -e 'Start Menu' ~/of-the-person.txt; then exit 1; fi
rm -r "$user/Documents/Lösungen" "$user/AppData/Local/kgdesk"
win reg delete 'HKCU\Software\kgdesk' /f >/dev/null
snapshot >~/files-after.txt
diff ~/files-before.txt ~/files-after.txt | grep '^[<>]' | tee ~/files-diff.txt || :
if grep -i kgdesk ~/files-diff.txt; then exit 1; fi
no_keys

step "install for all users, into a folder of choice, and remove"
win "$setup_new" /S /AllUsers '/D=C:\Lab\kg'
test -f "$drive/Lab/kg/kgdesk.exe"
key_says 'Lab' 'HKLM\Software\Microsoft\Windows\CurrentVersion\Uninstall\kgdesk' /reg:64 /v InstallLocation
test "$(code_of "$setup_new" /S)" = 2 # an installation for one user sees the one for all
win "$drive/Lab/kg/uninstall.exe" /S /AllUsers
wineserver -w
test ! -e "$drive/Lab/kg"
test ! -e "$user/AppData/Local/kgdesk"
no_keys

step "by hand: a person's keys lead through the pages"
win "$setup_new" &
setup=$!
page() { # page NAME KEY: a picture, then the key that leads on
    sleep 3
    picture "setup-$1"
    shown 'kgdesk Setup' 60
    xdotool search --onlyvisible --name 'kgdesk Setup' windowfocus key "$2"
}
shown 'kgdesk Setup' 60
page welcome alt+n
page for-whom alt+n
page folder alt+i
for _ in $(seq 1 240); do
    [ -f "$home/installation-check.txt" ] && break
    sleep 1
done
picture setup-files
checked "$home"
page finish alt+r # kgdesk is not to be started
page finished alt+f || : # the window may be gone before the key is up
wait "$setup"
win "$home/uninstall.exe" &
shown 'kgdesk Uninstall' 60
sleep 3
picture uninstall
shown 'kgdesk Uninstall' 60
xdotool search --onlyvisible --name 'kgdesk Uninstall' windowfocus key alt+u
for _ in $(seq 1 240); do
    [ ! -e "$home" ] && break
    sleep 1
done
sleep 3
picture uninstalled
# Its button is not there before the last entries are gone, and tells nobody.
for _ in $(seq 1 60); do
    xdotool search --onlyvisible --name 'kgdesk Uninstall' windowfocus key alt+c 2>/dev/null || break
    sleep 1
done
wineserver -w
test ! -e "$home"
echo "== done"
