#!/bin/bash
# Signs a Windows program with a certificate made here and verifies it: a rehearsal of what the real one will do.
#
#   installer/windows/rehearse_signing.sh PROGRAM.exe [WORK]
#
# Needs openssl and osslsigncode. The signature proves nothing to anybody; no key leaves WORK.
set -euo pipefail
program=$(realpath "$1")
work=${2:-$(mktemp -d /tmp/kgdesk-sign-XXXXXX)}
mkdir -p "$work"
cd "$work"
openssl req -x509 -newkey rsa:3072 -nodes -keyout key.pem -out cert.pem -days 2 -subj "/CN=kgdesk rehearsal" \
    -addext "extendedKeyUsage=codeSigning" -addext "keyUsage=digitalSignature" 2>/dev/null
rm -f signed.exe
osslsigncode sign -h sha256 -certs cert.pem -key key.pem -n kgdesk -in "$program" -out signed.exe
osslsigncode verify -CAfile cert.pem -in signed.exe | tail -n 3
# A byte changed after signing must be found.
cp signed.exe changed.exe
printf '\x01' | dd of=changed.exe bs=1 seek=600 conv=notrunc 2>/dev/null
if osslsigncode verify -CAfile cert.pem -in changed.exe >/dev/null 2>&1; then
    echo "A changed program passed as signed." >&2
    exit 1
fi
rm -f key.pem
echo "Signed, verified, and a changed copy refused."
