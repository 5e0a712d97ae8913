#!/bin/bash
# makensis of Debian with the arguments and lists of makensis of Windows: files of drive Z are named as on Linux.
set -euo pipefail
words=()
for word in "$@"; do
    case $word in
    *Z:\\*)
        word=${word/Z:/}
        word=${word//\\//}
        ;;
    esac
    case $word in -DLISTS=*) sed -i '/^File "Z:/{s/Z://;s#\\#/#g}' "${word#-DLISTS=}/files.nsh" ;; esac
    words+=("$word")
done
exec makensis "${words[@]}"
