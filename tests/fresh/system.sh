# For inside.sh and lacking.sh, in the bare system: Python, a person called lab with the project in ~/kgdesk, README.
set -euo pipefail
trap 'echo "FAILED in line $LINENO: $BASH_COMMAND" >&2' ERR
export DEBIAN_FRONTEND=noninteractive

step() { echo; echo "== $*"; }
install() { apt-get install -yq --no-install-recommends "$@" >/tmp/apt.log 2>&1 || { cat /tmp/apt.log; exit 1; }; }
lab() { su lab -s /bin/bash -c "cd ~/kgdesk && export PATH=/usr/local/bin:\$PATH && $1"; }
readme() { sed -n "/<!-- $1 -->/,/\`\`\`\$/p" /opt/kgdesk/README.md | grep '^python3'; }
#: README's line of libraries, and those that it names for a window on a real screen.
libraries=$(grep -o 'apt-get install libegl1[^`]*' /opt/kgdesk/README.md)
screen_libraries=$(grep -o '`libxkbcommon-x11-0[^`]*' /opt/kgdesk/README.md | tr -d '`')

prepare() {
    local python=$1
    step "Python of the system, with what Debian splits off from it"
    apt-get update -q >/dev/null
    # Ubuntu 22.04 calls 3.10 python3, which is too old for kgdesk, and has 3.11 beside it.
    if [ -z "$python" ] && grep -q jammy /etc/os-release; then python=3.11; fi
    install "python${python:-3}" "python${python:-3}-venv"
    [ -z "$python" ] || ln -sf "/usr/bin/python$python" /usr/local/bin/python3
    useradd -m lab
    cp -r /opt/kgdesk /home/lab/kgdesk
    chown -R lab: /home/lab/kgdesk
    echo "PYTHON $(lab "python3 -c 'import platform; print(platform.python_version())'")"
}
