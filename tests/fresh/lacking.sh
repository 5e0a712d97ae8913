#!/bin/bash
# Runs as root in the bare system: the libraries of README's lines come one by one, and before each of them every command
# that draws either does its work or ends with exit status 1 and one sentence that gives README's packages.
# shellcheck source=tests/fresh/system.sh
. "$(dirname "$0")/system.sh"
prepare "${2:-}"
kgdesk=/home/lab/kgdesk/.venv/bin/kgdesk

step "a study, without a single library of the line"
lab "python3 -m venv .venv && .venv/bin/pip install -q ."
lab "$kgdesk sample . && $kgdesk new screen.kgstudy --candidates reaction-screen.csv --id Code --category Solvent --ignore 'Plate location' --budget 40 --by MK"
lab "$kgdesk record screen.kgstudy RX-042 failure"

#: The packages that the sentence has to give.
drawing=${libraries#apt-get install }
wrong=0 worked=
# draws NAME COMMAND: the command does its work, or refuses as it should.
draws() {
    local name=$1 ended=0
    lab "timeout 300 $2" >/tmp/said 2>&1 || ended=$?
    if [ "$ended" = 0 ]; then
        echo "  ok $name: done"
        worked+="$name "
    elif [ "$ended" = 1 ] && [ "$(wc -l </tmp/said)" = 1 ] && grep -q '^This computer lacks .*\.so' /tmp/said &&
        grep -qF "apt-get install $drawing $screen_libraries" /tmp/said; then
        echo "  ok $name: $(grep -o '^This computer lacks [^,]*' /tmp/said)"
    else
        echo "  WRONG $name, exit $ended: $(cat /tmp/said)"
        wrong=1
    fi
}
everything() {
    worked=
    draws picture "$kgdesk demo --snapshot demo.png"
    draws report.pdf "$kgdesk report screen.kgstudy report.pdf --overwrite"
    draws report.html "$kgdesk report screen.kgstudy report.html --overwrite"
    draws sheet "$kgdesk sheet screen.kgstudy sheet.pdf --overwrite"
    draws labels "$kgdesk labels screen.kgstudy labels.pdf --overwrite"
}
# The window stays open once it can; it is closed as by the system's end of a session.
window() {
    [ -z "${SCREEN:-}" ] || draws window "env DISPLAY=$SCREEN KGDESK_TIMELINE=/tmp/timeline bash -c '
        $kgdesk demo & until grep -q ^window /tmp/timeline 2>/dev/null || ! kill -0 \$! 2>/dev/null; do sleep 0.2; done
        grep -q ^window /tmp/timeline 2>/dev/null && kill \$! && exit 0; wait \$!'"
    rm -f /tmp/timeline
}

step "nothing"
everything
window
for package in $drawing; do
    step "$package"
    install "$package"
    everything
    window
done
[ "$worked" = "picture report.pdf report.html sheet labels " ] || { echo "WRONG: only $worked work with the whole line"; wrong=1; }
for package in $screen_libraries; do
    step "$package"
    install "$package"
    window
done
exit "$wrong"
