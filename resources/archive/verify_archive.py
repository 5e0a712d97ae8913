"""Check an archive of a kgdesk study without kgdesk, by the rules of its FORMAT.md; Python 3.9 or later.

    python3 verify_archive.py STUDY.zip [HEAD[@SEQ]]

Checks that the file holds its two entries and nothing else, that the manifest fits them, that every entry has the hash
of its fields and names the hash of the one before, and that numbers and ids are as they must be. HEAD is the hash of an
entry that was noted elsewhere, as on a printed report: without it nobody can tell a whole chain from one that was
computed anew, or that its end is gone.
Exit status 0: all of it holds. 1: it does not. 2: wrong usage, or not such an archive.
FORMAT.md states the SHA-256 of this script. An archive holds no script: never run one that comes with it.
"""

import hashlib
import io
import json
import re
import sys
import unicodedata
import zipfile
from pathlib import Path

FIELDS = ("seq", "event_id", "kind", "kind_version", "recorded_at_utc", "utc_offset", "actor", "workstation",
          "app_version", "payload", "prev_hash", "hash")  # fmt: skip


class Bad(Exception):
    """What does not hold, in a sentence."""


def digest(entry):
    """SHA-256 over the first eleven fields, each behind its length in bytes as eight bytes, most significant first."""
    packed = [str(entry[name]).encode("utf-8") for name in FIELDS[:-1]]
    return hashlib.sha256(b"".join(len(one).to_bytes(8, "big") + one for one in packed)).hexdigest()


def is_canonical(text):
    """Whether a payload is the one text of an object: keys by code point, no white space, NFC, no needless escape."""
    try:
        value = json.loads(text, object_pairs_hook=distinct)
        plain = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
        return text.startswith("{") and unicodedata.normalize("NFC", plain) == text
    except (ValueError, RecursionError):
        return False


def distinct(pairs):
    """Refuse an object that has a key twice."""
    if len(dict(pairs)) != len(pairs):
        raise ValueError("a key twice")
    return dict(pairs)


def entries_of(packed, manifest):
    """Yield the entries of `events.jsonl`, each checked for its fields and against the one before."""
    lines = packed.decode("utf-8").split("\n")
    if lines.pop() != "" or len(lines) != manifest["events"]:
        raise Bad("the manifest has %s entries, the file %d" % (manifest["events"], len(lines)))
    before, ids = "0" * 64, set()
    for seq, line in enumerate(lines, 1):
        entry = json.loads(line, object_pairs_hook=distinct)
        if tuple(entry) != FIELDS or any(
            isinstance(entry[f], int) != (f in ("seq", "kind_version")) for f in FIELDS
        ):
            raise Bad("entry %d does not have the twelve fields in their order" % seq)
        if entry["seq"] != seq:
            raise Bad("entry %d has the number %s" % (seq, entry["seq"]))
        if not re.fullmatch("[0-9a-f]{32}", entry["event_id"]) or entry["event_id"] in ids:
            raise Bad("the id of entry %d is not its own" % seq)
        if entry["prev_hash"] != before:
            raise Bad("entry %d does not follow from the one before" % seq)
        if entry["hash"] != digest(entry):
            raise Bad("entry %d was changed: its hash is not that of its fields" % seq)
        before = entry["hash"]
        ids.add(entry["event_id"])
        yield entry


def refuse_other_bytes(packed, archive):
    """Refuse what is neither an entry nor the directory: bytes before, between or behind them, comments, a cut."""
    end = 0
    for one in sorted(archive.infolist(), key=lambda one: one.header_offset):
        if one.header_offset != end or one.comment:
            raise Bad("it holds bytes that belong to no entry")
        lengths = packed[end + 26 : end + 28], packed[end + 28 : end + 30]
        end += 30 + sum(int.from_bytes(two, "little") for two in lengths) + one.compress_size
    size, start = (
        int.from_bytes(packed[at : at + 4], "little") for at in (len(packed) - 10, len(packed) - 6)
    )
    if (
        packed[-22:-18] != b"PK\5\6"
        or packed[-2:] != bytes(2)
        or (start, start + size) != (end, len(packed) - 22)
    ):
        raise Bad("it holds bytes that belong to no entry, or was cut off")


def verify(path, noted=""):
    """Check one archive and return a sentence; raise Bad for what does not hold, KeyError or BadZipFile otherwise."""
    whole_file = Path(path).read_bytes()
    with zipfile.ZipFile(io.BytesIO(whole_file)) as archive:
        names = sorted(archive.namelist())
        if names != ["events.jsonl", "manifest.json"]:
            raise Bad("it holds other files: %s" % names)
        refuse_other_bytes(whole_file, archive)
        manifest = json.loads(archive.read("manifest.json").decode("utf-8"))
        packed = archive.read("events.jsonl")
    if manifest["format"] != "kgdesk-archive" or manifest["format_version"] != 1:
        raise Bad("it has another format: %s %s" % (manifest["format"], manifest["format_version"]))
    if hashlib.sha256(packed).hexdigest() != manifest["events_sha256"]:
        raise Bad("the entries are not those that the manifest was written for")
    entries = list(entries_of(packed, manifest))
    hashes = [entry["hash"] for entry in entries]
    aside = [entry["seq"] for entry in entries if not is_canonical(entry["payload"])]
    if manifest["head"] != {"seq": len(hashes), "hash": hashes[-1] if hashes else ""}:
        raise Bad("the head in the manifest is not that of the last entry")
    whole = "%d entries, the chain is whole, head %s." % (len(hashes), hashes[-1])
    whole += " Set aside, as their payload is not canonical JSON: entries %s." % aside if aside else ""
    if not noted:
        return whole + " Compare the head with one that was noted elsewhere."
    wanted, _, seq = noted.partition("@")
    place = hashes.index(wanted) + 1 if wanted in hashes else 0
    if not place or (seq and int(seq) != place):
        raise Bad("no entry %shas the noted hash: this is another study or copy" % (seq and seq + " "))
    return whole + " The noted head is entry %d; %d came after it." % (place, len(hashes) - place)


def main(words):
    """Check the archive that is named on the command line; return the exit status."""
    if len(words) not in (1, 2) or words[0] in ("-h", "--help"):
        print(__doc__)
        return 2
    try:
        print("%s: %s" % (words[0], verify(*words)))
    except (Bad, ValueError, RecursionError) as wrong:
        print("%s: NOT whole: %s." % (words[0], wrong))
        return 1
    except (zipfile.BadZipFile, KeyError, TypeError, OSError) as wrong:
        print("%s is not an archive of a study (%s)." % (words[0], wrong))
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
